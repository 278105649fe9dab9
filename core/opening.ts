import { type Shop, shop } from './shop.ts';
import { weekdays } from './weekdays.ts';

interface Opening {
  open: boolean;
  /** 'hari ini 07.00', 'Senin 07.00'; empty while it is open. */
  opensNext: string;
}

export const dotted = (time: string) => time.replace(':', '.');

const dayLong = 24 * 60;
const weekLong = 7 * dayLong;

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Each opening of the week, how many minutes ago it began (0 to a week), and how long it lasts: 0 is a whole day. */
export function openingsAt(moment: Date, { openingHours, timeZone }: Pick<Shop, 'openingHours' | 'timeZone'>) {
  const { today, now } = clockAt(moment, timeZone);
  return openingHours.flatMap(({ days, opens, closes }) =>
    days.map((day) => {
      const from = minuteOf(opens);
      const ago = ((today - weekdays.indexOf(day)) * dayLong + now - from + weekLong) % weekLong;
      const isToday = from > now && day === weekdays[today];
      // Past midnight if it closes before it opens.
      return { day, opens, from, ago, isToday, length: (minuteOf(closes) - from + dayLong) % dayLong };
    }),
  );
}

/** On the shop's own clock (decision O14). */
export function openingAt(moment: Date, hours: Pick<Shop, 'openingHours' | 'timeZone'> = shop): Opening {
  const all = openingsAt(moment, hours);
  if (all.some(({ ago, length }) => ago < (length || dayLong))) return { open: true, opensNext: '' };
  // The one that is longest ago.
  const [next] = all.toSorted((one, other) => other.ago - one.ago);
  return { open: false, opensNext: next ? `${next.isToday ? 'hari ini' : next.day} ${dotted(next.opens)}` : '' };
}

/** '07.00' today, 'Senin 07.00' another day; empty while the shop is open, and where it never is. */
export const startAt = (moment: Date, hours?: Pick<Shop, 'openingHours' | 'timeZone'>) =>
  openingAt(moment, hours).opensNext.replace('hari ini ', '');

/** `today`: 0 is Sunday; `now`: minutes since midnight. */
function clockAt(moment: Date, timeZone: string): { today: number; now: number } {
  // On a phone the first `Intl.DateTimeFormat` takes 100 ms, Temporal 1 to 2 ms; Safari and Node.js 24 have no Temporal.
  const local = moment.toTemporalInstant?.().toZonedDateTimeISO(timeZone);
  if (local) return { today: local.dayOfWeek % 7, now: local.hour * 60 + local.minute };

  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const part = Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part.weekday ?? '');
  return { today, now: minuteOf(`${part.hour}:${part.minute}`) };
}
