/** The invariants of every history. Checked on the disks and at the shop, never through the device's own modules. */

import { canonical } from '#core/canonical';
import { orderedQuantities, type Quantities, quantitiesOf, sameQuantities } from '#core/cart';
import { type Address, type Cart, customerOf, type Session } from '#core/contract';
import { repeatWindow } from '#core/order';
import type { Order } from '#core/order-contract';
import type { OutboxOrder } from '#device/outbox-order';
import type { PendingAddress } from '#device/pending-address';
import type { OrderedCart } from '#device/stored-cart';
import type { Device } from './disk.ts';
import type { History } from './schedule.ts';
import { nameOf, ownProduct } from './shop-model.ts';
import type { World } from './world.ts';

/** The relevant contents of a device's disk. */
interface Disk {
  values: Map<string, unknown>;
  entries: Map<string, OutboxOrder>;
}

interface Wanted {
  /** What was added, minus what was removed. */
  quantity: number;
  /** The expected quantity is unknown: a logout deleted changes that the shop did not have yet, or another device emptied the cart. */
  loose: boolean;
}

const isSettled = ({ state }: OutboxOrder) => state === 'accepted' || state === 'cancelled' || state === 'refused';

export class Oracle {
  readonly #world: World;
  readonly #history: History;
  readonly #disks = new Map<Device, Disk>();
  /** Every outbox order that was ever on a disk, in its latest state. */
  readonly #known = new Map<string, OutboxOrder>();
  readonly #pressed = new Set<string>();
  readonly #givenUp = new Set<string>();
  /** Streets of orders at a host without keys that the customer agreed to send again, at the risk of a second order. */
  readonly #agreed = new Set<string>();
  readonly #carts = new Map<string, Wanted>();
  readonly #addresses: { device: Device; customer: string; address: Address; saved: boolean }[] = [];
  readonly #loggedOut = new Set<string>();
  readonly broken: string[] = [];
  /** By cart, how it changes the quantity of which product; counted once the cart is on the disk. */
  readonly #edits = new WeakMap<Cart, { product: string; by: number }[]>();

  constructor(world: World, history: History) {
    this.#world = world;
    this.#history = history;
  }

  pressed(entry: OutboxOrder) {
    this.#pressed.add(entry.id);
  }

  /** The customer cancelled the order, or agreed to new prices, which replaces it. */
  gaveUp({ id }: OutboxOrder) {
    this.#givenUp.add(id);
  }

  agreedToRisk(entry: OutboxOrder) {
    if (entry.everSent && !entry.keyed) this.#agreed.add(streetOf(entry));
  }

  /**
   * Records a change of the cart, to be counted when it reaches the disk; `own` is the product that only this customer on this device
   * changes.
   */
  edited(own: string, before: Cart, after: Cart): Cart {
    const [was, is] = [quantitiesOf(before), quantitiesOf(after)];
    const edit = [...new Set([own, ...Object.keys(was), ...Object.keys(is)])].map((product) => ({
      product,
      by: (is[product] ?? 0) - (was[product] ?? 0),
    }));
    for (const { product, by } of edit) if (product !== own && by !== 0) this.#wanted(product).loose = true;
    const edited = [...after];
    this.#edits.set(edited, edit);
    return edited;
  }

  wrote(device: Device, customer: string, address: Address, saved: boolean) {
    this.#addresses.push({ device, customer, address, saved });
  }

