/** Times of day and ages, on the server's clock. */
import { shop } from '#core/shop';

const { timeZone } = shop;
const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
const clock = new Intl.DateTimeFormat('id-ID', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const calendar = new Intl.DateTimeFormat('id-ID', { timeZone, day: 'numeric', month: 'short' });

/** The day of a moment (ms since 1970) in the shop's time zone: '2026-11-27'. */
export const dayOf = (moment: number) => day.format(moment);

/** '14.05' on the day of `now`, '26 Nov 14.05' on any other one; both in ms since 1970. */
export function timeOf(moment: number, now: number): string {
  const time = clock.format(moment).replace(':', '.');
  return dayOf(moment) === dayOf(now) ? time : `${calendar.format(moment)} ${time}`;
}

/** 'hari ini', 'kemarin', or '26 Nov'. */
export function dayInWords(moment: number, now: number): string {
  if (dayOf(moment) === dayOf(now)) return 'hari ini';
  if (dayOf(moment) === dayOf(now - 24 * 60 * 60_000)) return 'kemarin';
  return calendar.format(moment);
}

/** An age in words: '0 mnt', '59 mnt', '2 j 5 mnt', '3 hari'. */
export function ageInWords(minutes: number): string {
  if (minutes < 60) return `${minutes} mnt`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} j ${minutes % 60} mnt`;
  return `${Math.floor(minutes / (24 * 60))} hari`;
}
