/**
 * Keeps the board as the shop has it (decision W4), and says whether the shop is heard: an old board is never shown as a new one (decision
 * W5).
 */
import { atom, type Store } from 'jotai';
import { SchemaValidationError } from 'ky';
import type { Board, CounterOrder } from '#core/counter';
import { callNumber, isFinal } from '#core/order-steps';
import { refusalOf, statusOf } from '#device/failures';
import { followStream } from '#device/follow-stream';
import { showMessage } from '../../design/messages.tsx';
import { getBoard, isSessionRefused } from './api.ts';
import { boardAtom, noteHeard, setBoard, withBoard } from './board.ts';
import { setShopClock, shopTime } from './clock.ts';
import { sendChanges } from './send-changes.ts';
import { endSession, noteStaff } from './session.ts';

/**
 * `connecting`: the shop was not heard since the page was opened. `live`: the board is what the shop says. `disconnected`: it is not heard.
 * `incompatible`: it sends what this version does not understand.
 */
export const connectionAtom = atom<'connecting' | 'live' | 'disconnected' | 'incompatible'>('connecting');

/** Whether the shop cannot be heard: what is shown is not changed meanwhile. */
export const isUnheardAtom = atom((get) => ['disconnected', 'incompatible'].includes(get(connectionAtom)));

/** Sends what was pressed here whenever the shop is heard again; returns a function that stops this. */
export const sendWhenHeard = (store: Store) =>
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'live') void sendChanges(store);
  });

/** How long a message that the staff have not asked for is shown, in ms. */
const noticeTime = 20_000;

/** Says which orders of the board before their customers have cancelled (decision W18): their cards are gone now. */
function tellWithdrawn(before: readonly CounterOrder[], { withdrawn }: Board) {
  for (const order of before)
    if (!isFinal(order.status) && withdrawn.includes(order.order_number))
      showMessage(`${callNumber(order)} dibatalkan pelanggan`, { id: order.order_number, ms: noticeTime });
}

/** How often the shop was asked with success: what else a view shows is asked for again then. */
export const looksAtom = atom(0);

/** How often the shop is asked while no stream comes through, in ms. */
const askEvery = 5_000;

/** Follows the shop until the returned function is called, or the shop ends the session. */
export function followBoard(store: Store, token: string): () => void {
  let etag: string | undefined;

  async function look() {
    const { data, at, ...answer } = await getBoard(token, etag);
    if (isStopped) return;
    etag = answer.etag;
    const time = data ? Date.parse(data.now) : at;
    if (time > 0) setShopClock(store, time);
    if (data) noteStaff(store, token, data.staff);
    if (data) tellWithdrawn(store.get(boardAtom)?.orders ?? [], data);
    if (data) setBoard(store, withBoard(store.get(boardAtom), data, shopTime(store)));
    store.set(looksAtom, (count) => count + 1);
  }
  function giveUp(failure: unknown): never {
    if (isStopped) throw failure;
    // Only the shop's own word counts, not that of a proxy.
    if (isSessionRefused(failure) || (statusOf(failure) === 404 && refusalOf(failure))) {
      stop();
      void endSession(store);
    } else if (failure instanceof SchemaValidationError && store.get(connectionAtom) !== 'incompatible') {
      console.error('The board does not fit', failure.issues[0]);
      store.set(connectionAtom, 'incompatible');
    }
    throw failure;
  }

  let isStopped = false;
  store.set(connectionAtom, 'connecting');
  const stopFollowing = followStream({
    name: 'kedai-counter-stream',
    url: '/api/counter/stream',
    token,
    askEvery,
    look: () => look().catch(giveUp),
    onHeard(isHeard) {
      if (isHeard) {
        store.set(connectionAtom, 'live');
        noteHeard(store);
      } else if (store.get(connectionAtom) !== 'incompatible') store.set(connectionAtom, 'disconnected');
    },
  });
  function stop() {
    isStopped = true;
    stopFollowing();
  }
  return stop;
}
