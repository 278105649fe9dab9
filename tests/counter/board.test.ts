import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { boardAtom, columnOf, pauseAtom, withBoard, withOrder } from '../../counter/state/board.ts';
import { setShopClock } from '../../counter/state/clock.ts';
import { dayOf } from '../../counter/ui/time.ts';
import { aBoard, anOrder } from './board-fixture.ts';

const at = (time: string) => Date.parse(`2026-11-27T${time}Z`);
const now = at('05:05:00');
const numbers = (orders: readonly { order_number: string }[]) => orders.map(({ order_number }) => order_number);

test('the oldest order is first, in any order of arrival', () => {
  const known = withBoard(
    undefined,
    aBoard([
      anOrder({ order_number: 'KT-3', created_at: '2026-11-27T05:02:00.000Z' }),
      anOrder({ order_number: 'KT-2', created_at: '2026-11-27T05:01:00.000Z' }),
    ]),
    now,
  );
  const later = withOrder(known, anOrder({ order_number: 'KT-1', created_at: '2026-11-27T05:01:00.000Z' }), now);

  expect(numbers(later.orders)).toEqual(['KT-1', 'KT-2', 'KT-3']);
});

test('a revision never goes back, neither by an order nor by a whole board', () => {
  const known = withBoard(undefined, aBoard([anOrder({ revision: 3, status: 'processing' })]), now);

  const afterOrder = withOrder(known, anOrder({ revision: 2, status: 'paid' }), now);
  const afterBoard = withBoard(known, aBoard([anOrder({ revision: 2, status: 'paid' })]), now);

  expect(afterOrder).toBe(known);
  expect(afterBoard.orders[0]).toBe(known.orders[0]);
  expect(withOrder(known, anOrder({ revision: 4, status: 'ready' }), now).orders[0]?.status).toBe('ready');
});

test('a change of an order that is too old for the board does not bring it back', () => {
  const known = withBoard(undefined, aBoard([]), now);
  const old = anOrder({ created_at: '2026-11-26T05:04:59.000Z' });

  expect(withOrder(known, old, now)).toBe(known);
  expect(withOrder(known, { ...old, created_at: '2026-11-26T05:05:01.000Z' }, now).orders).toHaveLength(1);
});

test('what was finished a moment ago stays known, so that it can be undone', () => {
  const order = anOrder({ status: 'completed', changed_at: '2026-11-27T05:05:00.000Z', revision: 2 });
  const known = withOrder(withBoard(undefined, aBoard([anOrder()]), now), order, at('05:05:01'));

  expect(withBoard(known, aBoard([]), at('05:05:09')).orders).toEqual([order]);
  expect(withBoard(known, aBoard([]), at('05:05:11')).orders).toEqual([]);
  expect(withBoard(known, aBoard([anOrder({ revision: 3 })]), at('05:05:09')).orders).toEqual([
    anOrder({ revision: 3 }),
  ]);
});

test.each([
  ['waiting_payment', ['waiting_payment', 'roasting']],
  ['paid', ['paid']],
  ['processing', ['processing']],
  ['ready', ['ready', 'delivering']],
  [undefined, ['completed', 'cancelled']],
])('column %s has the orders that are %s', (column, statuses) => {
  expect(statuses.map(columnOf)).toEqual(statuses.map(() => column));
});

test('a day is that of the shop’s time zone', () => {
  expect([dayOf(at('16:59:59')), dayOf(at('17:00:00'))]).toEqual(['2026-11-27', '2026-11-28']);
});

test('W12: a pause ends by the clock of the shop, also where that of the tablet is wrong and nothing is heard', () => {
  const store = createStore();
  const pause = { until: '2026-11-27T05:30:00.000Z' };
  store.set(boardAtom, withBoard(undefined, aBoard([], { pause }), now));

  setShopClock(store, at('05:29:00'));
  expect(store.get(pauseAtom)).toEqual(pause);
  setShopClock(store, at('05:31:00'));
  expect(store.get(pauseAtom)).toBeUndefined();
});
