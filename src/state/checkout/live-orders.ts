/** Orders under way are shown as they change at the shop (decision W4). */
import { atom, type Store } from 'jotai';
import type { PlacedOrder, Session } from '#core/contract';
import { backoffAfter } from '#device/backoff';
import { hasKedaiCapabilities } from '#device/capabilities';
import { NotTheShop, retryAfterOf, statusOf } from '#device/failures';
import { customerOrders } from '#device/private-lists';
import { laterOf, ordersAtom } from '../account/private-lists.ts';
import { sessionAtom, tokenAtom } from '../account/session.ts';
import { onReconnect } from '../connection/connection.ts';
import { loadWithRetry } from '../connection/load-with-retry.ts';
import { isVisible } from '../connection/visibility.ts';
import { combined, listen } from '../frame/event-listener.ts';
import { ordersUnderWayAtom } from './orders-under-way.ts';

/** How often the shop is asked while there is no stream, in ms. */
const askInterval = 15_000;

/** How long a host that has no stream is not asked for one, in ms. */
const withoutStream = 10 * 60_000;

/** After so long a life of a stream its end is no failure of the line, in ms. */
const longLife = 60_000;

/** How many orders the list on the device has at most: as many as the shop sends at once. */
const maxStored = 50;

/** Adds orders to the list as they are now; an older state that arrives later changes nothing. */
const receiveAtom = atom(null, (get, set, received: readonly PlacedOrder[]) => {
  const session = get(sessionAtom);
  const { data } = get(ordersAtom.lookAtom);
  if (!session) return;
  const before = data?.session === 'good' ? data.items : [];
  const byNumber = new Map(received.map((order) => [order.order_number, order]));
  const known = new Set(before.map(({ order_number }) => order_number));
  const added = received.filter(({ order_number }) => !known.has(order_number));
  const items = [
    ...added,
    ...before.map((order) => {
      const now = byNumber.get(order.order_number);
      return now ? laterOf(order, now) : order;
    }),
  ];
  const count = Math.max(items.length, (data?.count ?? 0) + added.length);
  const list = { items, count, asOf: Date.now(), isStored: false };
  void set(ordersAtom, { known: { ...list, session: 'good' } });
  void customerOrders.store(session, { items: items.slice(0, maxStored), count, asOf: list.asOf });
});

/** Until `heardAt` (in ms) the list was the shop's. */
const confirmAtom = atom(null, (get, set, heardAt: number) => {
  const { data } = get(ordersAtom.lookAtom);
  if (data?.session === 'good' && heardAt > data.asOf) void set(ordersAtom, { known: { ...data, asOf: heardAt } });
});

/** Whether anything may change that this customer can be told. */
const isFollowedAtom = atom(
  (get) =>
    get(tokenAtom) !== undefined &&
    get(ordersUnderWayAtom).some(({ order_number }) => order_number !== '') &&
    get(ordersAtom.lookAtom).data?.session !== 'ended',
);

/**
 * While an order is under way and this tab is visible, follows the shop's stream of its changes; without a stream asks for
 * the list every `askInterval`. Apart from the judgement of the connection. Returns a function that stops this.
 */
export function followLiveOrders(store: Store): () => void {
  /** The stream that is open or being opened. */
  let stream: AbortController | undefined;
  /** Whether it has sent the orders. */
  let isLive = false;
  let attempts = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setInterval> | undefined;
  let token: string | undefined;

  const end = () => {
    stream?.abort();
    stream = undefined;
    isLive = false;
    clearTimeout(retry);
    retry = undefined;
  };
  const open = async (session: Session) => {
    const mine = new AbortController();
    const openedAt = Date.now();
    let heardAt = 0;
    stream = mine;
    retry = undefined;
    let failure: unknown;
    try {
      if (!(await hasKedaiCapabilities())) throw new NotTheShop('No stream at this host');
      const { streamOrders } = await loadWithRetry(() => import('#device/order-stream'));
      await streamOrders(
        session.token,
        (orders, isWhole) => {
          if (stream !== mine) return;
          // Only the list says how many older ones there are.
          if (isWhole && !store.get(ordersAtom.lookAtom).data && orders.length >= maxStored) void store.set(ordersAtom);
          isLive = true;
          store.set(receiveAtom, orders);
        },
        {
          signal: mine.signal,
          onByte: () => {
            heardAt = Date.now();
          },
        },
      );
    } catch (reason) {
      failure = reason;
      if (!mine.signal.aborted) console.warn('No stream of orders', reason);
    }
    if (store.get(tokenAtom) === session.token) store.set(confirmAtom, heardAt);
    if (stream !== mine) return;
    end();
    attempts = Date.now() - openedAt > longLife ? 0 : attempts + 1;
    retry = setTimeout(retryNow, backoffAfter(attempts, waitAfter(failure)).notBefore - Date.now());
  };
  const retryNow = () => {
    retry = undefined;
    update();
  };
  const update = () => {
    const session = store.get(sessionAtom);
    if (session?.token !== token) end();
    token = session?.token;
    if (!session || !isVisible() || !store.get(isFollowedAtom)) {
      end();
      clearInterval(asking);
      asking = undefined;
      return;
    }
    asking ??= setInterval(() => !isLive && void store.set(ordersAtom), askInterval);
    if (!stream && !retry) void open(session);
  };
  /** The line may lead elsewhere now: what is open is not trusted, and no pause is waited for. */
  const reopen = () => {
    end();
    attempts = 0;
    update();
  };

  update();
  return combined(
    store.sub(isFollowedAtom, update),
    store.sub(sessionAtom, update),
    listen('visibilitychange', reopen, document),
    listen('online', reopen),
    onReconnect(store, reopen),
    () => {
      end();
      clearInterval(asking);
    },
  );
}

/** How long to wait for the next stream, in ms: what the server asked for; long where it has none. */
function waitAfter(failure: unknown) {
  const hasNone = failure instanceof NotTheShop || [404, 405].includes(statusOf(failure) ?? 0);
  return hasNone ? withoutStream : retryAfterOf(failure);
}
