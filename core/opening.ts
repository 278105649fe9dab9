import { type Shop, shop } from './shop.ts';
import { weekdays } from './weekdays.ts';

interface Opening {
  open: boolean;
  /** 'hari ini 07.00', 'Senin 07.00'; empty while it is open. */
  opensNext: string;
}

export const dotted = (time: string) => time.replace(':', '.');

export const dayLong = 24 * 60;
export const weekLong = 7 * dayLong;

export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** On the shop's own clock (decision O14). */
export function openingAt(
  moment: Date,
  { openingHours, timeZone }: Pick<Shop, 'openingHours' | 'timeZone'> = shop,
): Opening {
  const { today, now } = clockAt(moment, timeZone);

  let next = { ago: -1, words: '' };
  for (const { days, opens, closes } of openingHours) {
    for (const day of days) {
      const from = minuteOf(opens);
      // Minutes since this opening, 0 to a week. The opening that is longest ago is the next one.
      const ago = ((today - weekdays.indexOf(day)) * dayLong + now - from + weekLong) % weekLong;
      // How long it is open: past midnight if it closes before it opens, all day if both are the same.
      if (ago < ((minuteOf(closes) - from + dayLong) % dayLong || dayLong)) return { open: true, opensNext: '' };
      const isToday = from > now && day === weekdays[today];
      if (ago > next.ago) next = { ago, words: `${isToday ? 'hari ini' : day} ${dotted(opens)}` };
    }
  }
  return { open: false, opensNext: next.words };
}

/** '07.00' today, 'Senin 07.00' another day; empty while the shop is open, and where it never is. */
export const startAt = (moment: Date, hours?: Pick<Shop, 'openingHours' | 'timeZone'>) =>
  openingAt(moment, hours).opensNext.replace('hari ini ', '');

/** `today`: 0 is Sunday; `now`: minutes since midnight. */
export function clockAt(moment: Date, timeZone: string): { today: number; now: number } {
  // On a phone the first `Intl.DateTimeFormat` takes 100 ms, Temporal 1 to 2 ms; Safari and Node.js 24 have no Temporal.
  const local = moment.toTemporalInstant?.().toZonedDateTimeISO(timeZone);
  if (local) return { today: local.dayOfWeek % 7, now: local.hour * 60 + local.minute };

  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const part = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part.weekday ?? '');
  return { today, now: minuteOf(`${part.hour}:${part.minute}`) };
}
