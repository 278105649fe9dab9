/** Pressing 'Bayar': its questions, and the screen after it. */
import { useSetAtom } from 'jotai';
import type { Order } from '#core/contract';
import { type OutboxOrder, orderOf } from '#device/outbox-order';
import { type PaymentQuestions, payAtom } from '../../state/checkout/pay.ts';
import { chosen, confirmed } from '../feedback/questions.ts';
import { showToast } from '../feedback/toasts.tsx';
import { confirmResend } from '../orders/pending-order-texts.tsx';
import { useOrderPlaced } from './order-placed.ts';
import style from './payment-outcome.module.css';

/** Sends an order; its acceptance is the only thing that ends on /products, and only from this screen (decision O8). */
export function usePay() {
  const pay = useSetAtom(payAtom);
  const orderPlaced = useOrderPlaced();

  return (order: Order) => pay(order, questions, orderPlaced);
}

export const questions: PaymentQuestions = {
  confirmRepeat: (accepted) =>
    confirmed('Pesan lagi yang sama?', {
      yes: 'Ya, pesan lagi',
      detail: accepted?.order_number ? (
        <span>
          Pesanan yang sama baru saja diterima toko dengan nomor{' '}
          <span className={style.number}>{accepted.order_number}</span>.
        </span>
      ) : (
        'Pesanan yang sama baru saja diterima toko.'
      ),
    }),
  replace: (pending) =>
    chosen('Masih ada pesanan lain yang menunggu', {
      yes: 'Batalkan yang lama',
      no: 'Kirim keduanya',
      back: 'Kembali',
      detail: orderOf(pending)
        .order_items.map(({ qty, name }) => `${qty} × ${name}`)
        .join(', '),
    }),
  stays: (state) =>
    showToast(state === 'accepted' ? 'Pesanan yang lama sudah diterima toko' : 'Pesanan yang lama belum pasti batal', {
      ms: 3_000,
      detail: `Pesanan yang baru belum dikirim. ${nextAfter(state)}`,
      urgent: true,
    }),
  confirmResend,
};

const nextAfter = (state: OutboxOrder['state']) =>
  state === 'accepted'
    ? 'Tekan Bayar lagi bila tetap mau memesannya.'
    : `${state === 'needs_login' ? 'Log In lagi' : 'Tunggu jawaban toko'}, lalu tekan Bayar lagi.`;
