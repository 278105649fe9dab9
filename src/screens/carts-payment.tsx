import { Link } from '@tanstack/react-router';
import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Order, PaymentMethod, Session } from '#core/contract';
import { handoverName, shop } from '#core/shop';
import button from '../../design/button.module.css';
import { cartCountAtom, subTotalAtom } from '../state/cart/cart.ts';
import { banksAtom, miniMarketsAtom } from '../state/catalogue/catalogue.ts';
import {
  chosenMethodAtom,
  deliveryAddressAtom,
  isFreeAtom,
  isOutsideAtom,
  type Missing,
  methodKey,
  missingAtom,
  orderAtom,
  paymentMethodAtom,
  totalAtom,
} from '../state/checkout/checkout.ts';
import { handoverAtom, isTableAskedAtom } from '../state/checkout/handover.ts';
import { alreadyShownAtom, paymentAtom } from '../state/checkout/payment.ts';
import { AddressLine } from '../ui/account/address-card.tsx';
import { CustomerOnly } from '../ui/account/customer-only.tsx';
import { outsideWords } from '../ui/account/delivery-area.tsx';
import { EmptyCart } from '../ui/cart/empty-cart.tsx';
import { Picture } from '../ui/catalogue/picture.tsx';
import { useAgreeToStart } from '../ui/checkout/agree-to-start.ts';
import { CheckoutColumns, CheckoutFrame, CheckoutPart, pointTo } from '../ui/checkout/checkout-frame.tsx';
import { OrderCosts, OrderSummary } from '../ui/checkout/order-summary.tsx';
import { usePay } from '../ui/checkout/pay.tsx';
import { PaymentOutcome } from '../ui/checkout/payment-outcome.tsx';
import { TableField } from '../ui/checkout/table-field.tsx';
import { LoadFailure } from '../ui/feedback/empty-state.tsx';
import { InlineError } from '../ui/feedback/inline-error.tsx';
import { ChoiceCard, Choices } from '../ui/forms/choice-card.tsx';
import { OpeningLine } from '../ui/shop/opening-line.tsx';
import style from './carts-payment.module.css';

export function Screen() {
  return (
    <CheckoutFrame step="Pembayaran" title="Pembayaran">
      <CustomerOnly>{(session) => <Payment session={session} />}</CustomerOnly>
    </CheckoutFrame>
  );
}

function Payment({ session }: { session: Session }) {
  const missing = useAtomValue(missingAtom);
  const order = useAtomValue(orderAtom);
  const method = useAtomValue(paymentMethodAtom);
  const isFree = useAtomValue(isFreeAtom);
  const { sending } = useAtomValue(paymentAtom);
  const handover = useAtomValue(handoverAtom);
  const agreeToStart = useAgreeToStart();
  const pay = usePay();
  const [asked, setAsked] = useState<Missing | 'method'>();
  const lacking = missing ?? (method ? undefined : 'method');
  const error = asked === lacking ? lacking : undefined;

  // Above the methods only while something is missing; but the field for the table stays where it is typed into.
  const [tableField, setTableField] = useState<'above' | 'below'>();
  if (missing === 'table' && !tableField) setTableField('above');
  const isFirst = (missing !== undefined && missing !== 'table') || tableField === 'above';
  const deliveryTo = (
    <DeliveryTo error={error} changesTable={!!tableField} changeTable={() => setTableField('below')} />
  );

  if (missing === 'items') return <EmptyCart />;

  const agreeAndPay = async (order: Order) => {
    if (handover && (await agreeToStart(handover))) await pay(order);
  };
  const payNow = () => {
    setAsked(lacking);
    if (lacking) pointTo(lacking === 'method' ? '#method :is(input, button)' : '#place :is(input, a)');
    else if (order && !sending) void agreeAndPay(order);
  };

  return (
    <CheckoutColumns summary={<PaymentSummary />} submit={payNow}>
      <PaymentOutcome session={session} order={order} />
      <OpeningLine />
      {isFirst && deliveryTo}
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
          <MethodLists />
        </Choices>
      )}
      {!isFirst && deliveryTo}
    </CheckoutColumns>
  );
}

interface DeliveryToProps {
  error: Missing | 'method' | undefined;
  /** Whether the field for the table's number is open, and the function that opens it. */
  changesTable: boolean;
  changeTable: () => void;
}

/** Where the order goes, or what it still needs (decision O11). */
function DeliveryTo({ error, ...table }: DeliveryToProps) {
  const handover = useAtomValue(handoverAtom);
  const isTableAsked = useAtomValue(isTableAskedAtom);
  const inTheStore = isTableAsked ? 'dine-in' : handover?.kind !== 'courier' && handover?.id;

  return (
    <CheckoutPart title={inTheStore ? handoverName(inTheStore) : 'Alamat pengiriman'}>
      {isTableAsked ? <AtTable error={error} {...table} /> : <ToPlace error={error} />}
    </CheckoutPart>
  );
}

/** The table, which can be changed in place. */
function AtTable({ error, changesTable, changeTable }: DeliveryToProps) {
  const address = useAtomValue(deliveryAddressAtom);

  const change = () => {
    changeTable();
    pointTo('#table input');
  };
  return (
    <div id="place" className={style.place}>
      <div className={style.words}>
        {changesTable ? <TableField isMissing={error === 'table'} /> : <strong>{address?.fullStreet}</strong>}
      </div>
      {!changesTable && (
        <button type="button" className={button.secondary} onClick={change}>
          Ubah
        </button>
      )}
      <Link to="/carts/delivery" className={`${button.quiet} ${style.other}`}>
        Bukan di meja
      </Link>
    </div>
  );
}

