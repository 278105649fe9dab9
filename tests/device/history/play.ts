/** Plays a history: the effect of each step, and how everything comes to rest at the end. */
import { addLine, clearItem, removeOne } from '#core/cart';
import { Cart, type NewAddress, Session } from '#core/contract';
import { keyOfLine } from '#core/line';
import type { Order } from '#core/order-contract';
import { canCancel } from '#device/outbox-states';
import { product as plainProduct } from '../../core/product.ts';
import { closeConnections, watchDisks } from './disk.ts';
import { tick } from './network.ts';
import { Oracle } from './oracle.ts';
import type { History, Step } from './schedule.ts';
import { nameOf, ownProduct } from './shop-model.ts';
import { type Tab, World } from './world.ts';

const product = (_id: string) => plainProduct(_id, { name: _id, price: 10_000 });

/** Plays a history to its end and checks the invariants; throws what is broken. `trace` is called for each step and request. */
export async function play(history: History, trace: (line: string) => void = () => undefined): Promise<void> {
  const stopWatching = watchDisks();
  const world = new World(history, trace);
  try {
    const game = new Game(world, history, trace);
    await game.begin();
    for (const step of history.steps) await game.take(step);
    await game.comeToRest();
  } finally {
    world.end();
    stopWatching();
  }
}

class Game {
  readonly #world: World;
  readonly #history: History;
  readonly #oracle: Oracle;
  readonly #trace: (line: string) => void;
  readonly #running = new Set<Promise<unknown>>();
  readonly #lastOrders = new Map<string, Order>();
  #count = 0;

  constructor(world: World, history: History, trace: (line: string) => void) {
    this.#world = world;
    this.#history = history;
    this.#trace = trace;
    this.#oracle = new Oracle(world, history);
  }

  /** Logs all customers in, while the network still works. */
  async begin() {
    const { network, tabs } = this.#world;
    network.perfect = true;
    await this.#world.begin(this.#oracle.watch);
    for (const tab of [tabs[0], tabs[3]]) if (tab) await this.#logIn(tab, 'sari');
    network.perfect = false;
  }

  async take(step: Step) {
    this.#trace(JSON.stringify(step));
    if ('tab' in step) await this.#inTab(step, step.tab % 4);
    else this.#around(step);
    for (let ticks = step.ticks ?? 3; ticks > 0; ticks--) await tick();
  }

