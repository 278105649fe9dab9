import { Link } from '@tanstack/react-router';
import { useAtomValue, useStore } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import type { Session } from '#core/contract';
import { keyOfLine, unitPriceOf } from '#core/line';
import type { Order } from '#core/order-contract';
import { grouped, rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { isPaused } from '#device/outbox-order';
import { Icon, type IconName } from '../../design/icon.tsx';
import { cartAtom, cartCountAtom } from '../state/cart/cart.ts';
import {
  areMethodsKnownAtom,
  deliveryAddressAtom,
  isFreeAtom,
  isOrderKnownAtom,
  isOutsideAtom,
  type Missing,
  missingAtom,
  orderAtom,
  paymentMethodAtom,
} from '../state/checkout/checkout.ts';
import { handoverAtom, isTableAskedAtom } from '../state/checkout/handover.ts';
import { startAtom } from '../state/checkout/order-start.ts';
import { alreadyShownAtom } from '../state/checkout/payment.ts';
import { paymentAtom, pendingOrdersAtom } from '../state/checkout/stored-orders.ts';
import { AddressLine } from '../ui/account/address-card.tsx';
import { outsideWords } from '../ui/account/delivery-area.tsx';
import { EmptyCart } from '../ui/cart/empty-cart.tsx';
import { lineNameOf } from '../ui/cart/line-choices.tsx';
import { agreesToStart } from '../ui/checkout/agree-to-start.ts';
import {
  CheckoutColumns,
  CheckoutFrame,
  CheckoutPart,
  CostsSoFar,
  handoverIcons,
  pointTo,
} from '../ui/checkout/checkout-frame.tsx';
import { PaymentMethods } from '../ui/checkout/payment-methods.tsx';
import { PaymentOutcome, usePay } from '../ui/checkout/payment-outcome.tsx';
import { TableField } from '../ui/checkout/table-field.tsx';
import { InlineError } from '../ui/feedback/inline-error.tsx';
import { Choices } from '../ui/forms/choice-card.tsx';
import { OpeningLine } from '../ui/shop/opening.tsx';
import style from './carts-payment.module.css';

export function Screen() {
  return (
    <CheckoutFrame step="Pembayaran" title="Pembayaran">
      {(session) => <Payment session={session} />}
    </CheckoutFrame>
  );
}

function Payment({ session }: { session: Session }) {
  const missing = useAtomValue(missingAtom);
  const order = useAtomValue(orderAtom);
  const method = useAtomValue(paymentMethodAtom);
  const isFree = useAtomValue(isFreeAtom);
  const isPauseTold = useAtomValue(pendingOrdersAtom).some(isPaused);
  const handover = useAtomValue(handoverAtom);
  const store = useStore();
  const pay = usePay();
  const areMethodsKnown = useAtomValue(areMethodsKnownAtom);
  const isOrderKnown = useAtomValue(isOrderKnownAtom);
  const [isPressed, setPressed] = useState(false);
  const [asked, setAsked] = useState<Missing | 'method'>();
  const lacking = missing ?? (method ? undefined : 'method');
  // What is remembered or chosen is known only with its list: a press before that counts then.
  const isEarly = lacking === 'method' ? !areMethodsKnown : !lacking && !isOrderKnown;
  const error = asked === lacking ? lacking : undefined;

  const agreeAndPay = async (order: Order) => {
    if (handover && (await agreesToStart(store, handover))) await pay(order);
  };
  const payNow = () => {
    setPressed(isEarly);
    if (isEarly) return;
    setAsked(lacking);
    if (lacking) pointTo(lacking === 'method' ? '#method :is(input, button)' : '#place :is(input, a)');
    else if (order) void agreeAndPay(order);
  };
  useEffect(() => {
    if (isPressed && !isEarly) payNow();
  });

  if (missing === 'items') return <EmptyCart />;

  return (
    <CheckoutColumns summary={<PaymentSummary isPressed={isPressed} />} submit={payNow}>
      {isOrderKnown && <PaymentOutcome session={session} order={order} />}
      {!isPauseTold && <OpeningLine />}
      <DeliveryTo error={error} />
      <Lines />
      {isFree && method ? (
        <CheckoutPart title="Pembayaran">
          <p>Tidak ada yang perlu dibayar.</p>
        </CheckoutPart>
      ) : (
        <Choices
          id="method"
          name="Metode pembayaran"
          error={
            error === 'method' && (
              <span lang="en">You have not choosen a payment method, please choose a payment method first!</span>
            )
          }
        >
          {areMethodsKnown ? (
            <PaymentMethods />
          ) : (
            <p role="status" className={`soft ${style.loading}`}>
              Memuat cara pembayaran . . .
            </p>
          )}
        </Choices>
      )}
    </CheckoutColumns>
  );
}

/** Where the order goes, in one line that opens; open while something is missing there (decision O11). */
function DeliveryTo({ error }: { error: Missing | 'method' | undefined }) {
  const handover = useAtomValue(handoverAtom);
  const isTableAsked = useAtomValue(isTableAskedAtom);
  const address = useAtomValue(deliveryAddressAtom);
  const isOutside = useAtomValue(isOutsideAtom);
  const missing = useAtomValue(missingAtom);
  const start = useAtomValue(startAtom);
  const isPickup = handover?.kind === 'pickup';
  const isByCourier = handover?.kind === 'courier';
  const place =
    missing === 'table'
      ? ['Makan di sini']
      : isPickup
        ? ['Ambil sendiri di kedai', start && `mulai ${start}`]
        : [isByCourier && `Kurir ${handover.name}`, address?.fullStreet];
  const needed = missing === 'handover' || missing === 'address' ? needs[missing] : undefined;

  return (
    <Fold
      id="place"
      icon={handoverIcons[isTableAsked ? 'dine-in' : (handover?.kind ?? 'courier')]}
      summary={place.filter(Boolean).join(', ') || 'Tujuan pesanan'}
      isForced={missing !== undefined}
    >
      {isTableAsked ? (
        <TableField isMissing={error === 'table'} />
      ) : needed ? (
        <InlineError id="place-needs" isAnnounced={error === missing}>
          {missing === 'address' && isOutside ? outsideWords() : needed.text}
        </InlineError>
      ) : (
        <div>
          {address && isByCourier && <AddressLine address={address} />}
          {isPickup && <p className="soft">{shop.contact.address.join(', ')}</p>}
        </div>
      )}
      <Link
        to="/carts/delivery"
        className={isTableAsked ? 'quiet flush' : 'secondary'}
        aria-describedby={needed ? 'place-needs' : undefined}
      >
        {isTableAsked ? 'Bukan di meja' : (needed?.mend ?? 'Ubah')}
      </Link>
    </Fold>
  );
}

const needs: Record<'handover' | 'address', { text: string; mend: string }> = {
  handover: { text: 'Anda harus memilih kurir terlebih dahulu', mend: 'Pilih kurir' },
  address: { text: 'Kurir membutuhkan alamat pengiriman terlebih dahulu', mend: 'Pilih alamat' },
};

/** What is ordered, in one line that opens. */
function Lines() {
  const cart = useAtomValue(cartAtom);
  const count = useAtomValue(cartCountAtom);
  const names = cart.map((item) => `${lineNameOf(item)}${item.qty > 1 ? ` ×${grouped(item.qty)}` : ''}`).join(', ');

  return (
    <Fold id="lines" icon="cart" summary={`${grouped(count)} barang: ${names}`}>
      <ul aria-label="Pesanan Anda" className={`wide ${style.lines}`}>
        {cart.map((item) => (
          <li key={keyOfLine(item)}>
            <span>{`${grouped(item.qty)} × ${lineNameOf(item)}`}</span>
            <span>{rupiah(item.qty * unitPriceOf(item))}</span>
          </li>
        ))}
      </ul>
      <Link to="/carts" className="secondary">
        Ubah pesanan
      </Link>
    </Fold>
  );
}

interface FoldProps {
  id: string;
  icon: IconName;
  summary: string;
  /** Whether it must stay open. */
  isForced?: boolean;
  children: ReactNode;
}

/** A line that opens. Once it was open for what was missing, it stays open, so that nothing moves while that is typed. */
function Fold({ id, icon, summary, isForced = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isForced);
  if (isForced && !isOpen) setOpen(true);

  return (
    <details id={id} open={isOpen} className={style.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="row bold">
        <Icon name={icon} />
        <span className="grow two-lines">{summary}</span>
        <Icon name="forward" size={18} />
      </summary>
      <div className={`stack start ${style.folded}`}>{children}</div>
    </details>
  );
}

function PaymentSummary({ isPressed }: { isPressed: boolean }) {
  const isFree = useAtomValue(isFreeAtom);
  const { sending, asking } = useAtomValue(paymentAtom);
  const shown = useAtomValue(alreadyShownAtom);

  return (
    <CostsSoFar
      // The same words as in the comparison of old and new prices next to it.
      totalName={shown?.state === 'quote_changed' ? 'Total tadi' : 'Total Belanja'}
      action={
        <button
          type="submit"
          className={shown ? 'secondary' : 'primary'}
          aria-disabled={sending}
          aria-busy={sending || isPressed}
        >
          {sending && !asking ? 'Mengirim pesanan…' : 'Bayar'}
        </button>
      }
    >
      <p className="soft small">
        {`Setelah menekan Bayar, pesanan dikirim ke kedai. Nomor pesanan ${isFree ? '' : 'dan cara membayarnya '}muncul begitu kedai menerimanya.`}
      </p>
    </CostsSoFar>
  );
}
