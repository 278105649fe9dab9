/** A customer's notifications on every screen: other devices' changes, and the outcomes of orders and addresses. */
import { Link, useRouter } from '@tanstack/react-router';
import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import type { PlacedOrder } from '#core/order-contract';
import { cancelledByCustomer, numberOf } from '#core/order-steps';
import type { OutboxOrder } from '#device/outbox-order';
import { isAutoRetried } from '#device/outbox-states';
import { showMessage, useMessage } from '../../../design/messages.tsx';
import { addressNotificationsAtom } from '../../state/account/pending-addresses.ts';
import { putBackAtom, takenOutAtom } from '../../state/cart/cart.ts';
import { cartMergedAtom } from '../../state/cart/merged-cart.ts';
import { isOrderKnownAtom } from '../../state/checkout/checkout.ts';
import {
  cancelledOrdersAtom,
  closeOrderAtom,
  orderNotificationsAtom,
  orderOnMenuAtom,
  ordersUnderWayAtom,
  undecidedAtom,
} from '../../state/checkout/outbox.ts';
import { takeOrderNotificationsAtom } from '../../state/checkout/payment.ts';
import { loadWithRetry } from '../../state/connection/load-with-retry.ts';
import { isVisible, onVisible } from '../../state/frame/event-listener.ts';
import { useOrderPlaced } from '../checkout/order-placed.ts';
import { useRenderedPathname } from '../frame/location.ts';
import { noteOf } from '../orders/order-words.ts';
import { CloseButton } from './close-button.tsx';

export function CustomerNotifications(): null {
  useCartMerged();
  useTakenOut();
  useOrderNotifications();
  useCancelledOrder();
  useAddressNotifications();
  useAppBadge();
  return null;
}

/** Shows the notices, if there are any, when the tab is visible, since a message disappears after some seconds. */
function useNotices<Notices>(notices: Notices | null | undefined | false, show: (notices: Notices) => void) {
  const showLatest = useEffectEvent(show);

  useEffect(() => {
    if (!notices) return;
    if (isVisible()) showLatest(notices);
    else return onVisible(() => showLatest(notices));
  }, [notices]);
}

function useCartMerged() {
  const [merged, endMerged] = useAtom(cartMergedAtom);
  const setTakenOut = useSetAtom(takenOutAtom);

  useNotices(merged, ({ left, takenOut }) => {
    void endMerged();
    if (takenOut) setTakenOut(takenOut);
    showMessage('Keranjang digabung dengan perubahan dari perangkat lain', {
      ms: left.length > 0 ? 6_000 : 2_500,
      ...(left.length > 0 && { detail: `Tidak semuanya muat: ${left.join(', ')}` }),
    });
  });
}

/** Says that what was ordered is no longer in the cart, since something was added to it (decision C5). */
function useTakenOut() {
  const [takenOut, setTakenOut] = useAtom(takenOutAtom);
  const putBack = useSetAtom(putBackAtom);

  useNotices(takenOut, (lines) => {
    setTakenOut(null);
    showMessage(`Keranjang baru, tanpa yang sudah dipesan (${numberOf({ order_number: lines.order })})`, {
      ms: 10_000,
      undo: () => void putBack(lines),
    });
  });
}

function useAddressNotifications() {
  const [notifications, setNotifications] = useAtom(addressNotificationsAtom);

  useNotices(notifications.length > 0 && notifications, (notices) => {
    setNotifications([]);
    const saved =
      (notices.includes('saved') && 'Alamat tersimpan di akun Anda') ||
      (notices.includes('changed') && 'Perubahan alamat tersimpan di akun Anda') ||
      (notices.includes('gone') && 'Alamat yang Anda ubah sudah dihapus di perangkat lain');
    if (notices.includes('refused')) {
      const detail = ['Alasannya ada di daftar alamat Anda.', saved].filter(Boolean).join(' · ');
      showMessage('Alamat ditolak kedai', { ms: 3_000, detail });
    } else if (saved) showMessage(saved, { ms: 2_500 });
  });
}

const alwaysAtom = atom(true);

/**
 * Announces the outcome of an order that was sent automatically, on any screen; leaves the screen only if it is the
 * payment screen of this order (decision O8).
 */
function useOrderNotifications() {
  const notifications = useAtomValue(orderNotificationsAtom);
  const take = useSetAtom(takeOrderNotificationsAtom);
  const router = useRouter();
  const orderPlaced = useOrderPlaced();
  // On the payment screen not before it is known whether it is the order there.
  const isJudged = useAtomValue(useRenderedPathname() === '/carts/payment' ? isOrderKnownAtom : alwaysAtom);

  useNotices(isJudged && notifications.length > 0 && notifications, () => {
    const { isPaid, notifications } = take(router.state.location.pathname);
    const ended = notifications.filter((entry) => !isAutoRetried(entry));
    if (isPaid) void orderPlaced();
    else if (ended.length > 0) void sayOutcomes(ended);
  });
}

/** Their words are in a file that hardly any visit needs. */
async function sayOutcomes(entries: readonly OutboxOrder[]) {
  const { wordsOf } = await loadWithRetry(() => import('../orders/outbox-words.tsx'));
  const [first, ...others] = entries.flatMap((entry) => wordsOf(entry).message || []);
  if (first) showMessage(first, { ms: 3_000, ...(others.length > 0 && { detail: others.join(' · ') }) });
}

/** Says on every screen but those with its card or row that the shop, and not the customer, has cancelled an order, until that is closed. */
function useCancelledOrder() {
  const cancelled = useAtomValue(cancelledOrdersAtom);
  const onMenu = useAtomValue(orderOnMenuAtom);
  const close = useSetAtom(closeOrderAtom);
  const pathname = useRenderedPathname();
  const isSeen = ({ order_number }: PlacedOrder) =>
    ['/account/dashboard', '/account/order-list'].includes(pathname) ||
    (pathname === '/products' && onMenu?.order.order_number === order_number);
  const order = cancelled.find((one) => one.reason !== cancelledByCustomer && !isSeen(one));
  const note = order && noteOf(order);

  useMessage(
    'cancelled',
    order && (
      <>
        <p>
          <strong>{`Pesanan ${numberOf(order)} dibatalkan kedai.`}</strong> {note && <span>{`${note}.`}</span>}
        </p>
        <Link to="/account/dashboard" className="secondary">
          Lihat
        </Link>
        <CloseButton close={() => void close(order)} />
      </>
    ),
  );
}

/** The badge of the app's icon counts the orders that need the customer: to be decided on, or ready. */
function useAppBadge() {
  const undecided = useAtomValue(undecidedAtom);
  const ready = useAtomValue(ordersUnderWayAtom).filter(({ status }) => status === 'ready').length;
  const count = undecided + ready;

  useEffect(() => {
    // Not every browser has badges, and none shows them before the app is installed.
    const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    done?.catch(() => undefined);
  }, [count]);
}
