/** When the shop closes (decision W12). Not in `opening.ts`, which the first screens load. */
import { openingsAt } from './opening.ts';
import { type Shop, shop } from './shop.ts';

/** In ms: the last closing on the day of the opening at `moment`; undefined while it is closed, or never closes. */
export function closingTime(moment: Date, hours: Pick<Shop, 'openingHours' | 'timeZone'> = shop): number | undefined {
  const all = openingsAt(moment, hours);
  const current = all.find(({ ago, length }) => ago < length);
  if (!current) return undefined;
  const ends = all.filter(({ day }) => day === current.day).map(({ from, length }) => from - current.from + length);
  return (Math.floor(moment.getTime() / 60_000) + Math.max(...ends) - current.ago) * 60_000;
}
