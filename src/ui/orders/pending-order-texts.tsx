/** Sentences about pending and refused orders, for the payment screen and the order list. */
import { useAtomValue } from 'jotai';
import type { RepeatedOrder } from '#core/contract';
import { isHeld } from '#device/backoff';
import { autoRetriedUntil, isPaused, type OutboxOrder } from '#device/outbox-order';
import { onlyThisPageAtom } from '../../state/storage/stored-atom.ts';
import { clockOf } from '../feedback/clock.ts';
import { confirmed } from '../feedback/questions.ts';
import { pauseInWords } from '../shop/pause-line.tsx';
import { numberOf } from './order-number.ts';

/** Says until when a stored order is sent automatically, by the phone's clock, because the customer looks at that one. */
export const sentByItself = (entry: OutboxOrder) =>
  `Menunggu jaringan. Begitu tersambung, pesanan dikirim sendiri sampai pukul ${clockOf(new Date(autoRetriedUntil(entry)))}; setelah itu kami bertanya dulu.`;

/** When the pause ends that an order has met, by the phone's clock; undefined when nobody knows. */
export const endOf = ({ until, hasEnd }: NonNullable<OutboxOrder['paused']>) => (hasEnd ? until : undefined);

/** Says when an order is sent that waits for the end of a pause; empty without one. */
export const sentAfterPause = (entry: OutboxOrder) =>
  entry.paused?.agreed && isPaused(entry)
    ? `${pauseInWords(endOf(entry.paused))}. Pesanan ini dikirim sendiri setelah itu. `
    : '';

/** Says until when the shop must not be asked again (`Retry-After`); empty without such a pause. */
export const busyUntil = ({ held }: OutboxOrder) =>
  held && isHeld({ held }) ? `Kedai sedang sibuk dan minta ditanya lagi pukul ${clockOf(new Date(held.until))}. ` : '';

/** The state of an order that was never sent; not called stored if it is only in this page (decision S3). */
export const NotSent = () => <span>{useAtomValue(onlyThisPageAtom) ? 'Belum terkirim' : 'Tersimpan di HP'}</span>;

/** The warning if only this page has the order: when the page is closed, the order is lost (fault F28). */
export const StayHere = () =>
  useAtomValue(onlyThisPageAtom) && <span>Jangan tutup halaman ini sebelum kedai menjawab. </span>;

/** Asks about lines that were ordered a moment ago (decision O8). */
export const askRepeat = ({ order_number, minutes }: RepeatedOrder) =>
  `Keranjang ini sudah dipesan ${minutes} menit lalu (${numberOf({ order_number })}). Pesan lagi?`;

/** Asks before an order is sent again to a host that could make a second one of it (decision O2). */
export const confirmResend = () =>
  confirmed('Kirim pesanan ini sekali lagi?', {
    yes: 'Ya, kirim lagi',
    detail: 'Kalau pesanan pertama masih sampai, kedai bisa menerima dua pesanan.',
  });

/** Says that the shop did not accept an order, and why. */
export const reasonOf = ({ code = '', reason }: OutboxOrder) =>
  `Tidak ada yang dipesan. ${reasons.get(code) ?? (reason ? `Kata kedai: “${reason}”` : 'Kedai tidak menyebutkan alasannya.')}`;

const reasons = new Map(
  Object.entries({
    unknown_product: 'Ada produk di keranjang yang tidak dijual kedai ini. Hapus dari keranjang, lalu pesan lagi.',
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