function ToPlace({ error }: Pick<DeliveryToProps, 'error'>) {
  const handover = useAtomValue(handoverAtom);
  const address = useAtomValue(deliveryAddressAtom);
  const missing = useAtomValue(missingAtom);
  const isOutside = useAtomValue(isOutsideAtom);
  const needed = missing === 'handover' || missing === 'address' ? needs[missing] : undefined;

  return (
    <div id="place" className={style.place}>
      {needed ? (
        <InlineError id="place-needs" isAnnounced={error === missing}>
          {missing === 'address' && isOutside ? outsideWords() : needed.text}
        </InlineError>
      ) : (
        <div className={`${style.words} ${handover?.kind === 'courier' ? style.address : ''}`}>
          {address && <AddressLine address={address} />}
          {handover?.kind === 'courier' && <p className={style.courier}>{`Kurir ${handover.name}`}</p>}
          {handover?.kind === 'pickup' && <p className={style.courier}>{shop.contact.address.join(', ')}</p>}
        </div>
      )}
      <Link to="/carts/delivery" className={button.secondary} aria-describedby={needed ? 'place-needs' : undefined}>
        {needed?.mend ?? 'Ubah'}
      </Link>
    </div>
  );
}

const needs: Record<'handover' | 'address', { text: string; mend: string }> = {
  handover: { text: 'Anda harus memilih kurir terlebih dahulu', mend: 'Pilih kurir' },
  address: { text: 'Kurir membutuhkan alamat pengiriman terlebih dahulu', mend: 'Pilih alamat' },
};

/** Shows both lists or none, so that the second one does not move when the first one arrives. */
function MethodLists() {
  const [banks, reloadBanks] = useAtom(banksAtom);
  const [miniMarkets, reloadMiniMarkets] = useAtom(miniMarketsAtom);
  const handover = useAtomValue(handoverAtom);
  const isInStore = handover !== undefined && handover.kind !== 'courier';

  if ([banks, miniMarkets].some(({ status, data }) => !data && status !== 'error')) {
    return (
      <p role="status" className={style.loading}>
        Memuat cara pembayaran . . .
      </p>
    );
  }
  const ofBanks = (
    <CheckoutPart key="banks" title="Bank">
      <Methods methods={banks.data} retry={() => void reloadBanks()} folder="banks" name="bank" />
    </CheckoutPart>
  );
  const others = (
    <CheckoutPart key="others" title="Pembayaran lain">
      <Methods
        methods={miniMarkets.data}
        retry={() => void reloadMiniMarkets()}
        folder="mini-markets"
        name="mini market"
      />
    </CheckoutPart>
  );
  // A customer in the store is next to its till.
  return <div className={style.lists}>{isInStore ? [others, ofBanks] : [ofBanks, others]}</div>;
}

function Methods({
  methods,
  retry,
  folder,
  name,
}: {
  /** Undefined when they could not be loaded. */
  methods: PaymentMethod[] | undefined;
  retry: () => void;
  folder: 'banks' | 'mini-markets';
  name: string;
}) {
  const [chosen, choose] = useAtom(chosenMethodAtom);

  if (!methods) return <LoadFailure text={`Daftar ${name} gagal dimuat.`} retry={retry} />;
  if (methods.length === 0) return <p className={style.none}>{`Belum ada ${name} yang bisa dipakai.`}</p>;

  return (
    <div className={style.methods}>
      {methods.map((method) => (
        <ChoiceCard
          key={method._id}
          group="metode"
          value={methodKey(folder, method)}
          chosen={chosen === method}
          choose={choose}
        >
          <Picture folder={folder} file={method.image_url} alt="" size={48} className={style.image} />
          <strong>{method.name}</strong>
        </ChoiceCard>
      ))}
    </div>
  );
}

function PaymentSummary() {
  const count = useAtomValue(cartCountAtom);
  const subTotal = useAtomValue(subTotalAtom);
  const total = useAtomValue(totalAtom);
  const isFree = useAtomValue(isFreeAtom);
  const handover = useAtomValue(handoverAtom);
  const { sending, asking } = useAtomValue(paymentAtom);
  const shown = useAtomValue(alreadyShownAtom);

  return (
    <OrderSummary
      total={total}
      // The same words as in the comparison of old and new prices next to it.
      totalName={shown?.state === 'quote_changed' ? 'Total tadi' : 'Total Belanja'}
      action={
        <button
          type="submit"
          className={shown ? button.secondary : button.primary}
          aria-disabled={sending}
          aria-busy={sending}
        >
          {sending && !asking ? 'Mengirim pesanan…' : 'Bayar'}
        </button>
      }
    >
      <OrderCosts count={count} subTotal={subTotal} fee={handover?.fee} />
      <p className={style.next}>
        {`Setelah menekan Bayar, pesanan dikirim ke toko. Nomor pesanan ${isFree ? '' : 'dan cara membayarnya '}muncul begitu toko menerimanya.`}
      </p>
    </OrderSummary>
  );
}
