/** Sets up a checkout: fills the cart, makes orders, and observes or fakes what is sent to the shop. */
import * as v from 'valibot';
import { vi } from 'vitest';
import { withoutId } from '#core/address';
import type { NewAddress, OptionGroup, Product, SavedAddress, Session } from '#core/contract';
import { Order, type PlacedOrder } from '#core/order-contract';
import { getProducts } from '#device/api';
import { change } from '#device/store';
import { changeCart } from '#device/stored-cart';
import { cikini, orderOf } from '../order.ts';

export { cikini } from '../order.ts';

/**
 * Puts so many pieces of each product into this device's cart; `prices` are those shown when they were added, where they differ from the
 * menu's.
 */
export async function fillCart(pieces: Record<string, number>, prices: Record<string, number> = {}) {
  const { data } = (await (await fetch('/api/products')).json()) as { data: Product[] };
  const items = data.filter(({ _id }) => pieces[_id]);
  await changeCart(() =>
    items.map((product) => ({
      ...product,
      price: prices[product._id] ?? product.price,
      qty: pieces[product._id] ?? 0,
    })),
  );
}

/**
 * An order of a Kopi Tubruk and a Klepon, or of all that a plain host has, as 'Bayar' would send it; `prices` as in
 * `fillCart`.
 */
export async function anOrder(fullStreet = cikini.fullStreet, prices: Record<string, number> = {}): Promise<Order> {
  const { items } = await getProducts();
  const known = items.filter(({ _id }) => _id === 'kopi-tubruk' || _id === 'klepon');
  const cart = (known.length > 0 ? known : items).map((product) => ({
    ...product,
    price: prices[product._id] ?? product.price,
    qty: 1,
  }));
  return orderOf(cart, 'goceng', { ...cikini, fullStreet }, { _id: 'bca', name: 'BCA', image_url: '' });
}

/** An order of one piece for pick-up, made without the menu. */
export const anyOrder = (): Order =>
  v.parse(Order, {
    delivery_courier: 'pickup',
    delivery_fee: 0,
    delivery_address: { ...cikini, fullStreet: 'Ambil di toko' },
    totalQty: 1,
    subTotal: 15_000,
    totalShopping: 15_000,
    order_items: [{ name: 'Klepon', price: 15_000, qty: 1, product: 'klepon' }],
    paymentMethod: { _id: 'bca', name: 'BCA' },
    status: 'waiting_payment',
  });

/** Stores values on the device as they are, also such as no page stores. */
export const storeOnDevice = (values: Record<string, unknown>) =>
  change(Object.fromEntries(Object.keys(values).map((key) => [key, v.unknown()])), () => values);

export const chooseAddress = (address: NewAddress) => storeOnDevice({ address });

export const chooseHandover = (handover: string, table = '', chosenAt = Date.now()) =>
  storeOnDevice({ handover: { handover, table, chosenAt } });

const personal = ({ token }: Session) => ({
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
});

export const postAddress = (session: Session, address: NewAddress) =>
  fetch('/api/delivery-address', { method: 'POST', body: JSON.stringify(address), ...personal(session) });

/** With their `_id`. */
export const listedAddresses = async (session: Session) =>
  (await (await fetch('/api/delivery-address', personal(session))).json()) as SavedAddress[];

export const savedAddresses = async (session: Session) => (await listedAddresses(session)).map(withoutId);

/** The customer's orders at the shop, newest first. */
export const ordersOf = async (session: Session) =>
  ((await (await fetch('/api/orders', personal(session))).json()) as { data: PlacedOrder[] }).data;

/** Sends an order to the shop as an attempt that was delayed until now. */
export const sendLate = (session: Session, { id, body }: { id: string; body: string }) => {
  const { headers } = personal(session);
  return fetch('/api/orders', { method: 'POST', body, headers: { ...headers, 'idempotency-key': id } });
};

