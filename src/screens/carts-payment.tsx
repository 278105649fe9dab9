import { Link } from '@tanstack/react-router';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import type { PaymentMethod, Session } from '#core/contract';
import { keyOfLine, unitPriceOf } from '#core/line';
import type { Order } from '#core/order-contract';
import { qrisId, tillId } from '#core/payment';
import { grouped, rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { isPaused } from '#device/outbox-order';
import { Icon, type IconName } from '../../design/icon.tsx';
import { cartAtom, cartCountAtom } from '../state/cart/cart.ts';
import { banksAtom, miniMarketsAtom } from '../state/catalogue/catalogue.ts';
import {
  areMethodsKnownAtom,
  chosenMethodAtom,
  deliveryAddressAtom,
  isFreeAtom,
  isOrderKnownAtom,
  isOutsideAtom,
  type Missing,
  methodKey,
  methodKeyAtom,
  missingAtom,
  orderAtom,
  paymentMethodAtom,
  startAtom,
} from '../state/checkout/checkout.ts';
import { handoverAtom, isTableAskedAtom } from '../state/checkout/handover.ts';
import { alreadyShownAtom } from '../state/checkout/payment.ts';
import { paymentAtom, pendingOrdersAtom } from '../state/checkout/stored-orders.ts';
import { AddressLine, outsideWords } from '../ui/account/address-card.tsx';
import { EmptyCart, lineNameOf } from '../ui/cart/cart-lines.tsx';
import { Picture } from '../ui/catalogue/picture.tsx';
import { agreesToStart } from '../ui/checkout/agree-to-start.ts';
import {
  CheckoutColumns,
  CheckoutFrame,
  CheckoutPart,
  CostsSoFar,
  handoverIcons,
  pointTo,
  TableField,
} from '../ui/checkout/checkout-frame.tsx';
import methodStyle from '../ui/checkout/payment-methods.module.css';
import { PaymentOutcome, usePay } from '../ui/checkout/payment-outcome.tsx';
import { InlineError, LoadFailure } from '../ui/feedback/empty-state.tsx';
import { ChoiceCard, Choices } from '../ui/forms/choice-card.tsx';
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
      <ul aria-label="Pesanan Anda" className="stack gap-2 wide">
        {cart.map((item) => (
          <li key={keyOfLine(item)} className="wrap apart anywhere">
            <span className={style.name}>{`${grouped(item.qty)} × ${lineNameOf(item)}`}</span>
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
    <details
      id={id}
      open={isOpen}
      className={`card ${style.fold}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="row">
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

const lists = { banks: banksAtom, 'mini-markets': miniMarketsAtom };

interface MethodGroup {
  title: string;
  folder: keyof typeof lists;
  /** Undefined when they could not be loaded. */
  methods: PaymentMethod[] | undefined;
}

/**
 * Both lists at once, so that neither moves the other. The remembered method comes first; for a customer in the shop those of its till come
 * before the others.
 */
function PaymentMethods() {
  const banks = useAtomValue(banksAtom).data;
  const miniMarkets = useAtomValue(miniMarketsAtom).data;
  const handover = useAtomValue(handoverAtom);
  // As it was when the screen opened, so that a tap moves nothing.
  const [remembered] = useState(useAtomValue(methodKeyAtom));
  const isInShop = handover !== undefined && handover.kind !== 'courier';
  const isAtTill = ({ _id }: PaymentMethod) => isInShop && (_id === tillId || _id === qrisId);

  const groups: MethodGroup[] = [
    { title: 'Di kedai', folder: 'mini-markets', methods: miniMarkets?.filter(isAtTill) ?? [] },
    { title: 'Bank', folder: 'banks', methods: banks },
    { title: 'Pembayaran lain', folder: 'mini-markets', methods: miniMarkets?.filter((method) => !isAtTill(method)) },
  ];
  const first = <const Item,>(items: Item[], isFirst: (item: Item) => boolean) =>
    items.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const isRemembered = (folder: keyof typeof lists) => (method: PaymentMethod) =>
    methodKey(folder, method) === remembered;

  return (
    <div className="stack gap-5">
      {first(groups, ({ folder, methods }) => methods?.some(isRemembered(folder)) ?? false)
        .filter(({ title, methods }) => title !== 'Di kedai' || methods?.length)
        .map(({ title, folder, methods }) => (
          <CheckoutPart key={title} title={title}>
            <MethodList methods={methods && first(methods, isRemembered(folder))} folder={folder} />
          </CheckoutPart>
        ))}
    </div>
  );
}

function MethodList({ methods, folder }: Omit<MethodGroup, 'title'>) {
  const retry = useSetAtom(lists[folder]);
  const chosen = useAtomValue(chosenMethodAtom);
  const choose = useSetAtom(methodKeyAtom);
  const name = folder === 'banks' ? 'bank' : 'mini market';

  if (!methods) return <LoadFailure text={`Daftar ${name} gagal dimuat.`} retry={retry} />;
  if (methods.length === 0) return <p className="soft">{`Belum ada ${name} yang bisa dipakai.`}</p>;

  return (
    <div className={`stack ${methodStyle.methods}`}>
      {methods.map((method) => (
        <ChoiceCard
          key={method._id}
          group="metode"
          value={methodKey(folder, method)}
          chosen={chosen === method}
          choose={choose}
        >
          <Picture folder={folder} file={method.image_url} alt="" size={48} className={`thumb ${methodStyle.image}`} />
          <strong>{method.name}</strong>
        </ChoiceCard>
      ))}
    </div>
  );
}
