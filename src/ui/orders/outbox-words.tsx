/**
 * The states of the orders on this device: what each is called, what the customer may do, and where they are led; for the list, the
 * payment screen and messages.
 */
import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Quote } from '#core/failure';
import { isPaymentDue } from '#core/order';
import type { Order } from '#core/order-contract';
import { cancelledByCustomer, numberOf } from '#core/order-steps';
import { isHeld } from '#device/backoff';
import { autoRetriedUntil, isPaused, minutesSince, type OutboxOrder, orderOf } from '#device/outbox-order';
import { isAutoRetried, isSettled } from '#device/outbox-states';
import type { HistoryEntryState } from '../../state/catalogue/search.ts';
import { isCancelledSince } from '../../state/checkout/outbox-orders.ts';
import { onlyThisPageAtom } from '../../state/storage/stored-atom.ts';
import { LogInAgain } from '../account/customer-only.tsx';
import { decisionOn, nothingLeftOf } from '../checkout/quote-comparison.tsx';
import { clockOf } from '../feedback/clock.ts';
import { confirmed } from '../feedback/questions.ts';
import { askAboutPause, pauseInWords } from '../shop/opening.tsx';

interface Words {
  /** Its mark in the list of pending orders, and the sentence below. */
  label: ReactNode;
  tone: 'good' | 'warn' | 'bad';
  explanation: string;
  /** In a few words, on any screen. */
  message: string;
  /** What may be done in the list of pending orders, besides cancelling it. */
  answer?: Next | Action | undefined;
  /** Below a pressed 'Bayar'; without one the list of pending orders is there. `isGood`: it is on its way, or has arrived. */
  notice?: { title: ReactNode; text?: ReactNode; next?: Next; isGood?: boolean };
}

interface Next {
  words: string;
  to: '/account/login' | '/account/order-list' | '/carts/payment' | '/products';
  state?: HistoryEntryState;
}

interface Action {
  words: string;
  action: 'send' | 'agree' | 'agreeToPrices' | 'dismiss';
}

const toPending: Next = { words: 'Lihat atau batalkan pesanan yang menunggu', to: '/account/order-list' };

const stillWanted = 'Pesanan ini sudah lama menunggu, jadi tidak kami kirim tanpa bertanya.';

/** The payment screen knows more: the order was changed since it was sent, its session has just ended, or it is sent after another login. */
type State = OutboxOrder['state'] | 'changed' | 'logged_out' | 'resumed';

interface Press {
  state?: State;
  isThisOrder?: boolean;
}

