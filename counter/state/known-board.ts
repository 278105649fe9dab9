/** The board and when the shop was last heard, and both as they are stored on this device. */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import type { CounterOrder } from '#core/counter';
import { KnownBoard, withOrder } from './board.ts';
import { read, write } from './device.ts';
import { newOrdersAtom, noteArrivals } from './new-orders.ts';

/** Undefined until the shop, or this device, has said it. */
export const boardAtom = atom<KnownBoard>();

/** When the shop was last heard, in ms on this device's clock; undefined if never. */
export const heardAtAtom = atom<number>();

const Stored = v.object({ board: KnownBoard, heardAt: v.number(), unseen: v.array(v.string()) });
const key = 'board';

/** Shows the stored board, if the shop has not sent one meanwhile, and stores from now on what is touched. */
export async function readBoard(store: Store) {
  store.sub(newOrdersAtom, () => storeSoon(store));
  const stored = await read(key, Stored);
  if (!stored || store.get(boardAtom)) return;
  store.set(boardAtom, stored.board);
  store.set(heardAtAtom, stored.heardAt);
  store.set(newOrdersAtom, new Set(stored.unseen));
}

/** Sets the board, rings for what is new in it, and stores it. */
export function setBoard(store: Store, board: KnownBoard) {
  const before = store.get(boardAtom);
  if (board === before) return;
  store.set(boardAtom, board);
  noteArrivals(store, before?.orders, board.orders);
  storeSoon(store);
}

/** The older unfinished orders, as they were listed last; undefined before that. */
export const olderOrdersAtom = atom<readonly CounterOrder[]>();

/** Takes over an order that the server has answered with. */
export function setOrder(store: Store, order: CounterOrder) {
  const board = store.get(boardAtom);
  if (board) setBoard(store, withOrder(board, order, Date.now()));
  const isSame = ({ order_number }: CounterOrder) => order_number === order.order_number;
  const older = store.get(olderOrdersAtom);
  if (older?.some(isSame))
    store.set(
      olderOrdersAtom,
      older.map((one) => (isSame(one) ? order : one)),
    );
}

/** Notes that the shop was heard just now. */
export function noteHeard(store: Store) {
  store.set(heardAtAtom, Date.now());
  storeSoon(store);
}

/** Forgets the board, as at a sign-out. */
export function forgetBoard(store: Store) {
  store.set(boardAtom, undefined);
  store.set(heardAtAtom, undefined);
  store.set(olderOrdersAtom, undefined);
  store.set(newOrdersAtom, new Set<string>());
  clearTimeout(storing);
  storing = undefined;
}

let storing: ReturnType<typeof setTimeout> | undefined;

/** Stores the board once a second at most: with 500 orders it is large. */
function storeSoon(store: Store) {
  storing ??= setTimeout(() => {
    storing = undefined;
    const [board, heardAt] = [store.get(boardAtom), store.get(heardAtAtom)];
    const unseen = [...store.get(newOrdersAtom)];
    if (board && heardAt !== undefined) void write(key, { board, heardAt, unseen });
  }, 1_000);
}
