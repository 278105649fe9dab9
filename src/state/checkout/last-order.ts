import { atom } from 'jotai';
import type { OutboxOrder } from '#device/outbox-order';
import { stillHolds } from '../frame/expiry.ts';
import { outboxOrdersAtom, pendingOrdersAtom } from './outbox-orders.ts';

/**
 * The id (on this device) of the accepted order that is shown in full: the one that was paid in this tab, or that the
 * customer opened.
 */
export const openedOrderAtom = atom('');

/** How long an accepted order is shown on the menu, in ms; later it is only in the order list. */
const shownFor = 12 * 60 * 60_000;

/** The order that the shop accepted last, with its id on this device, until the customer dismisses it (decision C5). */
export const lastOrderAtom = atom((get) => {
  // Filtered before sorting: with a clock that was set back, an older order could sort as the latest (fault F15).
  const isRecent = ({ settledAt = 0 }: OutboxOrder) => stillHolds(get, settledAt, shownFor);
  const accepted = get(outboxOrdersAtom)
    .filter((entry) => entry.state === 'accepted' && isRecent(entry))
    .sort((one, other) => (other.settledAt ?? 0) - (one.settledAt ?? 0));
  const { id, order, read } = accepted[0] ?? {};
  return id && order && !read ? { id, order } : undefined;
});

/** The latest order of the customer on this device, while it is pending or was accepted recently. */
export const latestOrderAtom = atom((get): OutboxOrder | undefined => {
  const [latest] = get(outboxOrdersAtom);
  const isShown = latest && (get(pendingOrdersAtom).includes(latest) || latest.id === get(lastOrderAtom)?.id);
  return isShown ? latest : undefined;
});
