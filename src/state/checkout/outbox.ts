/** The customer's orders on their way: what is kept, when it is sent, and what only the customer can decide. */
import { atom, type Setter, type Store } from 'jotai';
import { agreeToAge, agreeToQuote, cancel, deliver, deliverDue, dismiss } from '#device/outbox';
import { isAutoRetried, isOpen, needsConsent, type OutboxOrder } from '#device/outbox-order';
import { onChange } from '#device/store';
import { perCustomerAtom } from '../account/per-customer-atom.ts';
import { ordersAtom } from '../account/private-lists.ts';
import { customerAtom, sessionAtom } from '../account/session.ts';
import { startRetryLoop } from '../connection/retry-loop.ts';
import { combined } from '../frame/event-listener.ts';
import { outboxOrdersAtom, storedOutboxAtom } from './outbox-orders.ts';

/** How many orders wait for the customer rather than for the connection: the app icon's badge. */
export const undecidedAtom = atom(
  (get) => get(outboxOrdersAtom).filter((entry) => needsConsent(entry) || entry.state === 'needs_login').length,
);

/** Ids of the outbox orders that this tab is sending right now. */
export const sendingOrdersAtom = atom<readonly string[]>([]);

/** What arrived or was refused since the customer last looked; told once, wherever they are (decision O8). */
export const orderNotificationsAtom = perCustomerAtom<readonly OutboxOrder[]>([]);

/** Which state of which outbox order was announced: an end is announced once, in whichever tab it came about. */
const told = new Map<string, OutboxOrder['state']>();

/** Ids of outbox orders that this tab is changing: what becomes of them it says itself. */
const changingHere = new Set<string>();

/** Announces outbox orders in a state that was not announced yet; returns whether there were any. */
const tellOfAtom = atom(null, (get, set, entries: readonly OutboxOrder[]): boolean => {
  const notifications = entries.filter(({ id, state }) => told.get(id) !== state);
  for (const { id, state } of notifications) told.set(id, state);
  if (notifications.length > 0)
    set(orderNotificationsAtom, [
      ...get(orderNotificationsAtom).filter(({ id }) => !notifications.some((one) => one.id === id)),
      ...notifications,
    ]);
  return notifications.length > 0;
});

/** Reads the outbox orders. One that the worker or another tab has settled meanwhile is announced here, too. */
export const readOutboxAtom = atom(null, async (get, set) => {
  const before = new Map(get(outboxOrdersAtom).map(({ id, state }) => [id, state]));
  await set(storedOutboxAtom);
  const now = get(outboxOrdersAtom);
  for (const { id } of now.filter(isAutoRetried)) told.delete(id);
  const hasEnded = (entry: OutboxOrder) =>
    before.has(entry.id) && before.get(entry.id) !== entry.state && !isOpen(entry);
  if (
    set(
      tellOfAtom,
      now.filter((entry) => hasEnded(entry) && !changingHere.has(entry.id)),
    )
  )
    void set(ordersAtom);
});

/**
 * Whether this tab is reading the outbox orders, and whether it has to once more. An object that is changed in place:
 * nobody renders it.
 */
const readingAtom = atom(() => ({ now: false, again: false }));

/** The same as often as anybody asks for it, one reading at a time (fault F45). */
const keepReadingAtom = atom(null, async (get, set) => {
  const reading = get(readingAtom);
  reading.again = true;
  if (reading.now) return;
  reading.now = true;
  while (reading.again) {
    reading.again = false;
    await set(readOutboxAtom);
  }
  reading.now = false;
});

/** How often the device is read while something is being sent, in ms; work without the network ends sooner. */
const lookAgain = 300;

/**
 * Shows the outbox orders as the device keeps them while `work` is under way, and once more when it is done. So an
 * order is listed as waiting while a slow line sends it, and the worker is woken for it if the tab is closed meanwhile
 * (`retry-loop.ts`). `id`: the one that it changes.
 */
