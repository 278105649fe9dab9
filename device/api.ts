/**
 * The twenty calls of specification §7, in its order, and what the bundled server adds to them (decision A2).
 *
 * Every call rejects with ky's `HTTPError` when it was answered with a failure, `NetworkError` or `TimeoutError` when
 * it was not answered, and `DoesNotFit` when the answer does not fit; the latter is logged with the field's path. The
 * token is an argument: a reader sees which calls are personal.
 */
import ky from 'ky';
import * as v from 'valibot';
import type { Filter } from '#core/catalogue';
import {
  Address,
  CartAnswer,
  Category,
  forgiving,
  listOf,
  type NewAddress,
  OrderAnswer,
  PaymentMethod,
  PlacedOrder,
  Product,
  Region,
  Session,
  Tag,
} from '#core/contract';
import type { Credentials, Registration } from '#core/registration';
import { announcement, hostIsKedai, isKedais, noteAnnouncement } from './announcement.ts';
import { DoesNotFit, NotTheShop } from './failures.ts';
import { apiHost } from './host.ts';
import { randomId } from './platform.ts';
import { keptSince, longestWait, reach } from './reachability.ts';

const client = (options: { optional: boolean }) =>
  ky.create({
    prefix: apiHost,
    retry: 0,
    timeout: longestWait,
    fetch: (input, init) => reach(new Request(input, init), options),
  });

const http = client({ optional: false });

/** For calls that only the bundled server knows; their failure never counts as a lost connection (decision A2). */
const extra = client({ optional: true });

/**
 * Whether the host is Kedai's own server (`hostIsKedai`). Asks a host that this device does not know yet, or every host
 * with `again`, so that what is sent does not depend on what was loaded before. Rejects as any call.
 */
export async function meetHost({ again = false } = {}): Promise<boolean> {
  if (again || (await announcement()) === undefined) await getCategories({ fresh: again });
  return hostIsKedai();
}

