/** Pressing 'Bayar': its questions, and the screen after it. */
import { useRouter } from '@tanstack/react-router';
import { useSetAtom } from 'jotai';
import type { Order } from '#core/order-contract';
import { type OutboxOrder, orderOf } from '#device/outbox-order';
import { showMessage } from '../../../design/messages.tsx';
import { type PaymentQuestions, payAtom } from '../../state/checkout/pay.ts';
import { chosen } from '../feedback/questions.ts';
import { askRepeat, confirmResend } from '../orders/outbox-words.tsx';
import { useOrderPlaced } from './order-placed.ts';

/** Sends an order; its acceptance is the only thing that ends on /products, and only from this screen (decision O8). */
export function usePay() {
  const pay = useSetAtom(payAtom);
  const orderPlaced = useOrderPlaced();
  const router = useRouter();

  const confirmRepeat: PaymentQuestions['confirmRepeat'] = async (accepted) => {
    // A customer who has gone on is asked in the list of pending orders.
    if (router.state.location.pathname !== '/carts/payment') return undefined;
    const again = await chosen(askRepeat(accepted), { yes: 'Pesan lagi', no: 'Lihat pesanan', back: 'Batal' });
    if (again === false) void router.navigate({ to: '/account/order-list' });
    return again ?? false;
  };
  return (order: Order) => pay(order, { ...questions, confirmRepeat }, orderPlaced);
}

export const questions: Omit<PaymentQuestions, 'confirmRepeat'> = {
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
    showMessage(
      state === 'accepted' ? 'Pesanan yang lama sudah diterima kedai' : 'Pesanan yang lama belum pasti batal',
      {
        ms: 3_000,
        detail: `Pesanan yang baru belum dikirim. ${nextAfter(state)}`,
        urgent: true,
      },
    ),
  confirmResend,
};

const nextAfter = (state: OutboxOrder['state']) =>
  state === 'accepted'
    ? 'Tekan Bayar lagi bila tetap mau memesannya.'
    : `${state === 'needs_login' ? 'Log In lagi' : 'Tunggu jawaban kedai'}, lalu tekan Bayar lagi.`;
