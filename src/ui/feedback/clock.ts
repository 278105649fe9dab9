/** Times of day on this device's clock. Without `Intl.DateTimeFormat`, whose first use takes 100 ms on a phone. */

const months = 'Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des'.split(' ');

/** 'per pukul 14.05' today, 'per 3 Nov pukul 14.05' on any other day, on this device's clock; `since` in ms since 1970. */
export function asOf(since: number, now = new Date()): string {
  const moment = new Date(since);
  const day = moment.toDateString() === now.toDateString() ? '' : `${moment.getDate()} ${months[moment.getMonth()]} `;
  return `per ${day}pukul ${clockOf(moment)}`;
}

/** '14.05'. */
export const clockOf = (moment: Date) =>
  [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join('.');
