import { canonical } from './canonical.ts';
import { countOf, subTotalOf } from './cart.ts';
import { type Address, type Cart, type CartItem, maxQuantity, type PaymentMethod } from './contract.ts';
import type { Quote } from './failure.ts';
import { cutNameOf, keyOfOrderItem, unitPriceOf } from './line.ts';
import { chosenOf, isUsual, type OptionsByProduct, usualIds } from './options.ts';
import type { Order, OrderItem, PlacedOrder } from './order-contract.ts';
import { paymentStateOf } from './payment.ts';
import type { Handover } from './shop.ts';

/** The choices are written out, also the house's usual of a product with options (decision M4). */
function orderItem(item: CartItem, options?: OptionsByProduct): OrderItem {
  const groups = options?.get(item._id);
  const chosen = item.choices ?? (groups && chosenOf(groups, usualIds(groups)));
  const choices = chosen?.map(({ _id, name }) => ({ _id, name }));
  return {
    name: cutNameOf(item),
    price: unitPriceOf(item),
    qty: item.qty,
    product: item._id,
    ...(choices && { choices }),
    ...(item.note && { note: item.note }),
  };
}

/** Lines that are the same by now, since the owner has changed what is usual, are one item (decision M3), up to its limit (C8). */
export function orderItems(cart: Cart, options?: OptionsByProduct): OrderItem[] {
  const items: OrderItem[] = [];
  for (const line of cart) {
    const item = orderItem(line, options);
    const key = keyOfOrderItem(item);
    const twin = items.find((one) => keyOfOrderItem(one) === key && one.qty + item.qty <= maxQuantity);
    if (twin) twin.qty += item.qty;
    else items.push(item);
  }
  return items;
}

/** The keys of the items that are the house's usual. */
export const usualItems = ({ order_items }: Pick<Order, 'order_items'>, options?: OptionsByProduct) =>
  order_items
    .filter(
      ({ product, choices, note }) =>
        choices &&
        !note &&
        isUsual(
          options?.get(product) ?? [],
          choices.map(({ _id }) => _id),
        ),
    )
    .map(keyOfOrderItem);

/** Totals in rupiah (specification §9). */
export function orderFrom(checkout: {
  cart: Cart;
  handover: Handover;
  address: Address;
  paymentMethod: PaymentMethod;
  options?: OptionsByProduct;
}): Order {
  const { cart, handover, address, paymentMethod, options } = checkout;
  const order_items = orderItems(cart, options);
  const subTotal = subTotalOf(order_items);
  return {
    delivery_courier: handover.id,
    delivery_fee: handover.fee,
    delivery_address: address,
    totalQty: countOf(order_items),
    subTotal,
    totalShopping: subTotal + handover.fee,
    order_items,
    paymentMethod,
    status: 'waiting_payment',
  };
}

/** Without products that are no longer available (decision O5). */
export function repricedOrder(order: Order, { lines, delivery_fee }: Quote): Order {
  const order_items = order.order_items.flatMap((item, at) => {
    const line = lines.find(({ index, product }) => (index === undefined ? product === item.product : index === at));
    if (!line) return item;
    const { now: price, name, choices } = line;
    if (price === null) return [];
    if (!item.choices || !choices) return { ...item, price };
    return { ...item, price, name, choices: choices.map(({ _id, name }) => ({ _id, name })) };
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

/** Decision O15. A total that a host's list leaves out is also 0, but then the subtotal is missing. */
export const isFree = ({ totalShopping, subTotal }: Partial<Pick<PlacedOrder, 'totalShopping' | 'subTotal'>>) =>
  totalShopping === 0 && subTotal === 0;

export type Payable = Pick<PlacedOrder, 'status' | 'paid' | 'totalShopping' | 'subTotal'>;

export const paymentOf = ({ status, paid, ...sums }: Payable) => paymentStateOf({ status, paid, isFree: isFree(sums) });

export const isPaymentDue = (order: Payable) => paymentOf(order) === 'due';

/** In ms; a second order of the same lines within it needs the customer's consent (decision O8). */
export const repeatWindow = 30 * 60_000;

const linesOf = ({ order_items }: Pick<Order, 'order_items'>) =>
  order_items.map((item) => `${item.qty}×${keyOfOrderItem(item)}`).sort();

/** Equal for the same lines in the same quantities (decision O8). */
export const fingerprintOfLines = (order: Pick<Order, 'order_items'>) => canonical(linesOf(order));

/** Equal for 'the very same' order (decision O8): everything except the current prices. */
export const fingerprint = (order: Order) =>
  canonical({
    courier: order.delivery_courier,
    address: order.delivery_address,
    items: linesOf(order),
    paymentMethod: order.paymentMethod._id,
  });
