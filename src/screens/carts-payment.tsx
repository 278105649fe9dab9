import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { Order, Quote, Session } from '#core/contract';
import { canonical } from '#core/order';
import { shop } from '#core/shop';
import { type Intent, orderOf } from '#device/intents';
import { cartCountAtom, subTotalAtom } from '../state/cart.ts';
import { banksAtom, miniMarketsAtom } from '../state/catalogue.ts';
import {
  chosenMethodAtom,
  destinationAtom,
  handoverAtom,
  type Missing,
  missingAtom,
  orderAtom,
} from '../state/checkout.ts';
import { intentsAtom } from '../state/outbox.ts';
import { agreeToQuoteAtom, type PaymentQuestions, payAtom, paymentAtom } from '../state/payment.ts';
import { AddressCard } from '../ui/address-card.tsx';
import button from '../ui/button.module.css';
import { CheckoutColumns, CheckoutFrame, CheckoutPart } from '../ui/checkout-frame.tsx';
import { ChoiceCard, Choices } from '../ui/choice-card.tsx';
import { CustomerOnly } from '../ui/customer-only.tsx';
import { confirmed, tell } from '../ui/dialogs.tsx';
import { EmptyCart } from '../ui/empty-cart.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { OpeningLine } from '../ui/opening-line.tsx';
import { OrderCosts, OrderSummary } from '../ui/order-summary.tsx';
import { Picture } from '../ui/picture.tsx';
import { nothingLeftOf, QuoteComparison } from '../ui/quote-comparison.tsx';
import { reasonOf, sentByItself } from '../ui/waiting-words.ts';
import style from './carts-payment.module.css';

export function PaymentScreen() {
  return (
    <CheckoutFrame step="payment" title="Pembayaran">
      <CustomerOnly>{(session) => <Payment session={session} />}</CustomerOnly>
    </CheckoutFrame>
  );
}

function Payment({ session }: { session: Session }) {
  const missing = useAtomValue(missingAtom);
  const order = useAtomValue(orderAtom);
  const method = useAtomValue(chosenMethodAtom);
  const { sending } = useAtomValue(paymentAtom);
  const pay = usePay();
  const [asked, setAsked] = useState<Missing | 'method'>();
  const lacking = missing ?? (method ? undefined : 'method');
  const fault = asked === lacking ? lacking : undefined;

  if (missing === 'items') return <EmptyCart />;

  const payNow = () => {
    setAsked(lacking);
    if (lacking)
      document.querySelector<HTMLElement>(lacking === 'method' ? '#method :is(input, button)' : '#place a')?.focus();
    else if (order && !sending) void pay(order);
  };

  return (
    <CheckoutColumns summary={<PaymentSummary />} submit={payNow}>
      <Outcome session={session} order={order} />
      <OpeningLine />
      <Place fault={fault} />
      <Choices
        id="method"
        name="Metode pembayaran"
        error={
          fault === 'method'
            ? 'You have not choosen a payment method, please choose a payment method first!'
            : undefined
        }
      >
        <div className={style.lists}>
          <CheckoutPart title="Bank">
            <Methods source={banksAtom} folder="banks" name="bank" />
          </CheckoutPart>
          <CheckoutPart title="Pembayaran lain">
            <Methods source={miniMarketsAtom} folder="mini-markets" name="mini market" />
          </CheckoutPart>
        </div>
      </Choices>
    </CheckoutColumns>
  );
}

/** Sends an order; its acceptance is the only thing that ends on /products, and only from this screen (decision O8). */
function usePay() {
  const pay = useSetAtom(payAtom);
  const navigate = useNavigate();
  const router = useRouter();

  return async (order: Order) => {
    const intent = await pay(order, questions);
    if (intent?.state !== 'accepted') return;
    void tell('Congratulations, you successfully created an order', { ms: 1_500 });
    if (router.state.location.pathname === '/carts/payment') await navigate({ to: '/products' });
  };
}

const questions: PaymentQuestions = {
  sameAgain: (accepted) =>
    confirmed('Pesan lagi yang sama?', {
      yes: 'Ya, pesan lagi',
      detail: `Pesanan yang sama baru saja diterima toko${accepted?.order_number ? ` dengan nomor ${accepted.order_number}` : ''}.`,
    }),
  replace: (waiting) =>
    confirmed('Masih ada pesanan lain yang menunggu', {
      yes: 'Batalkan yang lama',
      no: 'Kirim keduanya',
      detail: orderOf(waiting)
        .order_items.map(({ qty, name }) => `${qty} × ${name}`)
        .join(', '),
    }),
  stays: (accepted) =>
    tell(accepted ? 'Pesanan yang lama sudah diterima toko' : 'Pesanan yang lama belum pasti batal', {
      ms: 3_000,
      detail: accepted
        ? 'Pesanan yang baru belum dikirim. Tekan Bayar lagi bila tetap mau memesannya.'
        : 'Pesanan yang baru belum dikirim. Tunggu jawaban toko, lalu tekan Bayar lagi.',
      urgent: true,
    }),
  sendAgain: () =>
    confirmed('Kirim pesanan ini sekali lagi?', {
      yes: 'Ya, kirim lagi',
      detail:
        'Kami tidak menemukannya di daftar pesanan Anda, tetapi pesanan pertama mungkin masih sampai. Toko bisa menerima dua pesanan.',
    }),
};

