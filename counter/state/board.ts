/** The board: the orders that this counter knows, the new ones among them, and when the shop was last heard; stored on this device. */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { Board, type CounterOrder } from '#core/counter';
import { isFinal, isOrderStatus, undoMs } from '#core/order-steps';
import { statuses } from '#core/status-words';
import { setShopClock, shopClockAtom, shopTime } from './clock.ts';
import { read, write } from './device.ts';

/** What of the board is known; the oldest order is first. */
const KnownBoard = v.pick(Board, ['orders', 'older', 'finished', 'unpaid', 'pause']);
type KnownBoard = v.InferOutput<typeof KnownBoard>;

const byAge = (one: CounterOrder, other: CounterOrder) =>
  one.created_at.localeCompare(other.created_at) || one.order_number.localeCompare(other.order_number);

/** The newer of two versions of an order; the known one if both are the same, so that it is not rendered again. */
const newer = (known: CounterOrder | undefined, order: CounterOrder) =>
  known && known.revision >= order.revision ? known : order;

const isIn = (orders: readonly CounterOrder[], { order_number }: CounterOrder) =>
  orders.some((one) => one.order_number === order_number);

/** The board after the shop has sent it at `now`, on its clock. What was finished here a moment ago stays known: it can be undone. */
export function withBoard(
  known: KnownBoard | undefined,
  { orders, older, finished: count, unpaid, pause }: Board,
  now: number,
): KnownBoard {
  const before = new Map(known?.orders.map((order) => [order.order_number, order]));
  const finished = (known?.orders ?? []).filter(
    (order) => isFinal(order.status) && now - Date.parse(order.changed_at) < undoMs && !isIn(orders, order),
  );
  const listed = orders.map((order) => newer(before.get(order.order_number), order));
  return { orders: [...listed, ...finished].sort(byAge), older, finished: count, unpaid, pause };
}

const dayLong = 24 * 60 * 60_000;

/**
 * The board after one order was added or changed at `now`, on the shop's clock; the same board when that answer is an older one, or about
 * an order that is too old for the board.
 */
export function withOrder(known: KnownBoard, order: CounterOrder, now: number): KnownBoard {
  const before = known.orders.find(({ order_number }) => order_number === order.order_number);
  if (newer(before, order) !== order) return known;
  if (!before && Date.parse(order.created_at) < now - dayLong) return known;
  const orders = before
    ? known.orders.map((one) => (one === before ? order : one))
    : [...known.orders, order].sort(byAge);
  return { ...known, orders };
}

export const columns = ['waiting_payment', 'paid', 'processing', 'ready'] as const;
export type Column = (typeof columns)[number];

/**
 * The column of a status; undefined for a finished order. One with a status that this version does not know is among the new ones, so that it
 * is not overlooked, with that word on its card.
 */
export const columnOf = (status: string): Column | undefined =>
  isOrderStatus(status) ? statuses[status].column : 'waiting_payment';

/** The orders of a column, the oldest first. */
export const inColumn = (orders: readonly CounterOrder[], column: Column) =>
  orders.filter(({ status }) => columnOf(status) === column);

/** Undefined until the shop, or this device, has said it. */
export const boardAtom = atom<KnownBoard>();

/** The pause that is on now, by the shop's clock. */
export const pauseAtom = atom((get) => {
  const pause = get(boardAtom)?.pause;
  return pause?.until === undefined || get(shopClockAtom) < Date.parse(pause.until) ? pause : undefined;
});

/** When the shop was last heard, on its clock (ms since 1970); undefined if never. */
export const heardAtAtom = atom<number>();

const Stored = v.object({
  board: v.object({
    ...KnownBoard.entries,
    /** By how much the shop's clock is ahead of this device's, in ms. */
    aheadBy: v.number(),
    /** When the shop was heard, on its clock; read by version 250139d6 only. */
    sentAt: v.number(),
  }),
  /** The same on this device's clock. */
  heardAt: v.number(),
  unseen: v.array(v.string()),
});
const key = 'board';
/** What is older is not shown, in ms. */
export const longestKnown = 24 * 60 * 60_000;

