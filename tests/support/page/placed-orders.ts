/** Orders that the shop has accepted, and the states in which it lists them. */
import { expect } from 'vitest';
import type { Address, PaymentMethod, Product, Session } from '#core/contract';
import type { PlacedOrder } from '#core/order-contract';
import { getCategories } from '#device/api';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { deliver } from '#device/outbox';
import { cikini, orderOf } from '../order.ts';
import { anyOrder, interceptRequests, isAboutOrders, ordersOf } from './checkout.ts';
import { isStream } from './order-stream.ts';
import { loggedIn, visit } from './visit.tsx';

/** Places an order directly at the shop, like an earlier one of this customer. */
export async function ordered(
  session: Session,
  pieces: Record<string, number>,
  { method = 'bca', handover = 'goceng', address = cikini as Address } = {},
) {
  const list = async <T>(path: string) => ((await (await fetch(path)).json()) as { data: T[] }).data;
  const products = (await list<Product>('/api/products')).filter(({ _id }) => pieces[_id]);
  const methods = (
    await Promise.all(['banks', 'mini-markets'].map((kind) => list<PaymentMethod>(`/api/${kind}`)))
  ).flat();
  const cart = products.map((product) => ({ ...product, qty: pieces[product._id] ?? 0 }));
  const paymentMethod = methods.find(({ _id, name }) => _id === method || name.toLowerCase() === method);
  if (!paymentMethod) throw new Error(`The shop has no ${method}`);
  const answer = await fetch('/api/orders', {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(orderOf(cart, handover, address, paymentMethod)),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as PlacedOrder;
}

/** A customer whose order was sent from this device, and accepted; resolves with the session. */
export async function acceptedOrder() {
  const session = await loggedIn();
  await deliver((await storeOutboxOrder(session, anyOrder())).id);
  return session;
}

/** The same at a shop that has announced itself, with the order. */
export async function placeAcceptedOrder() {
  await getCategories();
  const session = await acceptedOrder();
  const [order] = await ordersOf(session);
  return { session, order: order as PlacedOrder };
}

/** A customer with one order at their list. */
export async function atOrderList(
  pieces: Record<string, number> = { klepon: 1 },
  how: Parameters<typeof ordered>[2] = {},
) {
  const session = await loggedIn();
  const order = await ordered(session, pieces, how);
  return { session, order, user: await visit('/account/order-list') };
}

/**
 * Replaces the orders in the shop's list, for example by what another API would list (specification §3); such a host has no
 * stream of them (`hasStream`: it has), and does not say whether they are paid.
 */
export const changeListedOrders = (change: (order: PlacedOrder) => object, { hasStream = false } = {}) =>
  interceptRequests(async (request, send) => {
    if (!hasStream && isStream(request)) return new Response('', { status: 404 });
    const answer = await send();
    if (request.method !== 'GET' || !isAboutOrders(request)) return answer;
    const { data } = (await answer.json()) as { data: PlacedOrder[] };
    return Response.json({ data: data.map(({ paid: _, ...order }) => change(order)) });
  });
