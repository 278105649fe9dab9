/**
 * A model of the shop: what specification §7 and decisions O2, O3a, O5 and C3 promise, as simple as possible. Requests take effect
 * immediately, one at a time; network faults are simulated in `network.ts`.
 */

import { canonical } from '#core/canonical';
import { type Address, type Cart, customerOf, type Session } from '#core/contract';
import type { Order, PlacedOrder } from '#core/order-contract';

interface Stored {
  customer: string;
  /** The `Idempotency-Key`, if there was one. */
  key: string | undefined;
  order: PlacedOrder & Order;
}

interface SavedCart {
  items: Cart;
  revision: number;
  seqs: Map<string, number>;
}

const emptyCart = (): SavedCart => ({ items: [], revision: 0, seqs: new Map() });

/** What a backup contains. */
interface Memory {
  orders: Stored[];
  answers: Map<string, { body: string; answer: string }>;
  voided: Set<string>;
  carts: Map<string, SavedCart>;
  addresses: Map<string, Address[]>;
}

/** The fields of an order that a plain host lists (specification §3). */
const asListed = ({ order_number, delivery_address, totalQty, totalShopping, status }: PlacedOrder & Order) => ({
  order_number,
  delivery_address: { fullName: delivery_address.fullName, phoneNumber: delivery_address.phoneNumber },
  totalQty,
  totalShopping,
  status,
});

export class ShopModel {
  /** A plain host knows no keys and no revisions, and does not announce itself (decision A2). */
  plain: boolean;
  price = 10_000;
  fee = 5_000;
  soldOut = false;
  takesTransfers = true;
  /** Violations seen here, such as an order sent with another customer's token. */
  readonly violations: string[] = [];
  /** Keys that arrived while the host ignored keys, so that their effect is unknown. */
  readonly unheeded = new Set<string>();
  /** Keys of the orders it has refused. */
  readonly refused = new Set<string>();
  /** Whether it was restored, and the numbers and keys of the orders it has lost by that. */
  restored = false;
  readonly forgotten = new Set<string>();
  #memory: Memory = { orders: [], answers: new Map(), voided: new Set(), carts: new Map(), addresses: new Map() };
  #backup: Memory = structuredClone(this.#memory);
  readonly #sessions = new Map<string, string>();
  #lastNumber = 0;
  /** What the last restore numbered its carts from. */
  #lastBand = 0;
  #lastToken = 0;

  constructor(plain: boolean) {
    this.plain = plain;
  }

  get orders(): readonly Stored[] {
    return this.#memory.orders;
  }

  backUp() {
    this.#backup = structuredClone(this.#memory);
  }

  /** Goes back to the last backup, except for what `server/commands/restore.ts` does not undo: sessions, revisions, cancelled orders. */
  restore() {
    const restored = new Set(this.#backup.orders.map(({ order }) => order.order_number));
    for (const { order, key } of this.#memory.orders) {
      if (restored.has(order.order_number)) continue;
      this.forgotten.add(order.order_number);
      if (key) this.forgotten.add(key);
    }
    const { voided, carts } = this.#memory;
    this.#memory = structuredClone(this.#backup);
    for (const key of voided) this.#memory.voided.add(key);
    this.#lastBand -= 1_000_000;
    for (const [customer, { revision }] of carts) {
      const cart = this.#memory.carts.get(customer) ?? emptyCart();
      if (cart.revision !== revision) this.#memory.carts.set(customer, { ...cart, revision: this.#lastBand });
    }
    this.restored = true;
  }

  logIn(name: string): Session {
    const session = {
      user: { fullName: name, email: `${name}@example.com`, phoneNumber: '081234567890' },
      token: `token-${++this.#lastToken}`,
    };
    this.#sessions.set(session.token, name);
    return session;
  }

  /** Ends every session, as after a long time or a changed password. */
  endSessions() {
    this.#sessions.clear();
  }

  knows(token: string) {
    return this.#sessions.has(token);
  }

  cartOf(session: Session): Cart {
    return this.#memory.carts.get(session.user.fullName)?.items ?? [];
  }

  addressesOf(name: string): Address[] {
    return this.#memory.addresses.get(name) ?? [];
  }

  /** Answers a request; `body` is what arrived of it. */
  answer(request: Request, body: string): Response {
    const path = new URL(request.url).pathname.replace(/^\/api\//, '');
    if (path === 'products' || path === 'categories') {
      return this.#json({ data: [{ _id: 'latte', name: 'Latte', price: this.price }], count: 1 });
    }
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const customer = this.#sessions.get(token);
    if (!customer) return this.#refuse(401, 'unauthorized');
    const about = `${request.method} ${path}`;
    if (about === 'POST auth/logout') {
      this.#sessions.delete(token);
      return this.#json(null, 204);
    }
    if (path === 'carts') return this.#cart(request, customer, body);
    if (path === 'delivery-address') return this.#address(request, customer, body);
    if (about === 'GET orders') {
      const orders = this.orders.filter((stored) => stored.customer === customer).map(({ order }) => order);
      return this.#json({ data: this.plain ? orders.map(asListed) : orders });
    }
    if (about === 'POST orders') return this.#place(request, customer, body);
    if (about === 'DELETE orders' && !this.plain) return this.#void(request, customer);
    return this.#refuse(404, 'not_found');
  }

  #place(request: Request, customer: string, body: string) {
    const { answers, voided } = this.#memory;
    const sentKey = request.headers.get('idempotency-key') ?? undefined;
    const key = this.plain ? undefined : sentKey;
    if (sentKey && this.plain) this.unheeded.add(sentKey);
    const scoped = `${customer} ${key}`;
    const earlier = key && answers.get(scoped);
    if (key && voided.has(scoped)) return this.#refuse(410, 'order_voided');
    if (earlier) {
      if (earlier.body !== canonical(JSON.parse(body))) return this.#refuse(422, 'key_reused');
      return this.#created(earlier.answer);
    }
    const order = JSON.parse(body) as Order;
    if (order.delivery_address.fullName !== customer) {
      this.violations.push(`An order of ${order.delivery_address.fullName} was sent with the token of ${customer}`);
    }
    if (!this.takesTransfers && key) this.refused.add(key);
    if (!this.takesTransfers) return this.#refuse(422, 'unknown_payment_method');
    const quote = this.#quoteFor(order);
    if (!this.plain && quote.totalShopping !== order.totalShopping) {
      return this.#json({ error: { code: 'quote_changed', message: 'Other prices', quote } }, 409);
    }
    const placed = { ...order, order_number: `N${++this.#lastNumber}`, ...(key && { client_ref: key }) };
    this.#memory.orders.push({ customer, key, order: placed });
    const answer = JSON.stringify(placed);
    if (key) answers.set(scoped, { body: canonical(order), answer });
    return this.#created(answer);
  }

  #quoteFor({ order_items }: Order) {
    const nowOf = (product: string) => (product === 'mocha' ? (this.soldOut ? null : 7_000) : this.price);
    const lines = order_items.flatMap(({ product, name, qty, price }) =>
      nowOf(product) === price ? [] : { product, name, qty, shown: price, now: nowOf(product) },
    );
    const subTotal = order_items.reduce((sum, { product, qty }) => sum + qty * (nowOf(product) ?? 0), 0);
    return { lines, delivery_fee: this.fee, subTotal, totalShopping: subTotal + this.fee };
  }

