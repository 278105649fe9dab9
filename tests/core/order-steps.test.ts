import { expect, test } from 'vitest';
import { orderStatuses } from '#core/order-contract';
import {
  callNumber,
  isAllowedStep,
  isPastPayment,
  nextStatus,
  otherStatuses,
  shortNumber,
  stepsOf,
} from '#core/order-steps';

function wayFrom(status: string, byCourier: boolean): string[] {
  const next = nextStatus(status, byCourier);
  return next ? [status, ...wayFrom(next, byCourier)] : [status];
}

test.each([
  ['in the store', false, ['waiting_payment', 'paid', 'processing', 'ready', 'completed']],
  ['for a courier', true, ['waiting_payment', 'paid', 'processing', 'ready', 'delivering', 'completed']],
])('an order %s goes from waiting for payment to completed', (_, byCourier, way) => {
  expect(wayFrom('waiting_payment', byCourier)).toEqual(way);
});

test.each(['completed', 'cancelled'])('an order that is %s is changed no more', (status) => {
  expect(nextStatus(status, true)).toBeUndefined();
  expect(otherStatuses(status, true)).toEqual([]);
  for (const to of orderStatuses) expect(isAllowedStep(status, to, true)).toBe(false);
});

test('an order can be cancelled and skip steps until it is completed, but stays where it is by no step', () => {
  expect(isAllowedStep('waiting_payment', 'cancelled', false)).toBe(true);
  expect(isAllowedStep('waiting_payment', 'processing', false)).toBe(true);
  expect(isAllowedStep('paid', 'paid', false)).toBe(false);
});

test('only a courier brings an order', () => {
  expect(isAllowedStep('ready', 'delivering', true)).toBe(true);
  expect(isAllowedStep('ready', 'delivering', false)).toBe(false);
  expect(otherStatuses('ready', false)).not.toContain('delivering');
});

test('a status that this version does not know has no next one, and can be corrected or cancelled', () => {
  expect(nextStatus('frozen', false)).toBeUndefined();
  expect(isAllowedStep('frozen', 'ready', false)).toBe(true);
  expect(isAllowedStep('frozen', 'cancelled', false)).toBe(true);
  expect(isAllowedStep('paid', 'frozen', false)).toBe(false);
});

test('a customer sees the steps that the order takes, and the one where it is', () => {
  const inStore = { byCourier: false, isPaid: true };

  expect(stepsOf('paid', inStore)).toEqual(wayFrom('waiting_payment', false));
  expect(stepsOf('paid', { ...inStore, byCourier: true })).toEqual(wayFrom('waiting_payment', true));
  expect(stepsOf('delivering', inStore)).toContain('delivering');
});

test('an order that is begun without being paid takes no step of paying, unless the counter says so', () => {
  const unpaid = { byCourier: false, isPaid: false };

  expect(stepsOf('ready', unpaid)).toEqual(['waiting_payment', 'processing', 'ready', 'completed']);
  expect(stepsOf('paid', unpaid)).toContain('paid');
});

test('being paid is a step only for an order that waits for it', () => {
  expect(otherStatuses('waiting_payment', true)).toContain('paid');
  for (const status of orderStatuses.slice(1)) expect(isAllowedStep(status, 'paid', true)).toBe(false);
  expect(orderStatuses.map(isPastPayment)).toEqual([false, true, true, true, true, true, false]);
});

test.each(['cancelled', 'frozen', 'constructor', ''])('an order with the status %j has no steps', (status) => {
  expect(stepsOf(status, { byCourier: true, isPaid: true })).toEqual([]);
});

test('W19: what is called is the running number, and without one the last part of the order’s number', () => {
  expect(['KT-261120-7M4Q', '7M4Q'].map(shortNumber)).toEqual(['7M4Q', '7M4Q']);
  expect(callNumber({ order_number: 'KT-261120-7M4Q', queue_number: 12 })).toBe('12');
  expect(callNumber({ order_number: 'KT-261120-7M4Q' })).toBe('7M4Q');
});
