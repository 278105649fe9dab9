/**
 * One history: customers, devices and tabs over a bad network, drawn from a seed. It drives the real modules of `core/`
 * and `device/` against the shop's model; `docs/histories.md` says how to read and replay one.
 */
import { IDBFactory } from 'fake-indexeddb';
import * as v from 'valibot';
import { vi } from 'vitest';
import { addOne } from '#core/cart';
import { type Order, type Product, Session } from '#core/contract';
import type { Intent } from '#device/outbox';
import { ShopModel } from './shop-model.ts';

/** What may happen to one request; `arrive` is the only good one. */
export const fates = [
  'arrive',
  'lost on the way',
  'answer lost',
  'late',
  'twice',
  'truncated',
  'portal',
  'unavailable',
  'busy',
] as const;
export type Fate = (typeof fates)[number];

/** What may happen next; `tab` counts the open tabs of all devices. */
export type Step =
  | { do: 'order'; tab: number }
  | { do: 'press again'; tab: number }
  | { do: 'deliver'; tab: number; all: boolean }
  | { do: 'cancel'; tab: number }
  | { do: 'agree'; tab: number }
  | { do: 'add to cart'; tab: number }
  | { do: 'sync cart'; tab: number }
  | { do: 'kill'; tab: number }
  | { do: 'close connection'; tab: number }
  | { do: 'log in'; tab: number; name: 'sari' | 'budi' }
  | { do: 'clock'; seconds: number }
  | { do: 'price' }
  | { do: 'end sessions' }
  | { do: 'late arrivals' };

export interface History {
  plain: boolean;
  steps: Step[];
  /** The fate of the first, second, … request; beyond the end everything arrives. */
  fates: Fate[];
}

/** mulberry32: small, seeded, good enough to draw schedules with. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The history of a seed. One in four is told to a plain host. */
export function historyOf(seed: number): History {
  const random = randomFrom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const plain = random() < 0.25;
  const step = (): Step => {
    const tab = below(4);
    const roll = random();
    if (roll < 0.2) return { do: 'order', tab };
    if (roll < 0.28) return { do: 'press again', tab };
    if (roll < 0.46) return { do: 'deliver', tab, all: random() < 0.7 };
    if (roll < 0.52) return { do: 'cancel', tab };
    if (roll < 0.58) return { do: 'agree', tab };
    if (roll < 0.68) return { do: 'add to cart', tab };
    if (roll < 0.78) return { do: 'sync cart', tab };
    if (roll < 0.83) return { do: 'kill', tab };
    if (roll < 0.86) return { do: 'close connection', tab };
    if (roll < 0.9) return { do: 'log in', tab, name: random() < 0.8 ? 'sari' : 'budi' };
    if (roll < 0.94) return { do: 'clock', seconds: Math.floor((random() - 0.1) * 3_000) };
    if (roll < 0.96) return { do: 'price' };
    if (roll < 0.97) return { do: 'end sessions' };
    return { do: 'late arrivals' };
  };
  // A plain host cannot undo what the network itself doubles or brings late: nobody could.
  const possible = fates.filter((fate) => !plain || (fate !== 'twice' && fate !== 'late'));
  return {
    plain,
    steps: Array.from({ length: 12 + below(24) }, step),
    fates: Array.from({ length: 60 }, () =>
      random() < 0.45 ? 'arrive' : (possible[below(possible.length)] ?? 'arrive'),
    ),
  };
}

/** A tab: an instance of the device's modules of its own. */
interface Tab {
  device: Device;
  alive: boolean;
  died: PromiseWithResolvers<void>;
  outbox: typeof import('#device/outbox');
  cartSync: typeof import('#device/cart-sync');
  session: typeof import('#device/session');
  store: typeof import('#device/store');
  api: typeof import('#device/api');
}

interface Device {
  disk: IDBFactory;
  locks: Locks;
}

/** What was pressed, whichever way it went; `agreed` counts the customer's own risk at a plain host. */
interface Pressed {
  id: string;
  customer: string;
  agreed: boolean;
}

const latte = (price: number): Product => ({
  _id: 'latte',
  name: 'Latte',
  description: '',
  price,
  image_url: '',
  stars: 0,
  tags: [],
  category: '',
});

