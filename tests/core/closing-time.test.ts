import { expect, test } from 'vitest';
import { closingTime } from '#core/closing-time';

const hours = {
  timeZone: 'Asia/Jakarta',
  openingHours: [
    { days: ['Senin' as const], opens: '07:00', closes: '21:00' },
    { days: ['Sabtu' as const], opens: '18:00', closes: '02:00' },
    { days: ['Rabu' as const], opens: '06:00', closes: '06:00' },
    { days: ['Kamis' as const], opens: '07:00', closes: '11:00' },
    { days: ['Kamis' as const], opens: '17:00', closes: '22:00' },
  ],
};

// 2026-11-16 is a Monday.
test.each([
  ['2026-11-16T07:00:00+07:00', '2026-11-16T21:00:00+07:00'],
  ['2026-11-16T20:59:30+07:00', '2026-11-16T21:00:00+07:00'],
  ['2026-11-16T21:00:00+07:00', undefined],
  ['2026-11-21T23:00:00+07:00', '2026-11-22T02:00:00+07:00'],
  ['2026-11-22T01:00:00+07:00', '2026-11-22T02:00:00+07:00'],
  ['2026-11-18T12:00:00+07:00', undefined],
  ['2026-11-19T10:00:00+07:00', '2026-11-19T22:00:00+07:00'],
  ['2026-11-19T18:00:00+07:00', '2026-11-19T22:00:00+07:00'],
])('at %s the shop closes at %s', (moment, closes) => {
  expect(closingTime(new Date(moment), hours)).toBe(closes === undefined ? undefined : Date.parse(closes));
});