/** Where the order goes, or what it still needs before it can go there (decision O11). */
function Place({ fault }: { fault: Missing | 'method' | undefined }) {
  const handover = useAtomValue(handoverAtom);
  const address = useAtomValue(destinationAtom);
  const missing = useAtomValue(missingAtom);
  const needed = missing && missing !== 'items' ? needs[missing] : undefined;

  return (
    <CheckoutPart title={handover?.kind === 'courier' || !handover ? 'Alamat pengiriman' : handover.name}>
      <div id="place" className={style.place}>
        {needed ? (
          <p id="place-needs" role={fault === missing ? 'alert' : undefined} className={style.needed}>
            {needed.text}
          </p>
        ) : (
          address && <AddressCard address={address} />
        )}
        {!needed && handover?.kind === 'courier' && <p className={style.courier}>Kurir {handover.name}</p>}
        {!needed && handover?.kind === 'pickup' && <p className={style.courier}>{shop.contact.address.join(', ')}</p>}
        <Link to="/carts/delivery" className={button.secondary} aria-describedby={needed ? 'place-needs' : undefined}>
          {needed?.mend ?? 'Ubah'}
        </Link>
      </div>
    </CheckoutPart>
  );
}

const needs: Record<Exclude<Missing, 'items'>, { text: string; mend: string }> = {
  handover: { text: 'Anda harus memilih kurir terlebih dahulu', mend: 'Pilih kurir' },
  table: { text: 'Isi nomor meja Anda terlebih dahulu', mend: 'Isi nomor meja' },
  address: { text: 'Kurir membutuhkan alamat pengiriman terlebih dahulu', mend: 'Pilih alamat' },
};

