import { shop } from '#core/shop';

/** When an order was placed, on the shop's own clock; empty when the server did not say or said something else. */
export function momentOf(createdAt: string | undefined): string {
  const moment = new Date(createdAt ?? '');
  if (Number.isNaN(moment.getTime())) return '';
  return new Intl.DateTimeFormat('id-ID', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: shop.timeZone,
  }).format(moment);
}
