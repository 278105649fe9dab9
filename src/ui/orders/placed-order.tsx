import { Link } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { paymentOf } from '#core/order';
import type { PlacedOrder as Order } from '#core/order-contract';
import { awaitsReady, callNumber, isFinal, numberOf } from '#core/order-steps';
import { Icon } from '../../../design/icon.tsx';
import { Illustration } from '../../../design/illustration.tsx';
import { ordersAtom } from '../../state/account/private-lists.ts';
import { cartAtom } from '../../state/cart/cart.ts';
import { closeOrderAtom, orderOnMenuAtom } from '../../state/checkout/outbox.ts';
import { openedOrderAtom } from '../../state/checkout/outbox-orders.ts';
import { useDeleteFromCart } from '../cart/cart-lines.tsx';
import { CloseButton } from '../feedback/close-button.tsx';
import { CallNumber, HowLong, OrderAgain, OrderProgress, OrderStatus, OrderTimeline } from './order-parts.tsx';
import { noteOf, statusNoteOf } from './order-words.ts';
import { PaymentInstructions, Refund } from './payment-instructions.tsx';
import style from './placed-order.module.css';
import { PushOffer } from './push-offer.tsx';

/**
 * The card of the order that was accepted last (decision C5), on this device or another: how to pay it, its number, and what happens to
 * the cart. What the customer must do now comes first.
 * If it was not placed in this tab, or was closed, it is one line in the place of the screen's heading or beside it, so that
 * nothing moves and nothing is covered; a tap opens it. The line stays until the order has ended.
 */
export function PlacedOrder() {
  const last = useAtomValue(orderOnMenuAtom);
  return last && <LastOrder {...last} />;
}

function LastOrder({ id, order }: { id: string; order: Order }) {
  const [opened, open] = useAtom(openedOrderAtom);
  const closeOrder = useSetAtom(closeOrderAtom);
  // Loads the list, and with it the order's status (`outboxOrdersAtom`).
  useAtomValue(ordersAtom);
  const hasGoneOn = order.status !== 'waiting_payment';
  const payment = paymentOf(order);
  const hasWayToPay = payment === 'due' || !hasGoneOn;
  // By its number where the list has come before this device's own orders were read.
  const isWhole = opened !== '' && [id, order.order_number].includes(opened);
  const isReady = order.status === 'ready';
  const hasEnded = isFinal(order.status);
  const openOrder = () => {
    open(id);
    scrollTo({ top: 0 });
  };
  const close = () => {
    open('');
    if (hasEnded) void closeOrder(order);
  };

  const timeline = <OrderTimeline order={order} hasTotal={!hasWayToPay} hasCall={false} />;

  return (
    <section
      aria-label={`Pesanan ${numberOf(order)}`}
      className={isWhole ? style.placed : isReady ? `${style.line} ${style.ready}` : style.line}
    >
      {!isWhole && order.queue_number !== undefined && awaitsReady(order) && (
        <p className={style.call}>
          <span className="hidden">Nomor panggilan</span> <strong>{order.queue_number}</strong>
        </p>
      )}
      <div className={`stack gap-4 ${style.words}`}>
        <h2 className={hasGoneOn && !isWhole && !isReady ? style.known : undefined}>
          {isReady && !isWhole ? (
            <span>{`Pesananmu siap ${callNumber(order)}`}</span>
          ) : order.order_number ? (
            <span>
              Pesanan <b className="whole">{order.order_number}</b> <span>{!hasGoneOn && 'diterima kedai'}</span>
            </span>
          ) : (
            'Pesanan diterima kedai, nomor menyusul'
          )}
        </h2>
        {!isWhole && hasGoneOn && (
          <p role="status" className={`row wrap gap-2 flat ${style.status}`}>
            {!isReady && <OrderStatus order={order} />}
            <span>{payment === 'due' ? statusNoteOf(order) : noteOf(order)}</span>
          </p>
        )}
        {!isWhole && <HowLong order={order} isBrief />}
        {isWhole && (
          <>
            <CallNumber order={order} />
            <HowLong order={order} />
            <Refund order={order} />
            {isReady && timeline}
            {hasWayToPay && <PaymentInstructions order={order} />}
            {!isReady && timeline}
            <PushOffer order={order} />
            <NextStep order={order} />
          </>
        )}
      </div>
      {isWhole && <Illustration name="order-placed" width={320} height={240} className={`fluid ${style.picture}`} />}
      {!isWhole && (
        <div className={style.progress}>
          <OrderProgress order={order} />
        </div>
      )}
      {!isWhole && payment !== 'due' && order.order_items && (
        <OrderAgain
          lines={order.order_items}
          className={`quiet ${style.open} ${hasEnded && payment !== 'refund' ? '' : style.again}`}
        />
      )}
      {!isWhole && (!hasEnded || payment === 'due' || payment === 'refund') && (
        <button type="button" className={`quiet ${style.open}`} onClick={openOrder}>
          {payment === 'due' ? 'Cara bayar' : 'Lihat'}
        </button>
      )}
      {(isWhole || hasEnded) && <CloseButton className="icon corner" close={close} />}
    </section>
  );
}

function NextStep({ order }: { order: Order }) {
  const cart = useAtomValue(cartAtom);
  const { deleteAll } = useDeleteFromCart();

  return (
    <div className="wrap gap-2 flush">
      <Link to="/account/order-list" className="quiet">
        Lihat pesanan Anda
      </Link>
      {order.order_items && <OrderAgain lines={order.order_items} className="quiet" />}
      {cart.length > 0 && (
        <button type="button" className="quiet" onClick={() => void deleteAll()}>
          <Icon name="trash" size={18} /> Kosongkan keranjang
        </button>
      )}
    </div>
  );
}
