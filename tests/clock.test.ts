import { expect, test } from 'vitest';
import { asOf, clockOf } from '../src/ui/feedback/clock.ts';

test('months and times are written as the language has them', () => {
  const written = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short' });
  const time = new Intl.DateTimeFormat('id-ID', { hour: '2-digit', minute: '2-digit' });
  for (let month = 0; month < 12; month++) {
    const moment = new Date(2026, month, 3 + month, month * 2, month * 5);

    expect(clockOf(moment)).toBe(time.format(moment));
    expect(asOf(+moment, new Date(2026, month, 2))).toBe(`per ${written.format(moment)} pukul ${time.format(moment)}`);
    expect(asOf(+moment, new Date(2026, month, 3 + month, 23))).toBe(`per pukul ${time.format(moment)}`);
  }
});
