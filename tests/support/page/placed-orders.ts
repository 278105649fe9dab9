/** Orders that the shop has accepted, and the states in which it lists them. */
import { expect } from 'vitest';
import type { Address, PaymentMethod, Product, Session } from '#core/contract';
import type { PlacedOrder } from '#core/order-contract';
import { cikini, orderOf } from '../order.ts';
import { interceptRequests, isAboutOrders } from './checkout.ts';
import { isStream } from './order-stream.ts';

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