  #void(request: Request, customer: string) {
    const key = request.headers.get('idempotency-key');
    const placed = this.orders.find((stored) => stored.customer === customer && stored.key === key);
    if (placed) return this.#json(placed.order);
    this.#memory.voided.add(`${customer} ${key}`);
    return this.#json(null, 204);
  }

  #cart(request: Request, customer: string, body: string) {
    const { carts } = this.#memory;
    const cart = carts.get(customer) ?? emptyCart();
    carts.set(customer, cart);
    const client = request.headers.get('x-client-id') ?? '';
    const answer = (more: object, status = 200) =>
      this.#json({ items: cart.items, seq: cart.seqs.get(client), ...more }, status, { etag: `"${cart.revision}"` });
    if (request.method === 'GET') return this.plain ? this.#refuse(404, 'not_found') : answer({});
    const { items } = JSON.parse(body) as { items: Cart };
    const strange = items.find(({ _id }) => !_id.startsWith(customer));
    if (strange) this.violations.push(`${strange._id} came into the cart of ${customer}`);
    if (!this.plain) {
      const seq = Number(request.headers.get('x-client-seq'));
      const expected = request.headers.get('if-match');
      if (client && seq <= (cart.seqs.get(client) ?? 0)) return answer({ applied: false });
      if (expected && expected !== `"${cart.revision}"`) return answer({}, 412);
      if (client) cart.seqs.set(client, seq);
    }
    cart.items = items;
    cart.revision++;
    return answer({ applied: true });
  }

  #address(request: Request, customer: string, body: string) {
    const saved = this.addressesOf(customer);
    if (request.method === 'GET') return this.#json(saved);
    const address = JSON.parse(body) as Address;
    if (address.fullName !== customer) {
      this.violations.push(`An address of ${address.fullName} came into the account of ${customer}`);
    }
    // The bundled server saves an identical address only once.
    const known = !this.plain && saved.some((one) => canonical(one) === canonical(address));
    this.#memory.addresses.set(customer, known ? saved : [...saved, address]);
    return this.#json(address, 201);
  }

  #created = (answer: string) =>
    new Response(answer, { status: 201, headers: { 'content-type': 'application/json', ...this.#sign() } });

  #refuse = (status: number, code: string) => this.#json({ error: { code, message: code } }, status);

  #json(body: unknown, status = 200, headers: Record<string, string> = {}) {
    const all = { ...this.#sign(), ...headers };
    return status === 204
      ? new Response(null, { status, headers: all })
      : Response.json(body, { status, headers: all });
  }

  #sign = (): Record<string, string> => (this.plain ? {} : { 'kedai-api': '1' });
}

/** The product that only this customer puts into a cart, and only on this device. */
export const ownProduct = (session: Session, isSecond: boolean) =>
  `${nameOf(session)}-${isSecond ? 'second' : 'first'}`;

/** The customer's name, which identifies customers in the model and the oracle. */
export const nameOf = (session: Session) => customerOf(session).split('@')[0] ?? '';
