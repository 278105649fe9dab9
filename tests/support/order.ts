/** Orders as 'Bayar' sends them, for tests that need no screen. */
import type { Address, Cart, NewAddress, PaymentMethod } from '#core/contract';
import { orderFrom } from '#core/order';
import { handoverOf } from '#core/shop';

export const cikini: NewAddress = {
  fullName: 'Sari Dewi',
  phoneNumber: '081234567890',
  fullStreet: 'Jalan Cikini Raya No. 73',
  provinsi: '31',
  kabupaten: '31.71',
  kecamatan: '31.71.06',
  kelurahan: '31.71.06.1003',
};

/** `courier`: the id of a handover. */
export function orderOf(cart: Cart, courier: string, address: Address, paymentMethod: PaymentMethod) {
  const handover = handoverOf(courier);
  if (!handover) throw new Error(`There is no courier ${courier}`);
  return orderFrom({ cart, handover, address, paymentMethod });
}