/** Plays a history to its end and then lets everything come to rest; throws what it finds broken. `trace` hears each step and request. */
export async function play(history: History, trace: (line: string) => void = () => undefined): Promise<void> {
  const shop = new ShopModel(history.plain);
  const network = new Network(shop, history.fates, trace);
  const clock = { now: Date.UTC(2026, 10, 20) };
  const devices: Device[] = [newDevice(), newDevice()];
  const tabs: Tab[] = [];
  const used: Modules[] = [];
  for (const device of [devices[0], devices[0], devices[1], devices[1]]) {
    if (device) tabs.push(await openTab(device, network, clock, used));
  }
  const pressed = new Map<string, Pressed>();
  const added = { surely: 0, maybe: 0 };
  const running = new Set<Promise<unknown>>();
  let streets = 0;

  const start = (tab: Tab, work: () => Promise<unknown>) => {
    const done = Promise.race([work(), tab.died.promise]).catch((failure: unknown) => {
      // A killed tab's work ends anywhere; a living one may only lack its storage.
      if (tab.alive && !(failure instanceof Error && failure.name === 'StorageFailed')) throw failure;
    });
    running.add(done);
    void done.finally(() => running.delete(done)).catch(() => undefined);
    return done;
  };

  const sessionOf = async (tab: Tab): Promise<Session | undefined> => (await tab.store.read({ auth: Session })).auth;

  const press = async (tab: Tab, order: Order) => {
    const session = await sessionOf(tab);
    // The very same order again is asked about, and here the answer is no.
    if (!session || (await tab.outbox.recentTwin(session, order))) return;
    const intent = await tab.outbox.keepIntent(session, order);
    if (!tab.alive) return;
    pressed.set(intent.id, { id: intent.id, customer: intent.customer, agreed: false });
    const after = await tab.outbox.deliver(intent.id);
    if (tab.alive) assertTold(shop, after);
  };

  const lastOrders = new Map<Tab, Order>();
  // Two phones of one customer with orders of the same worth are one to a plain host; ours differ in quantity.
  const orderHere = (tab: Tab): Order => {
    const fullStreet = `Jalan ${++streets}`;
    const qty = (streets % 2) * 2 + (tab.device === devices[0] ? 1 : 2);
    const subTotal = shop.price * qty;
    return {
      delivery_courier: 'goceng',
      delivery_fee: 5_000,
      delivery_address: {
        fullName: 'S',
        phoneNumber: '081234567',
        fullStreet,
        provinsi: '',
        kabupaten: '',
        kecamatan: '',
        kelurahan: '',
      },
      totalQty: qty,
      subTotal,
      totalShopping: subTotal + 5_000,
      order_items: [{ name: 'Latte', price: shop.price, qty, product: 'latte' }],
      paymentMethod: { _id: 'bca', name: 'BCA', image_url: '' },
      status: 'waiting_payment',
    };
  };

  const decide = async (tab: Tab, decision: 'cancel' | 'agree', which = 0) => {
    const session = await sessionOf(tab);
    if (!session) return;
    const intents = await tab.outbox.intentsOf(session);
    if (decision === 'cancel') {
      const open = intents.filter((intent) => tab.outbox.canCancel(intent));
      const intent = open[which % Math.max(1, open.length)];
      if (intent) await tab.outbox.cancel(intent.id);
      return;
    }
    for (const intent of intents) {
      if (intent.state === 'too_old') {
        const entry = pressed.get(intent.id);
        if (entry) entry.agreed = true;
        await tab.outbox.agreeToAge(intent.id);
      }
      if (intent.state === 'quote_changed') {
        const next = await tab.outbox.agreeToQuote(session, intent.id);
        if (next) pressed.set(next.id, { id: next.id, customer: next.customer, agreed: false });
      }
    }
  };

  const logIn = async (tab: Tab, name: string) => {
    await tab.session.keepSession(shop.logIn(name));
    await tab.api.getProducts();
  };

  const take = async (step: Step) => {
    trace(JSON.stringify(step));
    const tab = 'tab' in step ? tabs[step.tab % tabs.length] : undefined;
    switch (step.do) {
      case 'clock':
        clock.now += step.seconds * 1_000;
        return;
      case 'price':
        if (!history.plain) shop.changePrice();
        return;
      case 'end sessions':
        shop.endSessions();
        return;
      case 'late arrivals':
        network.arriveLate();
        return;
      case 'kill': {
        if (!tab) return;
        kill(tab);
        tabs[step.tab % tabs.length] = await openTab(tab.device, network, clock, used);
        return;
      }
    }
    if (!tab) return;
    switch (step.do) {
      case 'order': {
        const order = orderHere(tab);
        lastOrders.set(tab, order);
        void start(tab, () => press(tab, order));
        return;
      }
      case 'press again': {
        const order = lastOrders.get(tab);
        if (order) void start(tab, () => press(tab, order));
        return;
      }
      case 'deliver':
        void start(tab, () => tab.outbox.deliverDue({ all: step.all }));
        return;
      case 'cancel':
      case 'agree':
        void start(tab, () => decide(tab, step.do === 'cancel' ? 'cancel' : 'agree', clock.now / 1_000));
        return;
      case 'add to cart': {
        void start(tab, async () => {
          const session = await sessionOf(tab);
          if (session?.user.fullName !== 'sari') return;
          // A tab that dies on the way may or may not have written it.
          added.maybe++;
          await tab.cartSync.changeCart((cart) => addOne(cart, latte(10_000)));
          added.maybe--;
          added.surely++;
        });
        return;
      }
      case 'sync cart':
        void start(tab, () => tab.cartSync.syncCart({ refresh: true }));
        return;
      case 'close connection':
        tab.store.forgetConnection();
        return;
      case 'log in':
        void start(tab, () => logIn(tab, step.name));
        return;
    }
  };

  // Everyone begins logged in, over a network that still works.
  network.perfect = true;
  for (const tab of tabs) {
    // Modules that were used before remember the host; the new disk does not.
    await tab.store.change({ host: v.unknown() }, () => ({ host: { announced: !history.plain } }));
    await logIn(tab, 'sari');
  }
  network.perfect = false;
  for (const step of history.steps) {
    await take(step);
    for (let i = 0; i < 3; i++) await tick();
  }

  // Rest: the network is good again, the customer answers every question, and both customers come by once more.
  network.perfect = true;
  network.arriveLate();
  await Promise.all(running);
  const alone = !history.steps.some((step) => step.do === 'log in' && step.name !== 'sari');
  for (const name of alone ? ['sari'] : ['sari', 'budi', 'sari']) {
    for (const tab of [tabs[0], tabs[2]]) {
      if (!tab) continue;
      await logIn(tab, name);
      for (let round = 0; round < 3; round++) {
        // Longer than the server's own 'try again in two seconds'.
        clock.now += 5_000;
        await tab.outbox.deliverDue({ all: true });
        await decide(tab, 'agree');
        await tab.cartSync.syncCart({ refresh: true });
      }
    }
  }
  // Another customer on the phone replaces its cart, and a plain host keeps whoever wrote last.
  if (alone && !history.plain) assertCart(shop, added);
  await assertAtRest(shop, tabs, pressed, history);
  for (const tab of tabs) kill(tab);
  idle[network.kind].push(...used);
}

