import { expect, test } from 'vitest';
import { orderStatuses } from '#core/order-contract';
import { paymentChoices, paymentStateOf } from '#core/payment';

const stateOf = (status: string, paid?: boolean, isFree = false) => paymentStateOf({ status, paid, isFree });

test('whether an order is paid is the word of the shop, whatever its status', () => {
  for (const status of [...orderStatuses, 'frozen'].filter((one) => one !== 'cancelled'))
    expect([stateOf(status, true), stateOf(status, false)]).toEqual(['paid', 'due']);
});

test('where nobody says it, the status decides', () => {
  expect(orderStatuses.map((status) => stateOf(status))).toEqual([
    'due',
    'paid',
    'paid',
    'paid',
    'paid',
    'paid',
    undefined,
  ]);
  expect(stateOf('frozen')).toBeUndefined();
});

test('what was paid for a cancelled order is paid back', () => {
  expect([stateOf('cancelled', true), stateOf('cancelled', false)]).toEqual(['refund', undefined]);
  expect(stateOf('cancelled', true, true)).toBeUndefined();
});

test('nothing is due of an order of Rp0', () => {
  expect([stateOf('waiting_payment', false, true), stateOf('ready', true, true)]).toEqual(['free', 'free']);
});

test.for([
  [{ _id: 'bca', name: 'BCA' }, ['BCA', 'Tunai', 'QRIS']],
  [{ _id: 'qris', name: 'QRIS' }, ['QRIS', 'Tunai']],
  [{ _id: 'kasir', name: 'Bayar di kasir' }, ['Tunai', 'QRIS']],
] as const)('whoever chose %o may have paid by %o', ([chosen, ways]) => {
  expect(paymentChoices(chosen).map(({ name }) => name)).toEqual(ways);
});
