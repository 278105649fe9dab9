/** An order's arithmetic and its fingerprint (specification §3 and §9). */
import { canonical } from './canonical.ts';
import { countOf, subTotalOf } from './cart.ts';
import type { Address, Cart, Order, PaymentMethod, PlacedOrder, Quote } from './contract.ts';
import { paymentStateOf } from './payment.ts';
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
    order_items: cart.map(({ _id, name, price, qty }) => ({ name, price, qty, product: _id })),
    paymentMethod,
    status: 'waiting_payment',
  };
}

/** The same order at the shop's new prices and fee, without products that are no longer available (decision O5). */
export function repricedOrder(order: Order, { lines, delivery_fee }: Quote): Order {
  const now = new Map(lines.map((line) => [line.product, line.now]));
  const order_items = order.order_items.flatMap((item) => {
    const price = now.has(item.product) ? now.get(item.product) : item.price;
    return price === null || price === undefined ? [] : { ...item, price };
  });
  const subTotal = subTotalOf(order_items);
  return {
    ...order,
    order_items,
    delivery_fee,
    totalQty: countOf(order_items),
    subTotal,
    totalShopping: subTotal + delivery_fee,
  };
}

/** Whether an order costs nothing (decision O15). A total that a host's list leaves out is also 0, but then the subtotal is missing. */
export const isFree = ({ totalShopping, subTotal }: Partial<Pick<PlacedOrder, 'totalShopping' | 'subTotal'>>) =>
  totalShopping === 0 && subTotal === 0;

/** What the payment of an accepted order depends on. */
export type Payable = Pick<PlacedOrder, 'status' | 'paid' | 'totalShopping' | 'subTotal'>;

/** Whether an accepted order is paid, or what its money needs. */
export const paymentOf = ({ status, paid, ...sums }: Payable) => paymentStateOf({ status, paid, isFree: isFree(sums) });

/** Whether the customer still has to pay an accepted order. */
export const isPaymentDue = (order: Payable) => paymentOf(order) === 'due';

/** Within this time, in ms, a second order of the same lines needs the customer's consent (decision O8). */
export const repeatWindow = 30 * 60_000;

/** Equal for two orders of the same products and quantities, whatever else differs (decision O8). */
export const linesOf = ({ order_items }: Pick<Order, 'order_items'>) =>
  canonical(order_items.map(({ product, qty }) => `${qty}×${product}`).sort());

/** Equal for two orders that are 'the very same' (decision O8): everything except the current prices. */
export const fingerprint = (order: Order) =>
  canonical({
    courier: order.delivery_courier,
    address: order.delivery_address,
    items: order.order_items.map(({ product, qty }) => `${qty}×${product}`).sort(),
    paymentMethod: order.paymentMethod._id,
  });
