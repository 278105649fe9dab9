import { Link, useNavigate } from '@tanstack/react-router';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useState } from 'react';
import { keyOfLine, unitPriceOf } from '#core/line';
import { rupiah } from '#core/rupiah';
import { type Handover, shop } from '#core/shop';
import { Icon } from '../../design/icon.tsx';
import { absentAtom, cartAtom } from '../state/cart/cart.ts';
import { addressAtom, isOutsideAtom, type Missing, missingAtom, startAtom } from '../state/checkout/checkout.ts';
import {
  choiceAtom,
  chooseHandoverAtom,
  handoverAtom,
  handoversAtom,
  isTableAskedAtom,
  knownTableAtom,
} from '../state/checkout/handover.ts';
import { AddressCard, DeliveryArea, outsideWords } from '../ui/account/address-card.tsx';
import { Chosen, EmptyCart } from '../ui/cart/cart-lines.tsx';
import { absenceOf } from '../ui/catalogue/availability.ts';
import { Picture } from '../ui/catalogue/picture.tsx';
import { agreesToStart, startInWords } from '../ui/checkout/agree-to-start.ts';
import {
  CheckoutColumns,
  CheckoutFrame,
  CheckoutPart,
  CostsSoFar,
  handoverIcons,
  pointTo,
  TableField,
} from '../ui/checkout/checkout-frame.tsx';
import { InlineError } from '../ui/feedback/empty-state.tsx';
import { ChoiceCard, Choices } from '../ui/forms/choice-card.tsx';
import { OpeningLine } from '../ui/shop/opening.tsx';
import style from './carts-delivery.module.css';

export function Screen() {
  return (
    <CheckoutFrame step="Pengiriman" title="Pengiriman">
      {() => <Delivery />}
    </CheckoutFrame>
  );
}

function Delivery() {
  const missing = useAtomValue(missingAtom);
  const navigate = useNavigate();
  const handover = useAtomValue(handoverAtom);
  const store = useStore();
  const [asked, setAsked] = useState<Missing>();
  const error = asked === missing ? missing : undefined;

  if (missing === 'items') return <EmptyCart />;

  const goOn = async () => {
    if (handover && (await agreesToStart(store, handover))) await navigate({ to: '/carts/payment' });
  };
  const choosePayment = () => {
    setAsked(missing);
    if (!missing) void goOn();
    else pointTo(`#${missing} :is(input, a)`);
  };

  return (
    <CheckoutColumns
      summary={
        <CostsSoFar
          action={
            <button type="submit" className="primary">
              Pilih metode pembayaran
            </button>
          }
        />
      }
      submit={choosePayment}
    >
      <OpeningLine />
      <HandoverCards error={error} />
      <DeliveryTo error={error} />
      <CheckoutPart title="Pesanan Anda">
        <OrderItems />
      </CheckoutPart>
    </CheckoutColumns>
  );
}

