import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openingAt } from '#core/opening';

// Node.js 24 has Temporal only behind this flag, which applies to contexts created afterwards.
setFlagsFromString('--harmony-temporal');
const { toTemporalInstant } = runInNewContext('Date.prototype') as Date;
const ownInstant = Date.prototype.toTemporalInstant;

describe.each([
  ['a browser that knows Temporal', toTemporalInstant],
  ['one that does not', undefined],
])('in %s', (_browser, instant) => {
  beforeEach(() => Object.assign(Date.prototype, { toTemporalInstant: instant }));
  afterEach(() => Object.assign(Date.prototype, { toTemporalInstant: ownInstant }));

  test('the shop is open by its own clock, wherever the phone is', () => {
    const hours = {
      timeZone: 'Asia/Jakarta',
      openingHours: [{ days: ['Senin' as const], opens: '07:00', closes: '21:00' }],
    };
    // 2026-11-16 is a Monday; Jakarta is seven hours ahead of UTC.
    expect(openingAt(new Date('2026-11-16T00:00:00Z'), hours)).toEqual({ open: true, opensNext: '' });
    expect(openingAt(new Date('2026-11-15T23:59:00Z'), hours)).toEqual({ open: false, opensNext: 'hari ini 07.00' });
    expect(openingAt(new Date('2026-11-16T14:00:00Z'), hours)).toEqual({ open: false, opensNext: 'Senin 07.00' });
  });

  describe('with any opening hours', () => {
    const weekend = ['Sabtu' as const, 'Minggu' as const];
    const openingHours = [
      { days: ['Jumat' as const], opens: '13:00', closes: '21:00' },
      { days: ['Jumat' as const], opens: '07:30', closes: '11:30' },
      { days: weekend, opens: '18:00', closes: '02:00' },
      { days: ['Rabu' as const], opens: '07:00', closes: '00:00' },
      { days: ['Kamis' as const], opens: '06:00', closes: '06:00' },
    ];

    // 2026-11-16 is a Monday.
    test.each([
      ['16T01:59', ''],
      ['16T02:00', 'Rabu 07.00'],
      ['17T20:00', 'Rabu 07.00'],
      ['18T06:59', 'hari ini 07.00'],
      ['18T20:00', ''],
      ['18T23:59', ''],
      ['19T00:00', 'hari ini 06.00'],
      ['19T06:00', ''],
      ['20T05:59', ''],
      ['20T06:00', 'hari ini 07.30'],
      ['20T07:29', 'hari ini 07.30'],
      ['20T07:30', ''],
      ['20T10:00', ''],
      ['20T11:30', 'hari ini 13.00'],
      ['20T15:00', ''],
      ['20T21:00', 'Sabtu 18.00'],
      ['21T20:00', ''],
      ['22T01:30', ''],
      ['22T02:00', 'hari ini 18.00'],
      ['22T23:00', ''],
    ])('on the %s it opens next %o', (moment, opensNext) => {
      const at = new Date(`2026-11-${moment}:00+07:00`);

      expect(openingAt(at, { timeZone: 'Asia/Jakarta', openingHours })).toEqual({ open: opensNext === '', opensNext });
    });

    test('a shop that never opens shows no time', () => {
      const never = { timeZone: 'Asia/Jakarta', openingHours: [] };

      expect(openingAt(new Date(), never)).toEqual({ open: false, opensNext: '' });
    });
  });
});