function Methods({
  source,
  folder,
  name,
}: {
  source: typeof banksAtom;
  folder: 'banks' | 'mini-markets';
  name: string;
}) {
  const [{ status, data }, reload] = useAtom(source);
  const [chosen, choose] = useAtom(chosenMethodAtom);

  if (!data && status === 'error')
    return <LoadFailure text={`Daftar ${name} gagal dimuat.`} retry={() => void reload()} />;
  if (!data) {
    return (
      <p role="status" className={style.loading}>
        Memuat daftar {name} . . .
      </p>
    );
  }
  if (data.length === 0) return <p className={style.none}>Belum ada {name} yang bisa dipakai.</p>;

  return (
    <div className={style.methods}>
      {data.map((method) => (
        <ChoiceCard
          key={method._id}
          group="metode"
          value={method._id}
          chosen={chosen?._id === method._id}
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
  const handover = useAtomValue(handoverAtom);
  const { sending } = useAtomValue(paymentAtom);

  return (
    <OrderSummary
      total={subTotal + (handover?.fee ?? 0)}
      totalName="Total Belanja"
      action={
        <button type="submit" className={button.primary} disabled={sending} aria-busy={sending}>
          {sending ? 'Mengirim pesanan…' : 'Bayar'}
        </button>
      }
    >
      <OrderCosts count={count} subTotal={subTotal} fee={handover?.fee} />
      <p className={style.next}>
        Setelah menekan Bayar, pesanan dikirim ke toko. Nomor pesanan dan cara membayarnya muncul begitu toko
        menerimanya.
      </p>
    </OrderSummary>
  );
}

// --- What became of it --------------------------------------------------------------------------------------------

/** What became of the last press of 'Bayar', and whether pressing again is safe (decision O7). */
function Outcome({ session, order }: { session: Session; order: Order | undefined }) {
  const { sending, intent: pressed, token, notKept, safeAgain } = useAtomValue(paymentAtom);
  // It goes on by itself: what the device knows now counts, not what the press came back with.
  const intent = useAtomValue(intentsAtom).find(({ id }) => id === pressed?.id) ?? pressed;

  if (sending) return null;
  if (notKept) {
    return (
      <Notice title="Pesanan belum dikirim">
        HP ini sedang tidak bisa menyimpan apa pun, jadi tidak ada yang dikirim dan tidak ada yang tersimpan. Kosongkan
        sedikit ruang penyimpanan, lalu tekan Bayar lagi.
      </Notice>
    );
  }
  if (!intent) return null;
  const isThisOrder = order !== undefined && intent.body === canonical(order);
  if (intent.state === 'unsure' && !isThisOrder) {
    return (
      <Notice title="Pesanan sebelumnya belum pasti">
        Toko belum menjawab pesanan yang Anda kirim sebelum mengubahnya. Lihat atau batalkan dulu di{' '}
        <Link to="/account/order-list">daftar pesanan Anda</Link>: yang baru menjadi pesanan kedua.
      </Notice>
    );
  }
  if (!isThisOrder || (intent.state === 'needs_login' && token !== session.token)) return null;
  if (intent.state === 'quote_changed' && intent.quote) return <NewQuote order={order} quote={intent.quote} />;
  return <WhatBecameOf intent={intent} safeAgain={safeAgain ?? false} />;
}

function WhatBecameOf({ intent, safeAgain }: { intent: Intent; safeAgain: boolean }) {
  if (intent.state === 'stored') {
    return (
      <Notice title="Tersimpan di HP">
        Toko belum bisa dihubungi dan pesanan belum keluar dari HP ini. {sentByItself(intent)} Aman untuk menekan Bayar
        lagi.
        <Waiting />
      </Notice>
    );
  }
  if (intent.state === 'unsure') {
    return (
      <Notice title="Toko belum menjawab">
        {safeAgain
          ? `Pesanan ini mungkin sudah sampai. Kami terus memastikannya; menekan Bayar lagi juga aman: pesanan yang sama tidak akan dibuat dua kali.`
          : 'Pesanan ini mungkin sudah sampai. Jika Anda menekan Bayar lagi, kami mencarinya dulu di daftar pesanan Anda dan bertanya sebelum mengirimnya sekali lagi.'}
        <Waiting />
      </Notice>
    );
  }
  if (intent.state === 'too_old') {
    return (
      <Notice title="Masih mau?">
        Pesanan ini sudah lama menunggu, jadi tidak kami kirim tanpa bertanya.
        <Waiting />
      </Notice>
    );
  }
  if (intent.state === 'needs_login') {
    return (
      <Notice title="Sesi Anda sudah berakhir">
        Pesanan tersimpan di HP ini dan belum diterima toko.{' '}
        <Link to="/account/login" state={{ returnTo: '/carts/payment', sessionEnded: true }}>
          Log In
        </Link>{' '}
        lagi, lalu tekan Bayar.
      </Notice>
    );
  }
  if (intent.state === 'refused') {
    const reason = reasonOf(intent);
    return <Notice title="Pesanan ditolak toko">Tidak ada yang dipesan. {reason}</Notice>;
  }
  if (intent.state === 'accepted') {
    // It was sent by itself while the customer waited here; nobody is moved (decision O8).
    return (
      <Notice title={`Pesanan diterima toko, ${intent.order?.order_number || 'nomor menyusul'}`}>
        <Link to="/products">Lihat cara membayarnya</Link>
      </Notice>
    );
  }
  return null;
}

function Waiting() {
  return (
    <p>
      <Link to="/account/order-list">Lihat atau batalkan pesanan yang menunggu</Link>
    </p>
  );
}

/** Old and new side by side; the customer decides (decision O5). */
function NewQuote({ order, quote }: { order: Order; quote: Quote }) {
  const agree = useSetAtom(agreeToQuoteAtom);
  const setPayment = useSetAtom(paymentAtom);
  const pay = usePay();
  const nothingLeft = nothingLeftOf(order, quote);

  const agreeAndPay = async () => {
    const next = await agree(quote, questions);
    // Only what was agreed to is sent; the cart may have grown on another device meanwhile.
    if (next?.totalShopping === quote.totalShopping) await pay(next);
  };
  const cancel = () => {
    setPayment({ sending: false });
    document.getElementById('isi')?.focus({ preventScroll: true });
  };

  return (
    <Notice title="Harga berubah">
      <p>Belum ada yang dipesan. Bandingkan dulu, lalu putuskan.</p>
      <QuoteComparison order={order} quote={quote} />
      <div className={style.answers}>
        <button type="button" className={button.secondary} onClick={cancel}>
          Batal
        </button>
        <button type="button" className={button.primary} onClick={() => void agreeAndPay()}>
          {nothingLeft ? 'Hapus dari keranjang' : 'Setuju dengan harga baru'}
        </button>
      </div>
    </Notice>
  );
}

/** Announced, and the focus is led to it: it stands above what the customer was looking at. */
function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div ref={focusOnce} role="alert" tabIndex={-1} className={style.notice}>
      <h2 className={style.noticeTitle}>{title}</h2>
      <div>{children}</div>
    </div>
  );
}

const focusOnce = (notice: HTMLElement | null) => notice?.focus();