const states: Record<State, (entry: OutboxOrder, press: Press) => Partial<Words>> = {
  stored: (entry) => ({
    label: <NotSent />,
    explanation: sentByItself(entry),
    answer: sendNow(entry),
    message: 'Pesanan Anda belum terkirim, dan dikirim sendiri begitu tersambung',
    notice: {
      title: <NotSent />,
      text: `Pesanan belum keluar dari HP ini. ${sentByItself(entry)} Aman untuk menekan Bayar lagi.`,
      next: toPending,
    },
  }),
  unsure: (entry) => ({
    label: 'Memastikan',
    answer: sendNow(entry),
    explanation: entry.keyed
      ? `${busyUntil(entry) || 'Kedai belum menjawab. '}Kami mengirim ulang sampai ada jawaban; pesanan yang sama tidak akan dibuat dua kali.`
      : 'Pesanan ini mungkin sudah sampai dan tidak bisa dibatalkan dari sini. Kami mencarinya di daftar pesanan Anda dan tidak mengirimnya lagi tanpa bertanya.',
    message: 'Pesanan Anda sudah dikirim, dan kedai belum memastikannya',
    notice: {
      title: 'Kedai belum menjawab',
      text: `${busyUntil(entry)}Pesanan ini mungkin sudah sampai. ${
        entry.keyed
          ? 'Kami terus memastikannya; menekan Bayar lagi juga aman: pesanan yang sama tidak akan dibuat dua kali.'
          : 'Jika Anda menekan Bayar lagi, kami mencarinya dulu di daftar pesanan Anda dan bertanya sebelum mengirimnya sekali lagi.'
      }`,
      next: toPending,
    },
  }),
  changed: () => ({
    notice: {
      title: 'Pesanan sebelumnya belum pasti',
      text: (
        <>
          Kedai belum menjawab pesanan yang Anda kirim sebelum mengubahnya. Lihat atau batalkan dulu di{' '}
          <Link to="/account/order-list">daftar pesanan Anda</Link>: yang baru menjadi pesanan kedua.
        </>
      ),
    },
  }),
  resumed: () => ({
    notice: {
      title: 'Mengirim',
      text: 'Anda sudah masuk lagi, dan pesanan ini sedang dikirim ke kedai.',
      isGood: true,
    },
  }),
  logged_out: ({ cancelling }, { isThisOrder }) => ({
    notice: {
      title: 'Sesi Anda sudah berakhir',
      text: (
        <>
          Pesanan menunggu di HP ini dan belum dipastikan kedai. <LogInAgain />{' '}
          <span>
            {isThisOrder && !cancelling ? 'lagi, dan pesanan ini langsung dikirim.' : 'lagi untuk meneruskannya.'}
          </span>
        </>
      ),
    },
  }),
  needs_login: () => ({
    label: 'Perlu masuk lagi',
    tone: 'warn',
    explanation: 'Sesi Anda sudah berakhir. Pesanan menunggu sampai Anda masuk lagi.',
    message: 'Masuk lagi supaya pesanan bisa dikirim',
    // Back to the list, where its number will appear; the payment screen would look as if another order had to be paid.
    answer: { words: 'Log In', to: '/account/login', state: { returnTo: '/account/order-list', sessionEnded: true } },
  }),
  too_old: ({ repeated, paused, everSent, keyed }) => ({
    ...needsConsent,
    ...(repeated
      ? {
          explanation: askRepeat(repeated),
          answer: { words: 'Pesan lagi', action: 'agree' },
        }
      : paused && isPaused({ paused })
        ? {
            explanation: askAboutPause(endOf(paused)),
            answer: { words: paused.hasEnd ? 'Kirim setelah itu' : 'Kirim nanti', action: 'agree' },
          }
        : {
            explanation:
              everSent && !keyed
                ? 'Masih mau? Pesanan ini sudah lama menunggu, dan kedai mungkin sudah menerimanya: periksa dulu daftar pesanan Anda.'
                : `Masih mau? ${stillWanted}`,
            answer: { words: 'Masih mau', action: 'agree' },
            notice: { title: 'Masih mau?', text: stillWanted, next: toPending },
          }),
  }),
  quote_changed: (entry) => ({
    ...needsConsent,
    explanation: `${entry.quote && decisionOn(orderOf(entry), entry.quote).title}. Belum ada yang dipesan.`,
    answer: entry.quote && answerTo(orderOf(entry), entry.quote),
  }),
  refused: (entry) => {
    const message = 'Pesanan ditolak kedai';
    return {
      label: 'Ditolak',
      tone: 'bad',
      explanation: reasonOf(entry),
      message,
      answer: { words: 'Tutup', action: 'dismiss' },
      notice: { title: message, text: reasonOf(entry) },
    };
  },
  accepted: ({ order }) =>
    isCancelledSince({ order })
      ? {
          message: `Pesanan ${numberOf(order)} dibatalkan`,
          notice: {
            title: `Pesanan ${numberOf(order)} dibatalkan`,
            text: `${order?.reason === cancelledByCustomer ? 'Anda' : 'Kedai'} membatalkan pesanan ini. Menekan Bayar membuat pesanan baru.`,
          },
        }
      : {
          message: `Pesanan diterima kedai, ${numberOf(order)}`,
          notice: {
            title: (
              <span>
                Pesanan diterima kedai, <span className="whole">{numberOf(order)}</span>
              </span>
            ),
            next: { words: order && !isPaymentDue(order) ? 'Lihat pesanan Anda' : 'Cara bayar', to: '/products' },
            isGood: true,
          },
        },
  cancelled: () => ({}),
};

const needsConsent = { label: 'Perlu persetujuan', tone: 'warn', message: 'Pesanan Anda perlu persetujuan' } as const;

export function wordsOf(entry: OutboxOrder, press: Press = {}): Words {
  const { cancelling } = entry;
  const { state = entry.state } = press;
  const pause = state === entry.state && isAutoRetried(entry) && sentAfterPause(entry);
  const isLeaving = cancelling && !isSettled(entry);
  return {
    label: '',
    tone: 'good',
    explanation: '',
    message: '',
    ...states[state](entry, press),
    ...(pause && { label: 'Menunggu kedai', explanation: pause, notice: { title: 'Menunggu kedai', text: pause } }),
    ...(isLeaving && { label: 'Membatalkan', tone: 'good' }),
    ...(isLeaving &&
      state !== 'needs_login' && {
        explanation: 'Kedai belum menjawab. Pesanan ini baru batal setelah kedai memastikannya.',
        message: 'Pesanan Anda sedang dibatalkan',
      }),
    // While the shop did not respond; now it has confirmed it.
    ...(cancelling && state === 'cancelled' && { message: 'Pesanan dibatalkan' }),
  };
}

/** Not while the shop has asked for a pause. */
const sendNow = (entry: OutboxOrder): Action | undefined =>
  busyUntil(entry) ? undefined : { words: entry.cancelling ? 'Batalkan sekarang' : 'Kirim sekarang', action: 'send' };