export async function inSight<T>(set: Setter, work: Promise<T>, id = ''): Promise<T> {
  changingHere.add(id);
  const looking = setInterval(() => set(keepReadingAtom), lookAgain);
  try {
    return await work;
  } finally {
    clearInterval(looking);
    await set(readOutboxAtom);
    changingHere.delete(id);
  }
}

/** Runs what changes one outbox order, shows it as being sent meanwhile, and reads the result. */
const changeAtom = atom(null, async (get, set, id: string, work: () => Promise<OutboxOrder | undefined>) => {
  const customer = get(customerAtom);
  set(sendingOrdersAtom, [...get(sendingOrdersAtom), id]);
  try {
    const entry = await inSight(set, work(), id);
    // The order's customer may have logged out meanwhile, and nobody else is told.
    if (get(customerAtom) !== customer) return undefined;
    if (entry?.state === 'accepted') void set(ordersAtom);
    return entry;
  } catch (failure) {
    // `inSight` has read the result already; that the device keeps nothing is shown elsewhere (`ui/feedback/notifications.tsx`).
    console.warn(`Order ${id} not changed`, failure);
    return undefined;
  } finally {
    set(
      sendingOrdersAtom,
      get(sendingOrdersAtom).filter((other) => other !== id),
    );
  }
});

const changing = <More extends unknown[]>(work: (id: string, ...more: More) => Promise<OutboxOrder>) =>
  atom(null, (_get, set, id: string, ...more: More) => set(changeAtom, id, () => work(id, ...more)));

/** The same for what is sent: that it has arrived is announced, whichever screen it was sent from. */
const sending = <More extends unknown[]>(work: (id: string, ...more: More) => Promise<OutboxOrder>) =>
  atom(null, async (_get, set, id: string, ...more: More) => {
    const entry = await set(changeAtom, id, () => work(id, ...more));
    if (entry?.state === 'accepted') set(tellOfAtom, [entry]);
    return entry;
  });

/** 'Kirim sekarang'; with `agreed`, although a plain host might make a second order of it. */
export const sendOrderNowAtom = sending(deliver);

/** Takes an order back; resolves with what is true afterwards: it may have been accepted already. */
export const cancelOrderAtom = changing(async (id) => {
  const entry = await cancel(id);
  // Whoever takes it back is told that it was too late.
  if (entry.state === 'accepted') told.set(id, entry.state);
  return entry;
});

/** A refusal was read. */
export const dismissOrderAtom = changing(dismiss);

/** 'Masih mau?' was answered with yes. */
export const agreeToAgeAtom = sending(agreeToAge);

/**
 * Agrees to the new prices. Resolves with the order that stands now, and whether it is the `same` one that had been
 * accepted before, so that nothing new was ordered; undefined for a visitor.
 */
export const agreeToNewPricesAtom = atom(null, async (get, set, id: string) => {
  const session = get(sessionAtom);
  if (!session) return undefined;
  const accepted = get(outboxOrdersAtom).filter(({ state }) => state === 'accepted');
  const entry = await set(changeAtom, id, () => agreeToQuote(session, id));
  const same = accepted.some((former) => former.id === entry?.id);
  if (entry?.state === 'accepted' && !same) set(tellOfAtom, [entry]);
  return { entry, same };
});

/** Sends what is due; `all` also what pauses after a failed attempt. */
const deliverDueAtom = atom(null, async (_get, set, options: { all: boolean }) => {
  const changed = await inSight(set, deliverDue(options)).catch((failure: unknown) => {
    console.warn('Orders not sent', failure);
    return [];
  });
  if (set(tellOfAtom, changed)) void set(ordersAtom);
});

const waitingToGoAtom = atom((get) => get(outboxOrdersAtom).filter(isAutoRetried));

/**
 * Sends stored orders in a retry loop, and reads what the worker or another tab made of them; returns how to stop.
 * Orders never wait behind carts.
 */
export function deliverInBackground(store: Store): () => void {
  return combined(
    startRetryLoop(store, { pendingAtom: waitingToGoAtom, send: (options) => store.set(deliverDueAtom, options) }),
    onChange((keys) => {
      if (keys.some((key) => key.startsWith('intent:'))) void store.set(keepReadingAtom);
    }),
  );
}