/** Collects every order sent from now on; the array grows. */
export function ordersSent(): Order[] {
  const sent: Order[] = [];
  interceptRequests(async (request) => {
    if (isOrder(request)) sent.push((await request.clone().json()) as Order);
  });
  return sent;
}

/** Collects such requests from now on; the array grows. */
export function requestsSent(isMeant: (request: Request) => boolean = () => true): Request[] {
  const sent: Request[] = [];
  interceptRequests((request) => {
    if (isMeant(request)) sent.push(request.clone());
  });
  return sent;
}

/** Whether a call is about orders. */
export const isAboutOrders = ({ url }: Request) => new URL(url).pathname.endsWith('/orders');

export const isOrder = (request: Request) => request.method === 'POST' && isAboutOrders(request);

/** What answers a request in the shop's place; without a response of its own the shop does. */
export type Respond = (
  request: Request,
  send: () => Promise<Response>,
) => Response | undefined | Promise<Response | undefined>;

/** Intercepts calls between page and shop. The connection is the only thing that tests fake. */
export function interceptRequests(respond: Respond): void {
  const reach = globalThis.fetch;
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    const send = () => reach(request);
    return (await respond(request, send)) ?? send();
  });
}

/** Does something without a connection. */
export async function offline<Result>(work: () => Promise<Result>): Promise<Result> {
  const line = cutLine();
  const result = await work();
  line.cut = false;
  return result;
}

/** Changes every menu that the shop answers with, also a filtered one. */
export const changeMenu = (to: (menu: { data: Product[]; count: number; option_groups: OptionGroup[] }) => object) =>
  interceptRequests(async ({ url }, send) => {
    const answer = await send();
    if (new URL(url).pathname !== '/api/products') return answer;
    // Without the tag of the menu that the shop has.
    const { etag: _, ...headers } = Object.fromEntries(answer.headers);
    return Response.json(to(await answer.json()), { headers });
  });

export const changeGroups = (change: (group: OptionGroup) => OptionGroup) =>
  changeMenu((menu) => ({ ...menu, option_groups: menu.option_groups.map(change) }));

/** A group whose choice `id` is sold out. */
export const without = (id: string) => (group: OptionGroup) => ({
  ...group,
  choices: group.choices.map((choice) => (choice._id === id ? { ...choice, available: false } : choice)),
});

/** Holds back the first response to such a request until `goOn` is called; `reached` resolves once the response is there. */
export function holdResponse(isMeant: (request: Request) => boolean) {
  const goOn = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let isFirst = true;
  interceptRequests(async (request, send) => {
    if (!isFirst || !isMeant(request)) return send();
    isFirst = false;
    const answer = await send();
    reached.resolve();
    await goOn.promise;
    return answer;
  });
  return { reached: reached.promise, goOn: goOn.resolve };
}

/** Holds back all such requests, before the shop has them, until the returned function is called. */
export function holdRequests(isMeant: (request: Request) => boolean = () => true) {
  const { promise, resolve } = Promise.withResolvers<void>();
  interceptRequests((request, send) => (isMeant(request) ? promise.then(send) : send()));
  return resolve;
}

export const connectionLost = () => Promise.reject(new TypeError('fetch failed'));

/** A refusal of the shop itself. */
export const refusal = (status: number, code: string, more: object = {}) =>
  Response.json({ error: { code, message: code, ...more } }, { status });

/** The shop gets the request, and its response is lost. */
export const loseResponse: Respond = (_request, send) => send().then(connectionLost);

/** Answers such calls in the shop's place, or the first `times` of them, until `cut` is false. */
export function answerCalls(isMeant: (request: Request) => boolean, answer: Respond, times = Number.POSITIVE_INFINITY) {
  const line = { cut: true };
  let left = times;
  interceptRequests((request, send) =>
    line.cut && isMeant(request) && left-- > 0 ? answer(request, send) : undefined,
  );
  return line;
}

/** Cuts the connection for such calls, or for all of them, until `cut` is false. */
export const cutLine = (isMeant: (request: Request) => boolean = () => true) => answerCalls(isMeant, connectionLost);
