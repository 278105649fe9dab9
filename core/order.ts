/** An order's arithmetic and its fingerprint (specification §3 and §9). */
import { countOf, subTotalOf } from './cart.ts';
import type { Address, Cart, Order, PaymentMethod } from './contract.ts';
import type { Handover } from './shop.ts';

/** Everything `POST /orders` needs, totals in rupiah: sum of price times quantity, plus the courier's fee. */
export function orderFrom(checkout: {
  cart: Cart;
  handover: Handover;
  address: Address;
  paymentMethod: PaymentMethod;
}): Order {
  const { cart, handover, address, paymentMethod } = checkout;
  const subTotal = subTotalOf(cart);
  return {
    delivery_courier: handover.id,
    delivery_fee: handover.fee,
    delivery_address: address,
    totalQty: countOf(cart),
    subTotal,
    totalShopping: subTotal + handover.fee,
    order_items: cart.map(({ _id, name, price, qty }) => ({
      name,
      price: Math.trunc(price),
      qty: Math.trunc(qty),
      product: _id,
    })),
    paymentMethod,
    status: 'waiting_payment',
  };
}

/** One text for one value, whatever the order of its keys (RFC 8785 in the small: our values hold no floats). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`)
    .join(',')}}`;
}

/** What makes two orders 'the very same' (decision O8): everything but the prices of the day. */
export const fingerprint = (order: Order) =>
  canonical({
    courier: order.delivery_courier,
    address: order.delivery_address,
    items: order.order_items.map(({ product, qty }) => `${qty}×${product}`).sort(),
    paymentMethod: order.paymentMethod._id,
  });
