/** Orders that staff take at the till, for guests without a phone (decision W16). */
import { countOf } from '#core/cart';
import type { TillOrder } from '#core/counter';
import type { Order, PaidWith } from '#core/order-contract';
import { paidWithOf, paymentChoices, tillId } from '#core/payment';
import { storeStreet } from '#core/store-place';
import type { Customer } from '../accounts/sessions.ts';
import type { DatabaseTransaction } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

/** The customer of these orders, who cannot log in and is in no list. */
export const tillCustomer: Customer = { id: 'till', account: '', tokenHash: '' };

/** Adds the customer of the till, whose e-mail address cannot be typed. */
export const addTillCustomer = (transaction: DatabaseTransaction, created_at: string) =>
  transaction
    .insertInto('customers')
    .values({
      id: tillCustomer.id,
      email: '',
      email_key: ' ',
      full_name: 'Kasir',
      phone_number: '',
      password_hash: '',
      created_at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** The same as an order of a customer, at the table or to be taken away. */
export function orderAtTill({ table, name, order_items, subTotal }: TillOrder): Order {
  const kind = table === undefined ? 'pickup' : 'dine-in';
  const fullStreet = storeStreet(kind, table ?? '', '');
  const noRegion = { provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' };
  return {
    delivery_courier: kind,
    delivery_fee: 0,
    delivery_address: { fullName: name, phoneNumber: '', fullStreet, ...noRegion },
    totalQty: countOf(order_items),
    subTotal,
    totalShopping: subTotal,
    order_items,
    paymentMethod: { ...paidWithOf({ _id: tillId, name: '' }), image_url: '' },
    status: 'waiting_payment',
  };
}

/** The way in which an order at the till was paid. Throws `unknown_payment_method`. */
export function wayPaid({ paid_with }: TillOrder, menu: MenuSnapshot): PaidWith | undefined {
  if (paid_with === undefined) return undefined;
  const method =
    paymentChoices({ _id: tillId, name: '' }).find(({ _id }) => _id === paid_with) ?? menu.paymentMethod(paid_with);
  if (!method) throw new ApiError('unknown_payment_method');
  return paidWithOf(method);
}