function HandoverCards({ error }: { error: Missing | undefined }) {
  const handovers = useAtomValue(handoversAtom);
  const chosen = useAtomValue(handoverAtom);
  const { handover: service } = useAtomValue(choiceAtom);
  const choose = useSetAtom(chooseHandoverAtom);
  const asksTable = useAtomValue(isTableAskedAtom);
  const isTableKnown = useAtomValue(knownTableAtom) !== '';
  // Typing a table's number moves nothing on the screen.
  const [typedAt, setTypedAt] = useState<boolean>();
  const isAtTable = typedAt ?? isTableKnown;
  const store = useStore();
  const couriers = handovers.filter(({ kind }) => kind === 'courier');
  const inTheStore = handovers.filter(({ kind }) => kind !== 'courier');
  if (isAtTable) inTheStore.sort((one, other) => Number(other.kind === 'dine-in') - Number(one.kind === 'dine-in'));
  const card = (handover: Handover) => (
    <ChoiceCard
      key={handover.id}
      group="kurir"
      value={handover.id}
      chosen={chosen?.id === handover.id}
      choose={async (id) => (await agreesToStart(store, handover)) && choose({ handover: id })}
    >
      <span className={`disc accent ${style.tile}`}>
        <Icon name={handoverIcons[handover.kind]} />
      </span>
      <span className="grow">
        <strong className="block">{handover.name}</strong>
        <span className="soft figure">{handover.fee === 0 ? 'Tanpa ongkos kirim' : rupiah(handover.fee)}</span>
      </span>
    </ChoiceCard>
  );
  const byCourier = (
    <CheckoutPart title="Kurir">
      <div className="stack columns">
        <DeliveryArea />
        {couriers.map(card)}
      </div>
    </CheckoutPart>
  );
  const withoutCourier = inTheStore.length > 0 && (
    <CheckoutPart title={isAtTable ? 'Di kedai' : 'Atau tanpa kurir'}>
      <div className="stack columns">{inTheStore.map(card)}</div>
      {asksTable && <TableField isMissing={error === 'table'} onType={() => setTypedAt(isAtTable)} />}
    </CheckoutPart>
  );

  return (
    <Choices
      id="handover"
      name="Cara menerima pesanan"
      error={error === 'handover' ? 'Anda harus memilih kurir terlebih dahulu' : undefined}
    >
      {isAtTable && withoutCourier}
      {isAtTable ? (
        <details open={service === 'courier' || chosen?.kind === 'courier'} className={style.elsewhere}>
          <summary className="card bold">Antar ke tempat lain</summary>
          {byCourier}
        </details>
      ) : (
        byCourier
      )}
      {!isAtTable && withoutCourier}
    </Choices>
  );
}

/** The address of the order: a courier needs one, a handover in the store does not (decisions O11 and O13). */
function DeliveryTo({ error }: { error: Missing | undefined }) {
  const handover = useAtomValue(handoverAtom);
  const start = useAtomValue(startAtom);
  const address = useAtomValue(addressAtom);
  const isOutside = useAtomValue(isOutsideAtom);

  if (handover && handover.kind !== 'courier') {
    const way = handover.kind === 'pickup' ? 'Pesanan menunggu Anda di kasir' : 'Pesanan kami bawa ke meja Anda';
    return (
      <CheckoutPart title={handover.name}>
        <p>{`${way}${start && ` ${startInWords(start)}`}. Tidak perlu alamat pengiriman.`}</p>
        <p className="row gap-2 soft">
          <Icon name="pin" size={20} /> {shop.contact.address.join(', ')}
        </p>
      </CheckoutPart>
    );
  }

  const told = isOutside
    ? outsideWords()
    : error === 'address' && 'Kurir membutuhkan alamat: pilih atau tambah alamat pengiriman terlebih dahulu';
  return (
    <CheckoutPart title="Alamat pengiriman">
      <div id="address" className={`stack gap-4 ${style.address}`}>
        {told && <InlineError id="address-missing">{told}</InlineError>}
        {address ? <AddressCard address={address} /> : <p className="soft">Belum ada alamat yang dipilih.</p>}
        <div className="wrap buttons">
          <Link
            to="/carts/choose-address"
            className="secondary"
            aria-describedby={told ? 'address-missing' : undefined}
          >
            Pilih Alamat
          </Link>
          <Link to="/carts/new-address" className="secondary">
            Tambah Alamat Baru
          </Link>
        </div>
      </div>
    </CheckoutPart>
  );
}

function OrderItems() {
  const cart = useAtomValue(cartAtom);
  const absent = useAtomValue(absentAtom);

  return (
    <ol aria-label="Pesanan Anda" className="stack gap-4">
      {cart.map((item, index) => (
        <li key={keyOfLine(item)} className="row">
          <Picture folder="products" file={item.image_url} alt="" size={72} className="thumb" />
          <div className="grow">
            <h3 className="small accent">{`PESANAN ${index + 1}`}</h3>
            <p className="bold">{item.name}</p>
            {item.choices || item.note ? (
              <Chosen item={item} />
            ) : (
              <p className="soft small" lang="en">
                Note: Strong
              </p>
            )}
            {item.available === false && <p className="error small">{absenceOf(item, absent)}</p>}
            <p className="figure">{`${item.qty} × ${rupiah(unitPriceOf(item))}`}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
