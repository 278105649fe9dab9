/** What an order costs by the shop's own data (decision O5). */
import * as v from 'valibot';
import { countOf, subTotalOf } from '#core/cart';
import {
  type ChangedLine,
  NewAddress,
  type Order,
  type OrderItem,
  type PaymentMethod,
  Quote,
  type Region,
} from '#core/contract';
import { isOutside } from '#core/delivery-area';
import { handoverOf } from '#core/shop';
import { ApiError } from '../http/api-error.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

/** An order with nothing left of what the customer's phone claimed about money. */
export interface PricedOrder {
  delivery_courier: string;
  delivery_fee: number;
  delivery_address: Order['delivery_address'];
  totalQty: number;
  subTotal: number;
  totalShopping: number;
  order_items: OrderItem[];
  paymentMethod: PaymentMethod;
}

/**
 * Prices an order from the menu and the shop's fees, in rupiah. Throws an `ApiError`: 422 for what this shop never had or
 * cannot deliver, 409 `quote_changed` with the new quote when anything differs from what the customer saw. A courier
 * delivers to `regencies` only, if there are any.
 */
export function priceOrder(order: Order, menu: MenuSnapshot, regencies: readonly Region[] = []): PricedOrder {
  const handover = handoverOf(order.delivery_courier);
  if (!handover) throw new ApiError('unknown_courier');
  refuseIncompleteAddress(order, handover.kind === 'courier');
  if (handover.kind === 'courier' && isOutside(order.delivery_address, regencies))
    throw new ApiError('outside_delivery_area');
  const paymentMethod = menu.paymentMethod(order.paymentMethod._id);
  if (!paymentMethod) throw new ApiError('unknown_payment_method');
  if (new Set(order.order_items.map((item) => item.product)).size !== order.order_items.length) {
    throw new ApiError('duplicate_line');
  }

  const lines: OrderItem[] = [];
  const changed: ChangedLine[] = [];
  for (const { product: id, qty, price: shown } of order.order_items) {
    const product = menu.product(id);
    if (!product) throw new ApiError('unknown_product');
    const now = product.available === false ? null : product.price;
    if (now !== shown) changed.push({ product: id, name: product.name, qty, shown, now });
    if (now !== null) lines.push({ name: product.name, price: now, qty, product: id });
  }

  const subTotal = subTotalOf(lines);
  const quote = { lines: changed, delivery_fee: handover.fee, subTotal, totalShopping: subTotal + handover.fee };
  if (!v.is(Quote, quote)) throw new ApiError('amount_too_large');
  if (
    changed.length > 0 ||
    order.delivery_fee !== quote.delivery_fee ||
    order.subTotal !== quote.subTotal ||
    order.totalShopping !== quote.totalShopping
  ) {
    throw new ApiError('quote_changed', { quote });
  }

  return {
    delivery_courier: handover.id,
    delivery_fee: handover.fee,
    delivery_address: order.delivery_address,
    totalQty: countOf(lines),
    subTotal,
    totalShopping: quote.totalShopping,
    order_items: lines,
    paymentMethod,
  };
}

/** A courier needs the whole address; in the store a name and a phone number are enough (decision O13). */
function refuseIncompleteAddress({ delivery_address: address }: Order, byCourier: boolean) {
  if (byCourier && !v.is(NewAddress, address)) throw new ApiError('address_incomplete');
  if (address.fullName.trim() === '' || address.phoneNumber.trim() === '') throw new ApiError('recipient_missing');
}
