/** A real shop of a test file's own, with staff and orders, for the counter. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OptionGroup, Product, Session } from '#core/contract';
import type { CounterOrder, Member, StaffSession } from '#core/counter';
import type { Order } from '#core/order-contract';
import { freePorts } from './free-ports.ts';
import { cikini, orderOf } from './order.ts';
import { preparedData, startShop } from './start-shop.ts';

const cli = join(import.meta.dirname, '..', '..', 'server', 'cli.ts');

export type CounterShop = Awaited<ReturnType<typeof openCounterShop>>;

/** Opens the shop; it must be closed. */
export async function openCounterShop() {
  const dataDir = await preparedData('kedai-counter-');
  const [port = 0] = await freePorts(1);
  let running = await startShop({ dataDir, port });
  const { url } = running;
  // Not what a test puts in its place.
  const { fetch: send } = globalThis;
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await send(`${url}/api/${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const customer = { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '081234567890', password: 'kopi123' };
  await call('POST', 'auth/register', customer);
  const { token }: Session = await call('POST', 'auth/login', customer);
  const products: Product[] = (await call('GET', 'products')).data;
  const [bca] = (await call('GET', 'banks')).data;
  const enter = (invitation: string): Promise<StaffSession> => call('POST', 'staff/session', { invitation });
  const added = [cli, 'staff', 'add', 'Tini', '--owner', '--json'];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, added, { env });
  const other = await enter(new URL(JSON.parse(stdout).url).hash.slice('#undangan='.length));
  /** The secret of a new invitation. */
  const invite = async (name = 'Rina', { isOwner = false } = {}): Promise<string> =>
    (await call('POST', 'counter/staff', { name, owner: isOwner }, other.token)).invitation;
  const change = (number: string, from: string, to: string, more = {}): Promise<CounterOrder> =>
    call('PATCH', `counter/orders/${number}`, { from, to, ...more }, other.token);
  const cancel = (number: string, from: string) => change(number, from, 'cancelled', { reason: 'Susu habis' });
  const signIn = async (name = 'Rina', role = {}) => enter(await invite(name, role));

  return {
    url,
    products,
    /** A call with the token of a session. */
    call,
    invite,
    signIn,
    async remove(name: string) {
      const { data } = await call('GET', 'counter/staff', undefined, other.token);
      const { id } = data.find((member: Member) => member.name === name);
      await call('DELETE', `counter/staff/${id}`, undefined, other.token);
    },
    /** Places an order of one piece each of the menu's first two products, with this note; resolves with its number. */
    async order(street = 'Meja 7', changes: Partial<Order> = {}, note?: string): Promise<string> {
      const cart = products.slice(0, 2).map((product) => ({ ...product, qty: 1, ...(note && { note }) }));
      const order = orderOf(cart, 'dine-in', { ...cikini, fullStreet: street }, bca);
      const totalShopping = order.subTotal + (changes.delivery_fee ?? 0);
      return (await call('POST', 'orders', { ...order, totalShopping, ...changes }, token)).order_number;
    },
    /** An order, as another counter sees it. */
    async seen(number: string): Promise<CounterOrder> {
      const { orders } = await call('GET', 'counter/board', undefined, other.token);
      const { data } = await call('GET', 'counter/finished', undefined, other.token);
      return [...orders, ...data].find(({ order_number }: CounterOrder) => order_number === number);
    },
    /** Another counter gives an order another status. */
    change,
    /** Its customer takes an order back. */
    withdraw: (number: string) => call('PATCH', `orders/${number}`, { from: 'waiting_payment' }, token),
    /** Another counter cancels an order. */
    cancel,
    /** Another counter cancels all that is on the board. */
    async emptyBoard() {
      const { orders } = await call('GET', 'counter/board', undefined, other.token);
      for (const { order_number, status } of orders) await cancel(order_number, status);
    },
    /** Another counter marks a product as sold out, or as available. */
    mark: (id: string, available: boolean) => call('PATCH', `counter/products/${id}`, { available }, other.token),
    /** A product, as customers see it. */
    product: async (id: string) => ((await call('GET', 'products')).data as Product[]).find(({ _id }) => _id === id),
    /** Whether a choice can be had, as customers see it. */
    canBeHad: async (choice: string) =>
      ((await call('GET', 'products')).option_groups as OptionGroup[])
        .flatMap(({ choices }) => choices)
        .find(({ _id }) => _id === choice)?.available !== false,
    /** `kill -9`. */
    kill: () => running.kill(),
    /** Opens it again, at the same address and with the same data. */
    async reopen() {
      running = await startShop({ dataDir, port });
    },
    async close() {
      await running.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