  #around(step: Exclude<Step, { tab: number }>) {
    const { shop, network, tabs } = this.#world;
    switch (step.do) {
      case 'everybody delivers':
        for (const tab of tabs.slice(0, 3)) void this.#start(tab, () => tab.outbox.deliverDue({ all: true }));
        return;
      case 'clock':
        this.#world.now += step.seconds * 1_000;
        return;
      case 'price':
        shop.price = step.to;
        return;
      case 'fee':
        shop.fee = step.to;
        return;
      case 'sold out':
        shop.soldOut = !shop.soldOut;
        return;
      case 'no transfers':
        shop.takesTransfers = !shop.takesTransfers;
        return;
      case 'end sessions':
        return shop.endSessions();
      case 'back up':
        return shop.backUp();
      case 'restore':
        return shop.restore();
      case 'change host':
        shop.plain = !shop.plain;
        return;
      case 'late arrivals':
        return network.arriveLate();
    }
  }

  async #inTab(step: Extract<Step, { tab: number }>, index: number) {
    const tab = this.#world.tabs[index];
    if (!tab) return;
    switch (step.do) {
      case 'order':
        return void this.#start(tab, () => this.#order(tab, index));
      case 'press again': {
        return void this.#start(tab, async () => {
          const session = await sessionOf(tab);
          const order = session && this.#lastOrders.get(`${index === 3} ${nameOf(session)}`);
          if (session && order) await this.#press(tab, session, order);
        });
      }
      case 'deliver':
        return void this.#start(tab, () => tab.outbox.deliverDue({ all: step.all }));
      case 'cancel':
        return void this.#start(tab, () => this.#cancel(tab));
      case 'agree':
        return void this.#start(tab, () => this.#agree(tab));
      case 'add to cart':
        return void this.#edit(tab, index, (cart, own) => addLine(cart, product(own)), true);
      case 'take from cart':
        return void this.#edit(tab, index, (cart, own) => removeOne(cart, keyOfLine({ _id: own })));
      case 'empty the cart':
        return void this.#edit(tab, index, (cart, own) =>
          this.#count % 2 ? [] : clearItem(cart, keyOfLine({ _id: own })),
        );
      case 'sync cart':
        return void this.#start(tab, () => tab.cartSync.syncCart({ refresh: step.refresh }));
      case 'new address':
        return void this.#start(tab, () => this.#writeAddress(tab));
      case 'save addresses':
        return void this.#start(tab, () => tab.addresses.sendPendingAddresses({ all: true }));
      case 'kill':
        return this.#world.kill(index);
      case 'close connection':
        return closeConnections(tab);
      case 'storage fails':
        if (step.how === 'gone') closeConnections(tab);
        tab.failing = { writes: step.writes, how: step.how };
        return;
      case 'steal locks':
        return tab.device.locks.steal();
      case 'log in':
        return void this.#start(tab, () => this.#logIn(tab, step.name));
      case 'log out':
        return void this.#start(tab, () => tab.session.endSession());
    }
  }

  #start(tab: Tab, work: () => Promise<unknown>) {
    const done = Promise.race([work(), tab.died.promise]).catch((failure: unknown) => {
      // A killed tab's work may fail anywhere; that of a living one only without storage, or for an order deleted at logout.
      const names = ['StorageFailed', 'NoSuchOutboxOrder'];
      if (tab.alive && !(failure instanceof Error && names.includes(failure.name))) throw failure;
    });
    this.#running.add(done);
    void done.finally(() => this.#running.delete(done)).catch(() => undefined);
    return done;
  }

  async #logIn(tab: Tab, name: string) {
    await tab.session.storeSession(this.#world.shop.logIn(name));
    await tab.api.getProducts();
  }

  async #press(tab: Tab, session: Session, order: Order) {
    const entry = await tab.newOrder.storeOutboxOrder(session, order);
    if (!tab.alive) return;
    this.#oracle.pressed(entry);
    // The same order was accepted a moment ago, and the customer wants no second one.
    if (entry.state !== 'accepted') await tab.outbox.deliver(entry.id);
  }

  async #order(tab: Tab, index: number) {
    const session = await sessionOf(tab);
    if (!session) return;
    const { price, fee } = this.#world.shop;
    const count = ++this.#count;
    const isSecond = index === 3;
    // A plain host cannot tell apart orders with the same total from two phones of one customer, so the second phone's have another
    // quantity. Those of one phone mostly have the same total, which makes them hard to tell apart.
    const latte = { name: 'Latte', price, qty: isSecond ? 2 : 1, product: 'latte' };
    const mocha = { name: 'Mocha', price: 7_000, qty: 2, product: 'mocha' };
    const drinks = count % (this.#history.host === 'plain' ? 7 : 3) === 0 ? [latte, mocha] : [latte];
    const { cart = [] } = await tab.store.read({ cart: Cart });
    // What the customer has put into the cart; at a plain host all totals would be different.
    const inCart = cart.map(({ _id, qty }) => ({ name: _id, price, qty, product: _id }));
    const order_items = this.#history.host === 'kedai' && inCart.length > 0 && count % 2 === 0 ? inCart : drinks;
    const subTotal = order_items.reduce((sum, item) => sum + item.price * item.qty, 0);
    const order: Order = {
      delivery_courier: 'goceng',
      delivery_fee: fee,
      delivery_address: addressAt(nameOf(session), `Jalan ${count}`),
      totalQty: order_items.reduce((sum, { qty }) => sum + qty, 0),
      subTotal,
      totalShopping: subTotal + fee,
      order_items,
      paymentMethod: { _id: 'bca', name: 'BCA', image_url: '' },
      status: 'waiting_payment',
    };
    this.#lastOrders.set(`${isSecond} ${nameOf(session)}`, order);
    await this.#press(tab, session, order);
  }

  async #cancel(tab: Tab) {
    const session = await sessionOf(tab);
    const open = session ? (await tab.outboxStore.outboxOrdersOf(session)).filter(canCancel) : [];
    const entry = open[this.#count % Math.max(1, open.length)];
    if (!entry) return;
    this.#oracle.gaveUp(entry);
    await tab.outbox.cancel(entry.id);
  }

  /** Answers all questions about orders with yes. */
  async #agree(tab: Tab) {
    const session = await sessionOf(tab);
    if (!session) return;
    for (const entry of await tab.outboxStore.outboxOrdersOf(session)) {
      if (entry.state === 'too_old') {
        this.#oracle.agreedToRisk(entry);
        await tab.decisions.agreeToSend(entry.id);
      }
      if (entry.state !== 'quote_changed') continue;
      this.#oracle.gaveUp(entry);
      await tab.decisions.agreeToQuote(session, entry.id);
    }
  }

  /** Changes the cart. Each customer has a product of their own on each device, so that its expected quantity is known exactly. */
  #edit(tab: Tab, index: number, transition: (cart: Cart, own: string) => Cart, adds = false) {
    return this.#start(tab, async () => {
      const session = await sessionOf(tab);
      if (!session) return;
      const own = ownProduct(session, index === 3);
      await tab.cart.changeCart((cart) => this.#oracle.edited(own, cart, transition(cart, own)), session, adds);
    });
  }

  async #writeAddress(tab: Tab) {
    const session = await sessionOf(tab);
    if (!session) return;
    const name = nameOf(session);
    const address = addressAt(name, `Gang ${++this.#count}`);
    const outcome = await tab.addresses.saveAddress(session, address).catch(() => undefined);
    if (tab.alive) this.#oracle.wrote(tab.device, name, address, outcome === 'saved' || outcome === 'stored');
  }

  /** Ends all faults, answers all questions with yes, and logs both customers in again. */
  async comeToRest() {
    const { shop, network, tabs } = this.#world;
    network.perfect = true;
    shop.takesTransfers = true;
    shop.plain = this.#history.host === 'plain';
    for (const tab of tabs) tab.failing.writes = 0;
    network.arriveLate();
    await Promise.all(this.#running);
    const others = this.#history.steps.some((step) => step.do === 'log in' && step.name === 'budi');
    for (const tab of [tabs[0], tabs[3]]) {
      if (!tab) continue;
      await tab.api.getProducts();
      const session = await sessionOf(tab);
      // The current customer's cart must reach the shop before another customer logs in.
      for (const name of others ? [session ? nameOf(session) : 'sari', 'budi', 'sari'] : ['sari']) {
        await this.#logIn(tab, name);
        await this.#settleDown(tab);
      }
    }
    // Each device loads what the other one did last.
    for (const tab of [tabs[0], tabs[3]]) await tab?.cartSync.syncCart({ refresh: true });
    await this.#oracle.atRest();
  }

  async #settleDown(tab: Tab) {
    for (let round = 0; round < 3; round++) {
      // Longer than the server's 'try again in two seconds', and than an address is reserved for a sender.
      this.#world.now += 16_000;
      await tab.outbox.deliverDue({ all: true });
      await this.#agree(tab);
    }
    await tab.cartSync.syncCart({ refresh: true });
    await tab.addresses.sendPendingAddresses({ all: true });
    await tab.revocation.revokeEndedSessions();
  }
}

const sessionOf = async (tab: Tab): Promise<Session | undefined> => (await tab.store.read({ auth: Session })).auth;

const addressAt = (fullName: string, fullStreet: string): NewAddress => ({
  fullName,
  phoneNumber: '081234567',
  fullStreet,
  provinsi: '31',
  kabupaten: '31.71',
  kecamatan: '31.71.06',
  kelurahan: '31.71.06.1003',
});
