import { paymentOf } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import { callNumber, numberOf } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { Icon } from '../../../design/icon.tsx';
import { WhatsAppLink } from '../shop/whatsapp-link.tsx';
import style from './refund.module.css';

const isRefunded = (order: PlacedOrder) => paymentOf(order) === 'refund';

/** As it was called out, where it was, and as only this order has it. */
const calledOf = (order: PlacedOrder) =>
  order.queue_number === undefined ? numberOf(order) : `${callNumber(order)} (${numberOf(order)})`;

/** What becomes of the money of an order that was paid and then cancelled; nothing for any other one. */
export const Refund = ({ order }: { order: PlacedOrder }) =>
  isRefunded(order) && (
    <div className={`stack start ${style.refund}`}>
      <RefundWords order={order} />
      <RefundLink order={order} />
    </div>
  );

/** The same without the way to the shop, which cannot be printed. */
export const RefundWords = ({ order }: { order: PlacedOrder }) =>
  isRefunded(order) && (
    <p>
      <strong className="block error">Uang dikembalikan di kasir</strong>{' '}
      <span>{`${rupiah(order.totalShopping)} yang sudah dibayar kami kembalikan. Tunjukkan nomor ${calledOf(order)} di kasir, atau tanyakan lewat WhatsApp.`}</span>
    </p>
  );

export const RefundLink = ({ order }: { order: PlacedOrder }) =>
  isRefunded(order) && (
    <WhatsAppLink
      message={`pesanan ${numberOf(order)} dibatalkan setelah saya bayar ${rupiah(order.totalShopping)}. Bagaimana pengembalian uangnya?`}
      className="secondary"
    >
      <Icon name="chat" size={20} /> Tanya lewat WhatsApp
    </WhatsAppLink>
  );
