import { expect, test } from 'vitest';
import { parseMoment } from '../../../server/commands/listing.ts';

const at = (...parts: [number, number, number, number?, number?, number?, number?]) => new Date(...parts);

test('a day begins when the day of the shop does', () => {
  expect(parseMoment('2026-11-20', 0)).toBe(at(2026, 10, 20, 4).toISOString());
});

test('today is the day of the shop, also after midnight', () => {
  const begins = at(2026, 10, 20, 4);

  expect(parseMoment('today', begins.getTime() - 1)).toBe(at(2026, 10, 19, 4).toISOString());
  expect(parseMoment('today', begins.getTime())).toBe(begins.toISOString());
  expect(parseMoment('today', at(2026, 10, 20, 23, 59, 59).getTime())).toBe(begins.toISOString());
});