  #wanted(product: string): Wanted {
    const wanted = this.#carts.get(product) ?? { quantity: 0, loose: false };
    this.#carts.set(product, wanted);
    return wanted;
  }

  /** Called for every transaction once it is complete. */
  watch = (device: Device, written: Map<string, unknown>) => {
    const disk = this.#disks.get(device) ?? { values: new Map(), entries: new Map() };
    this.#disks.set(device, disk);
    const before = new Map(disk.values);
    const entriesBefore = new Map(disk.entries);
    for (const [key, value] of written) {
      if (key.startsWith('intent:'))
        this.#watchOrder(disk, key.slice('intent:'.length), value as OutboxOrder | undefined);
      else disk.values.set(key, value);
    }
    if (written.has('cart')) this.#watchCart(written.get('cart') as Cart | undefined, before, device);
    for (const entry of disk.entries.values())
      if (entry.state === 'accepted' && entriesBefore.get(entry.id)?.state !== 'accepted')
        this.#isMarked(entry, before, disk);
    if (written.has('auth')) {
      const former = before.get('auth') as Session | undefined;
      if (former && !written.get('auth')) this.#loggedOut.add(customerOf(former));
    }
    const session = disk.values.get('auth') as Session | undefined;
    const cart = (disk.values.get('cart') as Cart | undefined) ?? [];
    const ordered = disk.values.get('ordered') as OrderedCart | undefined;
    if (ordered && !sameQuantities(ordered.quantities, quantitiesOf(cart)))
      this.broken.push(`The cart is marked as ordered in ${ordered.order}, which is another one`);
    const strange = cart.find(({ _id }) => !session || !_id.startsWith(nameOf(session)));
    if (strange) this.broken.push(`${strange._id} is in the cart of ${session ? nameOf(session) : 'no customer'}`);
  };

  #watchOrder(disk: Disk, id: string, entry: OutboxOrder | undefined) {
    const before = disk.entries.get(id);
    if (!entry) {
      if (before && !isSettled(before)) this.broken.push(`${id} vanished while it was '${before.state}'`);
      disk.entries.delete(id);
      return;
    }
    if (!before) this.#isTheOnlyOne(disk, entry);
    if (before && isSettled(before) && before.state !== entry.state && before.state !== 'refused') {
      this.broken.push(`${id} was '${before.state}' and became '${entry.state}'`);
    }
    disk.entries.set(id, entry);
    this.#known.set(id, entry);
    if (entry.state === before?.state) return;
    if (entry.state === 'accepted') this.#isAtTheShop(entry);
    if (entry.state === 'cancelled' && !this.#givenUp.has(id)) this.broken.push(`No customer cancelled ${id}`);
    // From a host without a mark of its own, any response that is not a page counts as a refusal.
    if (entry.state === 'refused' && this.#history.host === 'kedai' && !this.#world.shop.refused.has(id)) {
      this.broken.push(`${id} is called refused, and the shop never did`);
    }
  }

  /**
   * The same order pressed again must be the same outbox order. If it was accepted a moment ago, the customer is asked, and here always says no.
   */
  #isTheOnlyOne(disk: Disk, entry: OutboxOrder) {
    for (const other of disk.entries.values()) {
      if (other.body !== entry.body || other.customer !== entry.customer || other.cancelling) continue;
      const isTwin = other.state === 'accepted' && Math.abs(this.#world.now - (other.settledAt ?? 0)) < repeatWindow;
      if (isTwin || !isSettled(other)) this.broken.push(`${entry.id} is ${other.id} a second time`);
    }
  }

  #isAtTheShop(entry: OutboxOrder) {
    const { shop } = this.#world;
    const number = entry.order?.order_number ?? '';
    const order = shop.orders.find((placed) => placed.order.order_number === number)?.order;
    if (!order && (shop.forgotten.has(number) || shop.forgotten.has(entry.id))) return;
    if (!order) this.broken.push(`${entry.id} is called accepted as '${number}', which the shop does not have`);
    else if (!isThis(entry, order)) this.broken.push(`${entry.id} is called accepted as ${number}, another order`);
  }

  /** A cart of nothing else than an accepted order is marked in the same transaction (decision C5). */
  #isMarked(entry: OutboxOrder, before: Map<string, unknown>, { values }: Disk) {
    const session = values.get('auth') as Session | undefined;
    const cart = quantitiesOf((before.get('cart') as Cart | undefined) ?? []);
    const isAll = sameQuantities(cart, orderedQuantities(JSON.parse(entry.body), entry.usual ?? [], []));
    const isLast = values.get('outbox-seq') === entry.seq;
    if (!isAll || !isLast || !session || customerOf(session) !== entry.customer) return;
    if ((values.get('ordered') as OrderedCart | undefined)?.order !== entry.order?.order_number)
      this.broken.push(`${entry.id} was accepted, and the cart would be ordered again`);
  }

  #watchCart(cart: Cart | undefined, before: Map<string, unknown>, device: Device) {
    const edit = (cart && this.#edits.get(cart)) ?? [];
    if (cart) this.#watchTaken(cart, before, device, edit);
    for (const { product, by } of edit) this.#wanted(product).quantity += by;
    if (cart) return;
    // Deleted with the customer's session: only what the shop had by then is certain.
    const left = quantitiesOf((before.get('cart') as Cart | undefined) ?? []);
    const { base = {}, sent = [] } = (before.get('cart-sync') ?? {}) as {
      base?: Quantities;
      sent?: { quantities: Quantities }[];
    };
    if (sameQuantities(left, base) && sent.length === 0) return;
    for (const cart of [left, base, ...sent.map(({ quantities }) => quantities)]) {
      for (const product of Object.keys(cart)) this.#wanted(product).loose = true;
    }
  }

  /** Nothing leaves a cart without its customer but what an accepted order contains, in that quantity. */
  #watchTaken(cart: Cart, before: Map<string, unknown>, device: Device, edit: { product: string; by: number }[]) {
    const { values, entries } = this.#disks.get(device) as Disk;
    const session = values.get('auth') as Session | undefined;
    if (!session) return;
    const own = ownProduct(session, this.#world.tabs[3]?.device === device);
    const quantity = (lines: Quantities) => lines[own] ?? 0;
    const by = edit.find(({ product }) => product === own)?.by ?? 0;
    const taken =
      quantity(quantitiesOf((before.get('cart') as Cart | undefined) ?? [])) + by - quantity(quantitiesOf(cart));
    if (taken <= 0 || this.#wanted(own).loose) return;
    const accepted = [...entries.values()].filter(
      ({ state, customer }) => state === 'accepted' && customer === customerOf(session),
    );
    if (!accepted.some(({ body, usual = [] }) => quantity(orderedQuantities(JSON.parse(body), usual, [])) === taken))
      this.broken.push(`${taken} of ${own} vanished from the cart, and no order contains them`);
    this.#wanted(own).quantity -= taken;
    // They are also taken out of what the other device has put into the cart.
    for (const { _id } of (before.get('cart') as Cart | undefined) ?? [])
      if (_id !== own) this.#wanted(_id).loose = true;
  }

  /** The final check, after all faults are over and all questions were answered with yes. Throws what does not hold. */
  async atRest() {
    const { shop } = this.#world;
    for (const entry of this.#known.values()) this.#hasEnded(entry);
    for (const id of this.#pressed)
      if (!this.#known.has(id)) this.broken.push(`The pressed order ${id} was never stored`);
    for (const { order, key } of shop.orders) {
      if (key && !this.#known.has(key)) this.broken.push(`${order.order_number} has no entry: ${key}`);
      if (!key && this.#history.host === 'kedai') this.broken.push(`${order.order_number} was sent without its key`);
      if (order.totalShopping !== order.subTotal + order.delivery_fee) this.broken.push('A half order');
    }
    this.#noneTwiceWithoutKeys();
    if (this.#history.host === 'kedai' && !shop.restored) this.#cartsAreWhole();
    if (!shop.restored) this.#addressesAreThere();
    for (const { values } of this.#disks.values()) {
      const revocations = (values.get('revocations') as string[] | undefined) ?? [];
      if (revocations.length > 0) this.broken.push(`The shop was not told of ${revocations.length} logouts`);
    }
    this.broken.push(...shop.violations);
    if (this.broken.length > 0) throw new Error(this.broken.slice(0, 5).join('; '));
  }

  #hasEnded(entry: OutboxOrder) {
    const { id, state } = entry;
    const { shop } = this.#world;
    const exists = shop.orders.some(({ key }) => key === id);
    // An order that the restored shop has forgotten may be sent again; and a host that knows no keys ignored this one.
    if (shop.forgotten.has(id) || shop.unheeded.has(id)) return;
    if (exists && state !== 'accepted') this.broken.push(`${id} is '${state}', and the shop has the order`);
    // A host without keys cannot always tell, so the customer is asked.
    if (isSettled(entry) || (state === 'unsure' && this.#history.host !== 'kedai' && !entry.keyed)) return;
    this.broken.push(`${id} never came to rest: ${JSON.stringify({ ...entry, body: '' })}`);
  }

  #noneTwiceWithoutKeys() {
    const { shop } = this.#world;
    const entries = [...this.#known.values()];
    for (const street of new Set(entries.map(streetOf))) {
      const there = shop.orders.filter(({ key, order }) => !key && order.delivery_address.fullStreet === street).length;
      const here = entries.filter((entry) => streetOf(entry) === street);
      const excused = this.#agreed.has(street) || here.some(({ id }) => shop.unheeded.has(id));
      if (there > here.length && !excused) this.broken.push(`${street} became ${there} orders of ${here.length}`);
    }
  }

  #cartsAreWhole() {
    for (const [product, { quantity, loose }] of this.#carts) {
      const [name = ''] = product.split('-');
      const there = quantitiesOf(this.#world.shop.cartOf(this.#world.shop.logIn(name)))[product] ?? 0;
      if (!loose && there !== quantity) this.broken.push(`${product}: ${quantity} in the cart, ${there} at the shop`);
    }
  }

  #addressesAreThere() {
    for (const { device, customer, address, saved } of this.#addresses) {
      const all = this.#world.shop.addressesOf(customer);
      const times = all.filter((one) => canonical(one) === canonical(address)).length;
      if (times > 1) this.broken.push(`${address.fullStreet} was saved ${times} times`);
      // A logout deletes addresses that are only on the device, after a question.
      const mayBeGone = !saved || this.#loggedOut.has(`${customer}@example.com`) || this.#isRefused(device, address);
      if (times === 0 && !mayBeGone)
        this.broken.push(`${address.fullStreet} was called saved or stored, and is nowhere`);
    }
  }

  /** Whether the address stays on the phone as refused, which is believed of a host without a mark of its own. */
  #isRefused(device: Device, address: Address) {
    const unsaved = (this.#disks.get(device)?.values.get('unsaved-addresses') ?? []) as PendingAddress[];
    return (
      this.#history.host !== 'kedai' &&
      unsaved.some((one) => one.refused !== undefined && canonical(one.address) === canonical(address))
    );
  }
}

const streetOf = ({ body }: OutboxOrder) => (JSON.parse(body) as Order).delivery_address.fullStreet;

/** Whether an order has the outbox order's items, address and total. */
const isThis = ({ body }: OutboxOrder, placed: Order) => {
  const same = ({ delivery_address, order_items, totalShopping }: Order) =>
    canonical({ delivery_address, order_items, totalShopping });
  return same(JSON.parse(body)) === same(placed);
};