/** An answer's JSON as the schema reads it; which field of which answer does not fit is logged (decision A4). */
async function fitting<const Schema extends v.GenericSchema>(call: string, answer: Response, schema: Schema) {
  const read = v.safeParse(schema, await answer.json());
  if (read.success) return read.output;
  const misfits = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`).join('; ');
  console.error(`${call}: ${misfits}`);
  throw new DoesNotFit(misfits);
}

/** How a list is asked for. */
export interface Asking {
  /** Asks the shop itself instead of taking the device's copy; the answer is kept. */
  fresh?: boolean | undefined;
}

/** A list of the catalogue; `keptSince` (ms since 1970) when it was on the device and the shop was not asked yet. */
async function list<const Entries extends v.ObjectEntries>(
  path: string,
  item: v.ObjectSchema<Entries, undefined>,
  { searchParams, fresh }: Asking & { searchParams?: string[][] } = {},
) {
  const response = await http.get(path, {
    ...(searchParams && { searchParams }),
    ...(fresh && { cache: 'no-cache' }),
  });
  const answer = await fitting(`GET /${path}`, response, listOf(forgiving(item)));
  noteAnnouncement(response, answer.items.length);
  const since = Number(response.headers.get(keptSince));
  return { ...answer, ...(since > 0 && { keptSince: since }) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/**
 * Options for a personal answer, which no cache of the browser may keep. Adds no header that would need permission by
 * CORS.
 */
const personal = (token: string) => ({ headers: bearer(token), cache: 'no-store' as const });

/** The first value that came under `name`, which is `value` itself when it is new. */
function shared<T>(known: Map<string, T>, name: string, value: T): T {
  const first = known.get(name);
  if (first === undefined) known.set(name, value);
  return first ?? value;
}

/**
 * Products with equal categories or tags share one object for them, which saves a third of a long menu's memory
 * (performance P13).
 */
async function listProducts(asking?: Asking & { searchParams?: string[][] }) {
  const answer = await list('products', Product, asking);
  const categories = new Map<string, string>();
  const tagSets = new Map<string, Product['tags']>();
  for (const product of answer.items) {
    product.category = shared(categories, product.category, product.category);
    product.tags = shared(tagSets, JSON.stringify(product.tags), product.tags);
  }
  return answer;
}

/** `GET /products`: the whole menu (decision A7). */
export const getProducts = (asking?: Asking) => listProducts(asking);

/** Thrown before a filtered call that names no category, tag or keyword (specification §5). */
class InvalidFilter extends Error {
  override name = 'InvalidFilter';
  constructor() {
    super('Invalid filter');
  }
}

/**
 * `GET /products?category=`, `?tags=` (one for each, meaning any of them) or `?search=`; rejects with `InvalidFilter`
 * when there is none.
 */
export async function getFilteredProducts({ category, tags, keyword }: Filter) {
  if (category) return listProducts({ searchParams: [['category', category]] });
  if (tags.length > 0) return listProducts({ searchParams: tags.map((tag) => ['tags', tag]) });
  if (keyword.trim()) return listProducts({ searchParams: [['search', keyword.trim()]] });
  throw new InvalidFilter();
}

/** `GET /categories`. */
export const getCategories = (asking?: Asking) => list('categories', Category, asking);

/** `GET /tags`. */
export const getTags = (asking?: Asking) => list('tags', Tag, asking);

/** What the bundled server needs to tell a new cart from a late one (decision C3). */
interface CartRevision {
  clientId: string;
  seq: number;
  etag: string | null;
}

/**
 * `PUT /carts` with `{ items }`; `revision` only for a host that announced itself. Answers the stored cart and its
 * revision, if any.
 */
export async function putCart(token: string, items: readonly unknown[], revision?: CartRevision) {
  const response = await http.put('carts', {
    json: { items },
    headers: {
      ...bearer(token),
      ...(revision && {
        'x-client-id': revision.clientId,
        'x-client-seq': `${revision.seq}`,
        ...(revision.etag && { 'if-match': revision.etag }),
      }),
    },
  });
  const etag = response.headers.get('etag');
  // A plain host may answer anything, or nothing. Ours says whether it took the cart, so its answer must fit.
  if (!revision) return { etag, answer: undefined };
  return { etag, answer: await fitting('PUT /carts', response, CartAnswer) };
}

/**
 * `GET /carts` (bundled server only, decision C3): the stored cart, its revision, and the last sequence it took of this
 * device.
 */
export async function getCart(token: string, clientId: string) {
  const response = await extra.get('carts', {
    ...personal(token),
    headers: { ...bearer(token), 'x-client-id': clientId },
  });
  return { answer: await fitting('GET /carts', response, CartAnswer), etag: response.headers.get('etag') };
}

/**
 * `POST /auth/register`; the answer is not read. Chromium repeats a POST by itself when its connection drops. The key,
 * which only a host that announced itself is sent, says that both are the same registration.
 */
export const register = async (registration: Registration) => {
  const headers = (await meetHost()) ? { 'idempotency-key': randomId() } : {};
  await http.post('auth/register', { json: registration, headers });
};

/** `POST /auth/login`: the user and a token. */
export const logIn = async (credentials: Credentials) =>
  fitting('POST /auth/login', await http.post('auth/login', { json: credentials }), Session);

/** `POST /auth/logout`: no body. Resolves with whether the bundled server itself answered. */
export const logOut = async (token: string): Promise<boolean> =>
  isKedais(await http.post('auth/logout', { headers: bearer(token) }));

/** `GET /delivery-address`: the customer's saved addresses. */
export const getAddresses = async (token: string) =>
  (
    await fitting(
      'GET /delivery-address',
      await http.get('delivery-address', personal(token)),
      listOf(forgiving(Address)),
    )
  ).items;

/**
 * `POST /delivery-address`. Rejects with `NotTheShop` when the host has announced itself and this was not its answer.
 */
export const addAddress = async (token: string, address: NewAddress) => {
  const answer = await http.post('delivery-address', { headers: bearer(token), json: address });
  if (!isKedais(answer) && (await hostIsKedai())) throw new NotTheShop('No word on the address');
};

/** The levels of regions, from the highest to the lowest, as the calls name them (specification §7). */
export type RegionLevel = 'provinces' | 'regences' | 'districts' | 'villages';

/** `GET /regions/provinces`, or the regions of the next level below `code`. */
export const getRegions = async (level: RegionLevel, code?: string) =>
  (await list(`regions/${level}`, Region, code === undefined ? {} : { searchParams: [['code', code]] })).items;

/** `GET /banks`. */
export const getBanks = async () => (await list('banks', PaymentMethod)).items;

/** `GET /mini-markets`. */
export const getMiniMarkets = async () => (await list('mini-markets', PaymentMethod)).items;

/** Which orders are asked for: the newest `limit` of those that are older than the order with the number `before`. */
interface OrderPage {
  limit: number;
  before?: string;
}

/**
 * `GET /orders`: the customer's orders, newest first, as many as the host gives, and how many there are in all. `page`
 * only for a host that announced itself.
 */
export const getOrders = async (token: string, page?: OrderPage) =>
  fitting(
    'GET /orders',
    await http.get('orders', { ...personal(token), ...(page && { searchParams: { ...page } }) }),
    listOf(PlacedOrder),
  );

/** The order, if it carries its key and a number as the bundled server's do; throws `NotTheShop` otherwise. */
function orderOfKey(order: PlacedOrder, key: string): PlacedOrder {
  if (order.client_ref !== key || order.order_number === '') throw new NotTheShop(`No word on order ${key}`);
  return order;
}

/**
 * `POST /orders` with the frozen bytes of an order; `key` (the `Idempotency-Key`) only for a host that announced itself
 * (decision O2). Rejects with `NotTheShop` when such a host's answer is not about this order.
 */
export async function postOrder(token: string, body: string, key?: string): Promise<PlacedOrder> {
  const headers = { ...bearer(token), 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
  const order = await fitting('POST /orders', await http.post('orders', { body, headers }), OrderAnswer);
  return key === undefined ? order : orderOfKey(order, key);
}

/**
 * `DELETE /orders` with an order's key (bundled server only, decision O3a): the order if it exists, else undefined and
 * the key is spent. Rejects with `NotTheShop` when somebody else answered.
 */
export async function voidOrder(token: string, key: string): Promise<PlacedOrder | undefined> {
  const response = await extra.delete('orders', { headers: { ...bearer(token), 'idempotency-key': key } });
  if (!isKedais(response)) throw new NotTheShop(`No word on order ${key}`);
  return response.status === 204 ? undefined : orderOfKey(await fitting('DELETE /orders', response, OrderAnswer), key);
}
