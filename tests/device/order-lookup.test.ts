/** Which of the listed orders is the one that was sent to a host without keys (decision O2). */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { canonical } from '#core/canonical';
import { PlacedOrder } from '#core/order-contract';
import { theOrderOf } from '#device/outbox';
import type { OutboxOrder } from '#device/outbox-order';
import { anyOrder } from '../support/page/checkout.ts';

const { totalQty, totalShopping } = anyOrder();

const listed = (order_number: string, more = {}) =>
  v.parse(PlacedOrder, { order_number, totalQty, totalShopping, ...more });

const sent = (id: string, more: Partial<OutboxOrder> = {}) =>
  ({
    id,
    body: canonical(anyOrder()),
    everSent: true,
    keyed: false,
    knownNumbers: [],
    state: 'unsure',
    ...more,
  }) as OutboxOrder;

const accepted = (order_number: string, more = {}) =>
  sent('another', { state: 'accepted', order: listed(order_number), ...more });

const recipient = (fullName: string) => listed('N1', { delivery_address: { fullName } });

test.each<[string, PlacedOrder[], OutboxOrder[], found: string | undefined]>([
  ['its key', [listed('N1'), listed('N2', { client_ref: 'mine' })], [sent('mine', { keyed: true })], 'N2'],
  ['its worth', [listed('N1')], [sent('mine')], 'N1'],
  ['a name that the host has tidied up', [recipient('Sari Dewi ')], [sent('mine')], 'N1'],
  ['what is not an earlier number', [listed('N1'), listed('N2')], [sent('mine', { knownNumbers: ['N1'] })], 'N2'],
  ["what is not another's", [listed('N1'), listed('N2')], [sent('mine'), accepted('N1')], 'N2'],
  ['its worth, before one like it is sent', [listed('N1')], [sent('mine'), sent('another', { everSent: false })], 'N1'],
  ['nothing where two are alike', [listed('N1'), listed('N2')], [sent('mine')], undefined],
  ['nothing while one like it may have arrived', [listed('N1')], [sent('mine'), sent('another')], undefined],
  [
    'nothing where one like it may be there twice',
    [listed('N1')],
    [sent('mine'), accepted('N0', { resent: true })],
    undefined,
  ],
  ['nothing without the earlier numbers', [listed('N1')], [sent('mine', { knownNumbers: undefined })], undefined],
  ['no other total', [listed('N1', { totalShopping: totalShopping + 1 })], [sent('mine')], undefined],
  ['no other quantity', [listed('N1', { totalQty: totalQty + 1 })], [sent('mine')], undefined],
  ['no other recipient', [recipient('Budi')], [sent('mine')], undefined],
])('an order is found by %s', (_what, list, entries, found) => {
  expect(theOrderOf('mine', list, entries)?.order_number).toBe(found);
});