function answerTo(order: Order, quote: Quote): Words['answer'] {
  if (nothingLeftOf(order, quote)) return undefined;
  // An order of Rp0 was asked for no method, so there is none to pay the new price by.
  const isFirstPrice = order.totalShopping === 0 && quote.totalShopping > 0;
  return isFirstPrice
    ? { words: 'Pilih cara bayar', to: '/carts/payment' }
    : { words: decisionOn(order, quote).agree, action: 'agreeToPrices' };
}

/** Says until when a stored order is sent automatically, by the phone's clock, because the customer looks at that one. */
const sentByItself = (entry: OutboxOrder) =>
  `Menunggu jaringan. Begitu tersambung, pesanan dikirim sendiri sampai pukul ${clockOf(new Date(autoRetriedUntil(entry)))}; setelah itu kami bertanya dulu.`;

/** When the pause ends that an order has met, by the phone's clock; undefined if unknown. */
const endOf = ({ until, hasEnd }: NonNullable<OutboxOrder['paused']>) => (hasEnd ? until : undefined);

/** Says when an order is sent that waits for the end of a pause; empty without one. */
const sentAfterPause = (entry: OutboxOrder) =>
  entry.paused?.agreed && isPaused(entry)
    ? `${pauseInWords(endOf(entry.paused))}. Pesanan ini dikirim sendiri setelah itu. `
    : '';

/** Says until when the shop must not be asked again (`Retry-After`); empty without such a pause. */
const busyUntil = ({ held }: OutboxOrder) =>
  held && isHeld({ held }) ? `Kedai sedang sibuk dan minta ditanya lagi pukul ${clockOf(new Date(held.until))}. ` : '';

/** The state of an order that was never sent; not called stored if it is only in this page (decision S3). */
const NotSent = () => <span>{useAtomValue(onlyThisPageAtom) ? 'Belum terkirim' : 'Tersimpan di HP'}</span>;

/** The warning if only this page has the order: when the page is closed, the order is lost (fault F28). */
export const StayHere = () =>
  useAtomValue(onlyThisPageAtom) && <span>Jangan tutup halaman ini sebelum kedai menjawab. </span>;

/** Asks about lines that were ordered a moment ago (decision O8). */
export const askRepeat = ({ order_number, acceptedAt }: NonNullable<OutboxOrder['repeated']>) =>
  `Keranjang ini sudah dipesan ${minutesSince(acceptedAt)} menit lalu (${numberOf({ order_number })}). Pesan lagi?`;

/** Asks before an order is sent again to a host that could make a second one of it (decision O2). */
export const confirmResend = () =>
  confirmed('Kirim pesanan ini sekali lagi?', {
    yes: 'Ya, kirim lagi',
    detail: 'Kalau pesanan pertama masih sampai, kedai bisa menerima dua pesanan.',
  });

/** Says that the shop did not accept an order, and why. */
const reasonOf = ({ code = '', reason }: OutboxOrder) =>
  `Tidak ada yang dipesan. ${reasons.get(code) ?? (reason ? `Kata kedai: “${reason}”` : 'Kedai tidak menyebutkan alasannya.')}`;

const noSuchChoice = 'Ada pilihan di keranjang yang tidak bisa dibuat kedai ini. Ubah pilihannya, lalu pesan lagi.';

const reasons = new Map(
  Object.entries({
    unknown_product: 'Ada produk di keranjang yang tidak dijual kedai ini. Hapus dari keranjang, lalu pesan lagi.',
    duplicate_line: 'Produk yang sama ada di dua baris keranjang. Hapus salah satunya, lalu pesan lagi.',
    unknown_choice: noSuchChoice,
    impossible_choices: noSuchChoice,
    unknown_courier: 'Kedai ini tidak memakai kurir tersebut. Pilih kurir lain.',
    unknown_payment_method: 'Kedai ini tidak menerima metode pembayaran tersebut. Pilih yang lain.',
    recipient_missing: 'Pesanan membutuhkan nama dan nomor handphone.',
    address_incomplete: 'Alamat pengirimannya belum lengkap. Pilih atau tambah alamat lain.',
    unknown_region: 'Wilayah di alamatnya tidak cocok. Pilih atau tambah alamat lain.',
    unknown_place: 'Kedai ini tidak punya meja itu. Isi nomor meja yang benar.',
    outside_delivery_area: 'Kurir kedai ini tidak mengantar ke alamatnya. Pilih alamat lain.',
    amount_too_large: 'Jumlahnya terlalu besar untuk satu pesanan.',
    invalid_body: 'Ada isian yang tidak sesuai. Muat ulang halaman ini, lalu pesan lagi.',
    order_voided: 'Pesanan ini sudah dibatalkan.',
  }),
);
