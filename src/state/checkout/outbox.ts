/**
 * The customer's outbox orders: reading, sending, and the decisions of the customer; and the orders under way at the shop, which the customer follows,
 * closes or withdraws.
 */
import { atom, type Setter, type Store } from 'jotai';
import type { PlacedOrder } from '#core/order-contract';
import { isFinal } from '#core/order-steps';
import { withdrawOrder } from '#device/order-calls';
import { cancel, deliver, deliverDue } from '#device/outbox';
import { agreeToQuote, agreeToSend, dismiss, sendAfterPause } from '#device/outbox-decisions';
import { isPaused, type OutboxOrder } from '#device/outbox-order';
import { isAutoRetried, isOpen, needsConsent } from '#device/outbox-states';
import { outboxEntries, outboxOrdersOf } from '#device/outbox-store';
import { onChange } from '#device/store';
import { isOldList, ordersAtom } from '../account/private-lists.ts';
import {
  customerAtom,
  loggedIn,
  perCustomerAtom,
  sessionAtom,
  storedPerCustomer,
  tokenAtom,
} from '../account/session.ts';
import { repriceAtom } from '../cart/cart.ts';
import { startRetryLoop } from '../connection/retry-loop.ts';
import { combined } from '../frame/event-listener.ts';
import { validity } from '../frame/expiry.ts';
import { storedAtom } from '../storage/stored-atom.ts';
import { followOrdered, lastAcceptedOrderAtom, outboxOrdersAtom } from './outbox-orders.ts';
import { sendingOrdersAtom, storedOutboxAtom } from './stored-orders.ts';

/** How many orders need the customer, not the connection: the badge of the app icon. */
export const undecidedAtom = atom(
  (get) => get(outboxOrdersAtom).filter((entry) => needsConsent(entry) || entry.state === 'needs_login').length,
);

/** Orders that were accepted or refused, to be announced once, on any screen (decision O8). */
export const orderNotificationsAtom = perCustomerAtom<readonly OutboxOrder[]>([]);

/** What this tab remembers. The object is mutated, because no component renders it. */
const inTabAtom = atom(() => ({
  /** The announced state of each outbox order: every outcome is announced once, also one from another tab. */
  announced: new Map<string, OutboxOrder['state']>(),
  /** Ids of outbox orders that this tab is changing: the code that changes them announces the outcome. */
  changingIds: new Set<string>(),
  /** The next reading. */
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
}));

/** Announces outbox orders in a state that was not announced yet; returns whether there were any. */
export const announceAtom = atom(null, (get, set, entries: readonly OutboxOrder[]): boolean => {
  const { announced } = get(inTabAtom);
  const notifications = entries.filter(({ id, state }) => announced.get(id) !== state);
  for (const { id, state } of notifications) announced.set(id, state);
  if (notifications.length > 0)
    set(orderNotificationsAtom, [
      ...get(orderNotificationsAtom).filter(({ id }) => !notifications.some((one) => one.id === id)),
      ...notifications,
    ]);
  return notifications.length > 0;
});

const readStoredAtom = storedPerCustomer(outboxOrdersOf, storedOutboxAtom);
export const isOutboxReadAtom = readStoredAtom.isReadAtom;

/** How long after a change the orders are read, in ms; what this tab does is shown at its end, if that comes sooner. */
const readDelay = 300;

/** Reads the outbox orders. One that the worker or another tab has settled in the meantime is announced here, too. */
export const readOutboxAtom = atom(null, async (get, set) => {
  const inTab = get(inTabAtom);
  clearTimeout(inTab.timer);
  inTab.timer = undefined;
  const before = new Map(get(outboxOrdersAtom).map(({ id, state }) => [id, state]));
  await set(readStoredAtom);
  const now = get(outboxOrdersAtom);
  for (const { id } of now.filter(isAutoRetried)) inTab.announced.delete(id);
  const hasEnded = (entry: OutboxOrder) =>
    before.has(entry.id) && before.get(entry.id) !== entry.state && !isOpen(entry);
  const ended = now.filter((entry) => hasEnded(entry) && !inTab.changingIds.has(entry.id));
  if (set(announceAtom, ended)) void set(ordersAtom);
});

/** Reads them in a moment, and with them what else changes until then. */
const readSoonAtom = atom(null, (get, set) => {
  const inTab = get(inTabAtom);
  inTab.timer ??= setTimeout(() => set(readOutboxAtom), readDelay);
});

/**
 * Reads the outbox orders at the end of `work`, and soon if it takes long. So an order is listed as pending while a slow
 * line sends it, and the worker is woken for it if the tab is closed in the meantime (`retry-loop.ts`). `id`: the order
 * that `work` changes.
 */