/** Success is told only when the shop has the order. */
function assertTold(shop: ShopModel, intent: Intent) {
  if (intent.state !== 'accepted') return;
  if (!shop.orders.some(({ order }) => order.order_number === intent.order?.order_number)) {
    throw new Error(`'${intent.id}' was shown as accepted, and the shop has no ${intent.order?.order_number}`);
  }
}

/** Nothing that was put into the cart on any device is lost or counted twice. */
function assertCart(shop: ShopModel, added: { surely: number; maybe: number }) {
  const [line] = shop.cartOf(shop.logIn('sari'));
  const qty = line?.qty ?? 0;
  if (qty < added.surely || qty > added.surely + added.maybe) {
    throw new Error(`${added.surely} to ${added.surely + added.maybe} were added to the cart, and the shop has ${qty}`);
  }
}

async function assertAtRest(shop: ShopModel, tabs: Tab[], pressed: Map<string, Pressed>, history: History) {
  const intents = new Map<string, Intent>();
  for (const tab of tabs) {
    for (const intent of await tab.store.readAll('intent:', tab.outbox.Intent)) intents.set(intent.id, intent);
  }
  const ordersOf = (intent: Intent) =>
    shop.orders.filter(({ order, key }) =>
      history.plain
        ? order.delivery_address.fullStreet === tabs[0]?.outbox.orderOf(intent).delivery_address.fullStreet
        : key === intent.id,
    );

  for (const { id, agreed } of pressed.values()) {
    const intent = intents.get(id);
    if (!intent) throw new Error(`The pressed order ${id} has vanished`);
    const orders = ordersOf(intent);
    // The very same order, wanted again later, is another order.
    const wanted = history.plain ? sameAgain(intents, intent) : 1;
    if (orders.length > wanted && !agreed) throw new Error(`${id} became ${orders.length} orders`);
    if (intent.state === 'accepted') {
      if (orders.length === 0) throw new Error(`${id} is accepted, and the shop has no such order`);
      if (!orders.some(({ order }) => order.order_number === intent.order?.order_number)) {
        throw new Error(`${id} has the number of another order`);
      }
    } else if (intent.state === 'cancelled' || intent.state === 'refused') {
      if (orders.length > 0 && !history.plain) throw new Error(`${id} is ${intent.state}, and the shop has the order`);
    } else if (!(history.plain && intent.state === 'unsure')) {
      throw new Error(`${id} never came to rest: ${JSON.stringify({ ...intent, body: '' })}`);
    }
  }
  for (const { order, key } of shop.orders) {
    if (!history.plain && key && !intents.has(key)) throw new Error(`${order.order_number} is nobody's`);
    if (order.totalShopping !== order.subTotal + order.delivery_fee) throw new Error('A half order');
  }
}

const sameAgain = (intents: Map<string, Intent>, { body }: Intent) =>
  [...intents.values()].filter((other) => other.body === body).length;

