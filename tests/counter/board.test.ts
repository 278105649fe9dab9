import { expect, test } from 'vitest';
import {
  columnOf,
  dayOf,
  finishedToday,
  inColumn,
  ofUnknownStatus,
  withBoard,
  withOrder,
} from '../../counter/state/board.ts';
import { aBoard, anOrder } from './board-fixture.ts';

const at = (time: string) => Date.parse(`2026-11-27T${time}Z`);
const numbers = (orders: readonly { order_number: string }[]) => orders.map(({ order_number }) => order_number);

test('the oldest order is first, in any order of arrival', () => {
  const known = withBoard(
    undefined,
    aBoard([
      anOrder({ order_number: 'KT-3', created_at: '2026-11-27T05:02:00.000Z' }),
      anOrder({ order_number: 'KT-2', created_at: '2026-11-27T05:01:00.000Z' }),
    ]),
    at('05:05:00'),
  );
  const later = withOrder(
    known,
    anOrder({ order_number: 'KT-1', created_at: '2026-11-27T05:01:00.000Z' }),
    at('05:05:00'),
  );

  expect(numbers(later.orders)).toEqual(['KT-1', 'KT-2', 'KT-3']);
});

test('a revision never goes back, neither by an order nor by a whole board', () => {
  const known = withBoard(undefined, aBoard([anOrder({ revision: 3, status: 'processing' })]), at('05:05:00'));

  const afterOrder = withOrder(known, anOrder({ revision: 2, status: 'paid' }), at('05:05:00'));
  const afterBoard = withBoard(known, aBoard([anOrder({ revision: 2, status: 'paid' })]), at('05:05:00'));

  expect(afterOrder).toBe(known);
  expect(afterBoard.orders[0]).toBe(known.orders[0]);
  expect(withOrder(known, anOrder({ revision: 4, status: 'ready' }), at('05:05:00')).orders[0]?.status).toBe('ready');
});

test('an order that the shop does not list any more leaves the board', () => {
  const known = withBoard(undefined, aBoard([anOrder(), anOrder({ order_number: 'KT-2' })]), at('05:05:00'));

  expect(numbers(withBoard(known, aBoard([anOrder()]), at('05:06:00')).orders)).toEqual(['KT-261127-7M4Q']);
});

test('a change of an order that is too old for the board does not bring it back', () => {
  const known = withBoard(undefined, aBoard([]), at('05:05:00'));
  const old = anOrder({ created_at: '2026-11-26T05:04:59.000Z' });

  expect(withOrder(known, old, at('05:05:00'))).toBe(known);
  expect(withOrder(known, { ...old, created_at: '2026-11-26T05:05:01.000Z' }, at('05:05:00')).orders).toHaveLength(1);
});

test('ages count by the server’s clock, not by the device’s', () => {
  const aYearEarlier = at('05:05:00') - 365 * 24 * 60 * 60_000;

  expect(withBoard(undefined, aBoard([]), aYearEarlier).aheadBy).toBe(365 * 24 * 60 * 60_000);
});

test('every status under way has a column; finished ones have none', () => {
  const statuses = [
    'waiting_payment',
    'paid',
    'processing',
    'ready',
    'delivering',
    'roasting',
    'completed',
    'cancelled',
  ];

  expect(statuses.map((status) => columnOf(status))).toEqual([
    'new',
    'paid',
    'processing',
    'ready',
    'ready',
    'new',
    undefined,
    undefined,
  ]);
});

test('an unknown status is a group of its own', () => {
  const orders = [anOrder({ order_number: 'KT-1', status: 'roasting' }), anOrder({ order_number: 'KT-2' })];

  expect(numbers(inColumn(orders, 'new'))).toEqual(['KT-2']);
  expect(numbers(ofUnknownStatus(orders))).toEqual(['KT-1']);
});

test('finished orders leave the board with the day in the shop’s time zone', () => {
  const orders = [
    anOrder({ order_number: 'KT-1', status: 'completed', changed_at: '2026-11-27T16:59:59.000Z' }),
    anOrder({ order_number: 'KT-2', status: 'cancelled', changed_at: '2026-11-27T17:00:00.000Z' }),
    anOrder({ order_number: 'KT-3', status: 'ready', changed_at: '2026-11-27T16:59:59.000Z' }),
  ];

  expect(dayOf(at('16:59:59'))).toBe('2026-11-27');
  expect(dayOf(at('17:00:00'))).toBe('2026-11-28');
  expect(numbers(finishedToday(orders, at('16:59:59')))).toEqual(['KT-1']);
  expect(numbers(finishedToday(orders, at('17:00:01')))).toEqual(['KT-2']);
});
