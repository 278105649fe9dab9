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
import { normalised } from '#core/normalised';
import { type Handover, handoverOf } from '#core/shop';
import { storePlace } from '#core/store-place';
import { ApiError } from '../http/api-error.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

/** An order with nothing left of what the customer's phone claimed about money, and its texts normalised. */
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
  const delivery_address = checkedAddress(order, handover);
  if (handover.kind === 'courier' && isOutside(delivery_address, regencies))
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
    delivery_address,
    totalQty: countOf(lines),
    subTotal,
    totalShopping: quote.totalShopping,
    order_items: lines,
    paymentMethod,
  };
}

const Recipient = v.pick(NewAddress, ['fullName', 'phoneNumber']);

/**
 * The address of an order by the rules of a saved one; in the store a name and a phone number are enough, and the street is
 * one of the shop's own places (decision O13).
 */
function checkedAddress({ delivery_address: address }: Order, handover: Handover): Order['delivery_address'] {
  if (handover.kind === 'courier') {
    const whole = v.safeParse(NewAddress, address);
    if (!whole.success) throw new ApiError('address_incomplete');
    return whole.output;
  }
  const recipient = v.safeParse(Recipient, address);
  if (!recipient.success) throw new ApiError('recipient_missing');
  const fullStreet = normalised(address.fullStreet);
  if (!storePlace(handover, fullStreet)) throw new ApiError('unknown_place');
  return { ...recipient.output, fullStreet, provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' };
}