function newDevice(): Device {
  return { disk: new IDBFactory(), locks: new Locks() };
}

type Modules = Pick<Tab, 'outbox' | 'cartSync' | 'session' | 'store' | 'api'> & {
  platform: typeof import('#device/platform').platform;
};

/**
 * Instances of the device's modules to use again, each with the kind of host it has met. Not at once: what a killed tab
 * was doing must have come to its end before its modules are another tab's.
 */
const idle: Record<'plain' | 'kedai', Modules[]> = { plain: [], kedai: [] };
const quarantine = 60;

async function newModules(): Promise<Modules> {
  vi.resetModules();
  const [{ platform }, outbox, cartSync, session, store, api] = await Promise.all([
    import('#device/platform'),
    import('#device/outbox'),
    import('#device/cart-sync'),
    import('#device/session'),
    import('#device/store'),
    import('#device/api'),
  ]);
  return { platform, outbox, cartSync, session, store, api };
}

async function openTab(device: Device, network: Network, clock: { now: number }, used: Modules[]): Promise<Tab> {
  const waiting = idle[network.kind];
  const modules = (waiting.length > quarantine && waiting.shift()) || (await newModules());
  used.push(modules);
  const { platform, ...rest } = modules;
  const tab: Tab = { device, alive: true, died: Promise.withResolvers(), ...rest };
  tab.store.forgetConnection();
  Object.assign(platform, {
    indexedDB: () => {
      if (!tab.alive) throw new Error('This tab is dead');
      return device.disk;
    },
    fetch: (request: Request) => (tab.alive ? network.send(request, () => tab.alive) : new Promise(() => undefined)),
    locks: () => device.locks.of(tab),
    now: () => clock.now,
    random: () => 0.5,
  });
  return tab;
}

/** The browser or its tab dies: nothing it was doing goes on, its locks are free, what it had committed stays. */
function kill(tab: Tab) {
  tab.alive = false;
  tab.died.resolve();
  tab.device.locks.release(tab);
  tab.store.forgetConnection();
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

class Network {
  perfect = false;
  readonly kind: 'plain' | 'kedai';
  readonly #shop: ShopModel;
  readonly #fates: Fate[];
  readonly #trace: (line: string) => void;
  #late: (() => void)[] = [];

  constructor(shop: ShopModel, fates: Fate[], trace: (line: string) => void) {
    this.#trace = trace;
    this.#shop = shop;
    this.kind = shop.plain ? 'plain' : 'kedai';
    this.#fates = [...fates];
  }

  /** What was delayed reaches the shop now, whoever still waits for it. */
  arriveLate() {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  async send(request: Request, alive: () => boolean): Promise<Response> {
    const body = await request.clone().text();
    await tick();
    // Killed before the request left.
    if (!alive()) return new Promise(() => undefined);
    const fate = this.perfect ? 'arrive' : (this.#fates.shift() ?? 'arrive');
    this.#trace(`  ${request.method} ${new URL(request.url).pathname}: ${fate} ${body.slice(0, 400)}`);
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const arrive = () => this.#shop.answer(request, body);
    switch (fate) {
      case 'arrive':
        return arrive();
      case 'lost on the way':
        return lost();
      case 'answer lost':
        arrive();
        return lost();
      case 'late':
        this.#late.push(arrive);
        return lost();
      case 'twice':
        arrive();
        return arrive();
      case 'truncated': {
        const whole = arrive();
        const { status, headers } = whole;
        return new Response(status === 204 ? null : (await whole.text()).slice(0, 20), { status, headers });
      }
      case 'portal':
        return new Response('<html>Selamat datang di wifi</html>', { headers: { 'content-type': 'text/html' } });
      case 'unavailable':
        return new Response('', { status: 503 });
      case 'busy':
        return new Response('', { status: 429, headers: { 'retry-after': '2' } });
    }
  }
}

/** Web Locks of one device: first come, first served; a dead tab's are released. */
class Locks {
  #held: { name: string; tab: Tab }[] = [];
  #waiting: { name: string; tab: Tab; begin: () => void }[] = [];

  of(tab: Tab) {
    const request = (name: string, _options: unknown, work: () => Promise<unknown>) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          const hold = { name, tab };
          this.#held.push(hold);
          const done = () => {
            this.#held = this.#held.filter((other) => other !== hold);
            this.#next();
          };
          work().then(resolve, reject).finally(done);
        };
        this.#waiting.push({ name, tab, begin });
        this.#next();
      });
    return { request } as unknown as LockManager;
  }

  release(tab: Tab) {
    this.#held = this.#held.filter((held) => held.tab !== tab);
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    this.#next();
  }

  #next() {
    const at = this.#waiting.findIndex(({ name }) => !this.#held.some((held) => held.name === name));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    next?.begin();
  }
}