export const readOutboxDuring = <T>(set: Setter, work: Promise<T>, id = '') => set(duringAtom, work, id) as Promise<T>;
const duringAtom = atom(null, async (get, set, work: Promise<unknown>, id: string) => {
  const { changingIds } = get(inTabAtom);
  changingIds.add(id);
  set(readSoonAtom);
  try {
    return await work;
  } finally {
    await set(readOutboxAtom);
    changingIds.delete(id);
  }
});

/** Runs `work`, which changes one outbox order; shows the order as being sent until then, and reads the result. */
const changeAtom = atom(null, async (get, set, id: string, work: () => Promise<OutboxOrder | undefined>) => {
  const customer = get(customerAtom);
  set(sendingOrdersAtom, [...get(sendingOrdersAtom), id]);
  try {
    const entry = await readOutboxDuring(set, work(), id);
    // If the order's customer has logged out, its outcome must not be shown to another customer.
    if (get(customerAtom) !== customer) return undefined;
    if (entry?.state === 'accepted') void set(ordersAtom);
    return entry;
  } catch (failure) {
    // `readOutboxDuring` has read the result already; `ui/feedback/notifications.tsx` shows that the device stores nothing.
    console.warn(`Order ${id} not changed`, failure);
    return undefined;
  } finally {
    set(
      sendingOrdersAtom,
      get(sendingOrdersAtom).filter((other) => other !== id),
    );
  }
});

/** For work that sends an order: the shop's answer is announced, on any screen. */
const sending = <More extends unknown[]>(work: (id: string, ...more: More) => Promise<OutboxOrder>) =>
  atom(null, async (_get, set, id: string, ...more: More) => {
    const entry = await set(changeAtom, id, () => work(id, ...more));
    if (entry && !isAutoRetried(entry)) set(announceAtom, [entry]);
    return entry;
  });

/** 'Kirim sekarang'; with `agreed` even if a plain host might make a second order of it. */
export const sendOrderNowAtom = sending(deliver);

/** Sends what waits for the end of a pause, which is over (decision W12). */
export const sendAfterPauseAtom = atom(null, async (get, set) => {
  const waiting = get(outboxOrdersAtom).filter((entry) => isAutoRetried(entry) && isPaused(entry));
  for (const { id } of waiting) await set(sendNowAtom, id);
});
const sendNowAtom = sending(sendAfterPause);

/** Cancels an order; resolves with its entry afterwards: it may have been accepted already. */
export const cancelOrderAtom = atom(null, (get, set, id: string) =>
  set(changeAtom, id, async () => {
    const entry = await cancel(id);
    // The screen that cancels an accepted order shows that it was too late, so it is not announced as well.
    if (entry.state === 'accepted') get(inTabAtom).announced.set(id, entry.state);
    return entry;
  }),
);

/** Dismisses an order that the customer has read. */
export const dismissOrderAtom = atom(null, (_get, set, id: string) => set(changeAtom, id, () => dismiss(id)));

/** Confirms that an order is still sent, whatever it was asked about: its age, its lines or a pause. */
export const agreeToSendAtom = sending(agreeToSend);

/**
 * Agrees to the new prices. Resolves with the order that counts now, and whether it is the `same` one that was accepted
 * before, so that nothing new was ordered; undefined for a visitor.
 */
export const agreeToNewPricesAtom = atom(null, async (get, set, id: string) => {
  const session = get(sessionAtom);
  if (!session) return undefined;
  const entries = get(outboxOrdersAtom);
  const accepted = entries.filter(({ state }) => state === 'accepted');
  const { quote, usual } = entries.find((one) => one.id === id) ?? {};
  const entry = await set(changeAtom, id, async () => {
    // The cart, too: the payment screen compares the order with it.
    if (quote) await set(repriceAtom, quote.lines, usual);
    return agreeToQuote(session, id);
  });
  const same = accepted.some((former) => former.id === entry?.id);
  if (entry?.state === 'accepted' && !same) set(announceAtom, [entry]);
  return { entry, same };
});

/** Sends the orders that are due; `all` also those that pause after a failed attempt. */
const deliverDueAtom = atom(null, async (_get, set, options: { all: boolean }) => {
  const changed = await readOutboxDuring(set, deliverDue(options)).catch((failure: unknown) => {
    console.warn('Orders not sent', failure);
    return [];
  });
  if (set(announceAtom, changed)) void set(ordersAtom);
});

const autoRetriedAtom = atom((get) => get(outboxOrdersAtom).filter(isAutoRetried));

/**
 * Sends stored orders in a retry loop, and reads what has changed; ends the mark of a cart whose order
 * is not coming. Returns a function that stops it.
 * Orders never wait for carts.
 */
