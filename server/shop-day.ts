/** The day of the shop: for the board, running numbers, takings and commands there is no other. */
import { shop } from '#core/shop';

const [hours = 4, minutes = 0] = (shop.dayBegins ?? '04:00').split(':').map(Number);

/** `2026-11-28`, by the process's clock: an `Intl.DateTimeFormat` would load 6 MB of tables. */
export const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-');

/** `2026-11-28 14:05`, on the same clock. */
export function shopTime(moment: string) {
  const date = new Date(moment);
  const two = (part: number) => `${part}`.padStart(2, '0');
  return `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** When the day `2026-11-28` begins, on the clock of the process, which is the shop's (`openShop`); NaN for what is no day. */
export function startOfDay(day: string): number {
  const midnight = new Date(`${day}T00:00:00`);
  return midnight.setHours(hours, minutes);
}

/**
 * The day at `now`, and when it began and ends, in ms since 1970. A day begins at `dayBegins` of the configuration, so that an evening that
 * ends after midnight is one day.
 */
export function shopDay(now: number): { day: string; start: number; end: number } {
  const date = new Date(now);
  const isBefore = date.getHours() * 60 + date.getMinutes() < hours * 60 + minutes;
  const dayAfter = (days: number) =>
    dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days - Number(isBefore), 12));
  const day = dayAfter(0);
  return { day, start: startOfDay(day), end: startOfDay(dayAfter(1)) };
}
