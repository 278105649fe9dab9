/**
 * The shop as the histories believe it to be: what specification §7 and decisions O2, O3a, O5 and C3 promise, in the
 * simplest code that keeps it. Requests take effect one at a time and at once; what the network does to them is not its affair.
 */
import { type Cart, customerOf, type Order, type PlacedOrder, type Session } from '#core/contract';
import { canonical } from '#core/order';

interface Stored {
  customer: string;
  /** The `Idempotency-Key`, where there was one. */
  key: string | undefined;
  order: PlacedOrder & Order;
  /** How often a request with this order arrived. */
  arrivals: number;
}

/** What a plain host lists of an order (specification §3). */
const asListed = ({ order_number, delivery_address, totalQty, totalShopping, status }: PlacedOrder & Order) => ({
  order_number,
  delivery_address: { fullName: delivery_address.fullName, phoneNumber: delivery_address.phoneNumber },
  totalQty,
  totalShopping,
  status,
});

export class ShopModel {
  /** A plain host knows no keys, no revisions, and does not announce itself (decision A2). */
  readonly plain: boolean;
  readonly orders: Stored[] = [];
  readonly #answers = new Map<string, { body: string; answer: string }>();
  readonly #voided = new Set<string>();
  readonly #carts = new Map<string, { items: Cart; revision: number; seqs: Map<string, number> }>();
  readonly #sessions = new Map<string, string>();
  #price = 10_000;
  #lastNumber = 0;
  #lastToken = 0;

  constructor(plain: boolean) {
    this.plain = plain;
  }

  /** The one product's price, in rupiah. */
  get price() {
    return this.#price;
  }

  changePrice() {
    this.#price += 1_000;
  }

  logIn(name: string): Session {
    const session = {
      user: { fullName: name, email: `${name}@example.com`, phoneNumber: '081234567890' },
      token: `token-${++this.#lastToken}`,
    };
    this.#sessions.set(session.token, customerOf(session));
    return session;
  }

  /** Every session ends, as after a long time or a changed password. */
  endSessions() {
    this.#sessions.clear();
  }

  cartOf(session: Session): Cart {
    return this.#carts.get(customerOf(session))?.items ?? [];
  }

  ordersOf(session: Session) {
    return this.orders.filter(({ customer }) => customer === customerOf(session));
  }

  /** Answers one request; `body` is what arrived of it. */
  answer(request: Request, body: string): Response {
    const path = new URL(request.url).pathname.replace(/^\/api\//, '');
    if (path === 'products' || path === 'categories') return this.#json({ data: [], count: 0 });
    const customer = this.#sessions.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '');
    if (!customer) return this.#json({ error: { code: 'unauthorized', message: 'Who?' } }, 401);
    if (path === 'carts') return this.#cart(request, customer, body);
    if (path !== 'orders') return this.#json({ error: { code: 'not_found', message: 'What?' } }, 404);
    if (request.method === 'GET') {
      const orders = this.orders.filter((stored) => stored.customer === customer).map(({ order }) => order);
      return this.#json({ data: this.plain ? orders.map(asListed) : orders });
    }
    return request.method === 'DELETE' ? this.#void(request, customer) : this.#place(request, customer, body);
  }

  #place(request: Request, customer: string, body: string) {
    const key = this.plain ? undefined : (request.headers.get('idempotency-key') ?? undefined);
    const scoped = `${customer} ${key}`;
    const earlier = key && this.#answers.get(scoped);
    if (key && this.#voided.has(scoped))
      return this.#json({ error: { code: 'order_voided', message: 'Taken back' } }, 410);
    if (earlier) {
      const stored = this.orders.find((placed) => placed.customer === customer && placed.key === key);
      if (stored) stored.arrivals++;
      if (earlier.body !== canonical(JSON.parse(body))) {
        return this.#json({ error: { code: 'key_reused', message: 'Another order' } }, 422);
      }
      return new Response(earlier.answer, { status: 201, headers: { 'content-type': 'application/json' } });
    }
    const order = JSON.parse(body) as Order;
    const [item] = order.order_items;
    if (!this.plain && item && item.price !== this.#price) {
      const subTotal = this.#price * item.qty;
      const quote = {
        lines: [{ product: item.product, name: item.name, qty: item.qty, shown: item.price, now: this.#price }],
        delivery_fee: order.delivery_fee,
        subTotal,
        totalShopping: subTotal + order.delivery_fee,
      };
      return this.#json({ error: { code: 'quote_changed', message: 'Other prices', quote } }, 409);
    }
    const placed = { ...order, order_number: `N${++this.#lastNumber}`, ...(key && { client_ref: key }) };
    this.orders.push({ customer, key, order: placed, arrivals: 1 });
    const answer = JSON.stringify(placed);
    if (key) this.#answers.set(scoped, { body: canonical(order), answer });
    return new Response(answer, { status: 201, headers: { 'content-type': 'application/json' } });
  }

  #void(request: Request, customer: string) {
    const key = request.headers.get('idempotency-key');
    const placed = this.orders.find((stored) => stored.customer === customer && stored.key === key);
    if (placed) return this.#json(placed.order);
    this.#voided.add(`${customer} ${key}`);
    return new Response(null, { status: 204, headers: { 'kedai-api': '1' } });
  }

  #cart(request: Request, customer: string, body: string) {
    const cart = this.#carts.get(customer) ?? { items: [], revision: 0, seqs: new Map<string, number>() };
    this.#carts.set(customer, cart);
    const client = request.headers.get('x-client-id') ?? '';
    const answer = (more: object, status = 200) =>
      this.#json({ items: cart.items, seq: cart.seqs.get(client), ...more }, status, { etag: `"${cart.revision}"` });
    if (request.method === 'GET') return answer({});
    if (!this.plain) {
      const seq = Number(request.headers.get('x-client-seq'));
      const expected = request.headers.get('if-match');
      if (seq <= (cart.seqs.get(client) ?? 0)) return answer({ applied: false });
      if (expected && expected !== `"${cart.revision}"`) return answer({}, 412);
      cart.seqs.set(client, seq);
    }
    cart.items = (JSON.parse(body) as { items: Cart }).items;
    cart.revision++;
    return answer({ applied: true });
  }

  #json(body: unknown, status = 200, headers: Record<string, string> = {}) {
    return Response.json(body, { status, headers: { ...(this.plain ? {} : { 'kedai-api': '1' }), ...headers } });
  }
}