export function deliverInBackground(store: Store): () => void {
  return combined(
    startRetryLoop(store, { pendingAtom: autoRetriedAtom, send: (options) => store.set(deliverDueAtom, options) }),
    followOrdered(store),
    onChange((keys) => {
      if (keys.some((key) => key.startsWith(outboxEntries.prefix))) store.set(readSoonAtom);
    }),
  );
}

/** How long an order is expected to change, in ms: a shop without a counter may leave every order as it was accepted. */
const liveFor = 24 * 60 * 60_000;

/**
 * Whether the shop is still working on an order; not when it is older than a day. Another host may not say when it was
 * placed: then the device knows it, or the order counts as old.
 */
export const isLiveAtom = atom((get) => {
  const settled = new Map(get(outboxOrdersAtom).map(({ order, settledAt }) => [order?.order_number, settledAt]));
  const holds = validity(get);
  return ({ status, created_at = '', order_number }: PlacedOrder): boolean =>
    !isFinal(status) && holds(Date.parse(created_at) || (settled.get(order_number) ?? 0), liveFor);
});

/** The orders that are known, newest first: those of the shop's list, and those that were accepted since it was loaded. */
const knownOrdersAtom = atom((get): PlacedOrder[] => {
  const listed = get(ordersAtom.peekAtom).data?.items ?? [];
  const numbers = new Set(listed.map(({ order_number }) => order_number));
  const receipts = get(outboxOrdersAtom).flatMap(({ state, order }) =>
    state === 'accepted' && order && !numbers.has(order.order_number) ? order : [],
  );
  return [...receipts, ...listed];
});

/** The orders under way, newest first. */
export const ordersUnderWayAtom = atom((get) => get(knownOrdersAtom).filter(get(isLiveAtom)));

/** The numbers of ended orders that the customer has closed on this device, the latest last. */
const closedAtom = storedAtom('closed');

/** How many of them are remembered: more than a customer orders in a day. */
const maxClosed = 50;

/** The orders that were cancelled within a day, and that the customer has not closed, newest first. */
export const cancelledOrdersAtom = atom((get): PlacedOrder[] => {
  const closed = get(closedAtom);
  // Until it is read, a card that was closed would appear for a moment.
  if (closed === undefined) return [];
  const holds = validity(get);
  return get(knownOrdersAtom).filter(
    ({ status, order_number, changed_at, created_at = '' }) =>
      status === 'cancelled' && !closed?.includes(order_number) && holds(Date.parse(changed_at ?? created_at), liveFor),
  );
});

/** The order on the menu: the one that was accepted here last, otherwise one of another device, the newest under way or else cancelled. */
export const orderOnMenuAtom = atom((get): { id: string; order: PlacedOrder } | undefined => {
  const own = new Set(get(outboxOrdersAtom).map(({ order }) => order?.order_number));
  const listed = [...get(ordersUnderWayAtom), ...get(cancelledOrdersAtom)];
  const other = listed.find(({ order_number }) => order_number !== '' && !own.has(order_number));
  return get(lastAcceptedOrderAtom) ?? (other && { id: other.order_number, order: other });
});

/** Closes the card of an order that has ended, on every screen. */
export const closeOrderAtom = atom(null, async (get, set, { order_number }: PlacedOrder) => {
  const own = get(outboxOrdersAtom).find(({ order }) => order?.order_number === order_number);
  const closing = set(closedAtom, (closed = []) => [...closed, order_number].slice(-maxClosed));
  await Promise.all([closing, own && set(dismissOrderAtom, own.id)]);
});

/**
 * Cancels an order that is placed, while nothing of it is paid or begun (decision W18). Resolves with the order as the shop has it now,
 * whichever answer was lost; undefined when the shop did not say.
 */
export const withdrawOrderAtom = atom(null, async (get, set, order: PlacedOrder): Promise<PlacedOrder | undefined> => {
  const { token } = loggedIn(get(sessionAtom));
  const { order_number } = order;
  try {
    const cancelled = await withdrawOrder(token, order);
    const { data } = get(ordersAtom);
    if (data && get(tokenAtom) === token) {
      const items = data.items.map((one) => (one.order_number === order_number ? cancelled : one));
      await set(ordersAtom, { known: { ...data, items } });
    }
    // Also stored for a start without a connection.
    void set(ordersAtom);
    return cancelled;
  } catch (failure) {
    console.warn(`Order ${order_number} not cancelled`, failure);
    const list = await set(ordersAtom);
    return isOldList(list) ? undefined : list.data?.items.find((one) => one.order_number === order_number);
  }
});
