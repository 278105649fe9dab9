/** When the shop closes (decision W12). Not in `opening.ts`, which the first screens load. */

import { clockAt, dayLong, minuteOf, weekLong } from './opening.ts';
import { type Shop, shop } from './shop.ts';
import { weekdays } from './weekdays.ts';

/** The regular closing time of the opening at `moment`, in ms since 1970; undefined while the shop is closed, or never closes. */
export function closingTime(
  moment: Date,
  { openingHours, timeZone }: Pick<Shop, 'openingHours' | 'timeZone'> = shop,
): number | undefined {
  const { today, now } = clockAt(moment, timeZone);
  const left = openingHours.flatMap(({ days, opens, closes }) =>
    days.flatMap((day) => {
      const from = minuteOf(opens);
      const ago = ((today - weekdays.indexOf(day)) * dayLong + now - from + weekLong) % weekLong;
      const length = (minuteOf(closes) - from + dayLong) % dayLong;
      return ago < length ? length - ago : [];
    }),
  );
  return left.length === 0 ? undefined : (Math.floor(moment.getTime() / 60_000) + Math.max(...left)) * 60_000;
}
