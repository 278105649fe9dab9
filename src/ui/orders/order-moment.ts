import { shop } from '#core/shop';

/** When an order was placed, on the shop's clock; empty if the server sent no valid time. */
export function momentOf(createdAt: string | undefined): string {
  const moment = new Date(createdAt ?? '');
  if (Number.isNaN(moment.getTime())) return '';
  return new Intl.DateTimeFormat('id-ID', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: shop.timeZone,
  }).format(moment);
}
