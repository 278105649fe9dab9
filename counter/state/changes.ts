/** What was pressed on this counter and the shop has not answered yet, in the order of pressing; stored until then. */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import type { CounterOrder } from '#core/counter';
import { orderStatuses } from '#core/order-contract';
import { isPastPayment } from '#core/order-steps';
import { boardAtom, columnOf } from './board.ts';
import { changesIn } from './device.ts';
import { wayIdOf } from './order.ts';

const common = {
  /** The `Idempotency-Key` of every attempt. */
  key: v.string(),
  orderNumber: v.string(),
  /** How often it was sent; it may have reached the shop then. */
  attempts: v.number(),
};

const StepChange = v.object({
  ...common,
  kind: v.literal('step'),
  from: v.string(),
  to: v.picklist(orderStatuses),
  reason: v.optional(v.string()),
  undo: v.optional(v.boolean()),
  /** The `_id` of the way to pay that is noted, and of the one before. */
  paidWith: v.optional(v.string()),
  paidBefore: v.optional(v.string()),
  /** With `undo`: not the last status is taken back, but the payment. */
  undoes: v.optional(v.literal('paid')),
});
export type StepChange = v.InferOutput<typeof StepChange>;

/** Whether a change is one of the payment, which leaves the order's status as it is (decision W2). */
export const isPayment = ({ from, to, undo, undoes }: StepChange) =>
  undoes === 'paid' || (to === 'paid' && !undo && isPastPayment(from));

const Change = v.variant('kind', [
  StepChange,
  v.object({
    ...common,
    kind: v.literal('line'),
    product: v.string(),
    /** The line's place in the order; what an earlier build has stored has only its name. */
    line: v.optional(v.number()),
    struck: v.boolean(),
  }),
  v.object({ ...common, kind: v.literal('print') }),
  v.object({ ...common, kind: v.literal('refund'), undo: v.optional(v.boolean()), paidWith: v.optional(v.string()) }),
]);
export type Change = v.InferOutput<typeof Change>;

const stored = changesIn('changes', Change);

export const changesAtom = atom<readonly Change[]>([]);

/** Those of this page that are finished or taken back: the device may still list them for a moment. */
const finished = new Set<string>();

/** Takes over the changes that are stored on this device and that this page does not know. */
export async function readChanges(store: Store) {
  const known = await stored.read();
  const mine = store.get(changesAtom);
  const others = known.filter((one) => !finished.has(one.key) && !mine.some((own) => own.key === one.key));
  if (others.length > 0) store.set(changesAtom, [...others, ...mine]);
}

/** Changes what this page knows and what is stored alike; resolves when it is stored. */
function edit(store: Store, by: (changes: readonly Change[]) => Change[]) {
  store.set(changesAtom, by);
  return stored.edit(by);
}

export const addChange = (store: Store, added: Change) => edit(store, (changes) => [...changes, added]);

/** Notes one more attempt. */
export const noteAttempt = (store: Store, { key }: Change) =>
  edit(store, (changes) => changes.map((one) => (one.key === key ? { ...one, attempts: one.attempts + 1 } : one)));

/** Removes changes that are finished, refused or taken back. */
export function removeChanges(store: Store, removed: readonly Change[]) {
  const keys = new Set(removed.map(({ key }) => key));
  for (const key of keys) finished.add(key);
  return edit(store, (changes) => changes.filter(({ key }) => !keys.has(key)));
}

/** Stores again the changes that this page knows, after the browser has deleted them. */
export const storeChangesAgain = (store: Store) =>
  stored.edit((changes) => {
    const known = new Set(changes.map((one) => one.key));
    return [...changes, ...store.get(changesAtom).filter((one) => !known.has(one.key))];
  });

/** An order as it will be after a change. A step from a status that it does not have changes nothing. */
function changed(order: CounterOrder, change: Change): CounterOrder {
  if (change.kind === 'print') return { ...order, prints: order.prints + 1 };
  if (change.kind === 'refund') return { ...order, refunded: change.undo !== true };
  if (change.kind === 'line') {
    const { product, struck } = change;
    return { ...order, lines: order.lines.map((line) => (line.product === product ? { ...line, struck } : line)) };
  }
  const { from, to, reason, undoes, paidWith = wayIdOf(order), paidBefore } = change;
  if (undoes) return { ...order, paid: paidBefore !== undefined, paid_with: paidBefore };
  if (order.status !== from) return order;
  if (isPayment(change)) return { ...order, paid: true, paid_with: paidWith };
  return {
    ...order,
    status: to,
    ...(reason && { reason }),
    ...(to === 'paid' && { paid: true, paid_with: paidWith }),
    ...(to === 'waiting_payment' && order.total > 0 && { paid: false, paid_with: undefined }),
  };
}

/** Orders as they will be when all pending changes have been made; the same objects where nothing is pending. */
export function withChanges(orders: readonly CounterOrder[], changes: readonly Change[]): readonly CounterOrder[] {
  if (changes.length === 0) return orders;
  return orders.map((order) => {
    const pending = changes.filter(({ orderNumber }) => orderNumber === order.order_number);
    return pending.reduce(changed, order);
  });
}

/** The orders of the board with all pending changes, also those that were finished a moment ago. */
export const ordersAtom = atom((get) => withChanges(get(boardAtom)?.orders ?? [], get(changesAtom)));

/** Those of them that are in a column. */
export const unfinishedOrdersAtom = atom((get) => get(ordersAtom).filter(({ status }) => columnOf(status)));

/** The numbers of the orders with pending changes. */
export const pendingNumbersAtom = atom<ReadonlySet<string>>(
  (get) => new Set(get(changesAtom).map(({ orderNumber }) => orderNumber)),
);