/** Shows the stored board, if the shop has not sent one meanwhile. */
export async function readBoard(store: Store) {
  const stored = await read(key, Stored);
  if (!stored || store.get(boardAtom) || Math.abs(Date.now() - stored.heardAt) > longestKnown) return;
  const { aheadBy, sentAt: _, ...board } = stored.board;
  setShopClock(store, Date.now() + aheadBy);
  store.set(boardAtom, board);
  store.set(heardAtAtom, stored.heardAt + aheadBy);
  store.set(newOrdersAtom, new Set(stored.unseen));
}

/** Sets the board, and rings for what is new in it. */
export function setBoard(store: Store, board: KnownBoard) {
  const before = store.get(boardAtom);
  if (board === before) return;
  store.set(boardAtom, board);
  noteArrivals(store, before?.orders, board.orders);
}

/** Takes over an order that the server has answered with: this device asked for it, so it does not ring here. */
export function setOrder(store: Store, order: CounterOrder) {
  const board = store.get(boardAtom);
  if (!board) return;
  store.set(boardAtom, withOrder(board, order, shopTime(store)));
  touchOrders(store, [order.order_number]);
}

/** Notes that the shop was heard just now. */
export const noteHeard = (store: Store) => store.set(heardAtAtom, shopTime(store));

const isNew = ({ status }: CounterOrder) => columnOf(status) === 'waiting_payment';

/** The numbers of the orders that are not touched on this counter yet: they ring (decision W5). */
export const newOrdersAtom = atom<ReadonlySet<string>>(new Set<string>());

/**
 * Compares the board with the one before it. Without one every order counts as seen: a device that is used for the first time would ring
 * for all of them. An order that was taken on, here or at another counter, is not new any more.
 */
function noteArrivals(store: Store, before: readonly CounterOrder[] | undefined, orders: readonly CounterOrder[]) {
  const known = before && new Set(before.map(({ order_number }) => order_number));
  const unseen = store.get(newOrdersAtom);
  const now = orders
    .filter((order) => isNew(order) && (unseen.has(order.order_number) || known?.has(order.order_number) === false))
    .map(({ order_number }) => order_number);
  if (now.length !== unseen.size || now.some((number) => !unseen.has(number))) store.set(newOrdersAtom, new Set(now));
}

/** These orders were touched. */
export function touchOrders(store: Store, numbers: Iterable<string>) {
  const touched = new Set(numbers);
  const unseen = store.get(newOrdersAtom);
  const left = [...unseen].filter((number) => !touched.has(number));
  if (left.length < unseen.size) store.set(newOrdersAtom, new Set(left));
}

/** Forgets the board, as at a sign-out. */
export function forgetBoard(store: Store) {
  store.set(boardAtom, undefined);
  store.set(heardAtAtom, undefined);
  store.set(newOrdersAtom, new Set<string>());
  clearTimeout(storing);
  storing = undefined;
}

/** Stores the board from now on, and what is touched on it; returns a function that stops this. */
export function storeBoard(store: Store) {
  const stops = [boardAtom, heardAtAtom, newOrdersAtom].map((one) => store.sub(one, () => storeSoon(store)));
  return () => {
    for (const stop of stops) stop();
  };
}

let storing: ReturnType<typeof setTimeout> | undefined;

/** Stores the board once a second at most: with 500 orders it is large. */
function storeSoon(store: Store) {
  storing ??= setTimeout(() => {
    storing = undefined;
    const [board, sentAt] = [store.get(boardAtom), store.get(heardAtAtom)];
    if (!board || sentAt === undefined) return;
    const aheadBy = Math.round(shopTime(store) - Date.now());
    const unseen = [...store.get(newOrdersAtom)];
    void write(key, { board: { ...board, aheadBy, sentAt }, heardAt: sentAt - aheadBy, unseen });
  }, 1_000);
}
