import { shop } from '#core/shop';

/** When an order was placed, on the shop's clock; empty if the server sent no valid time. */
export function momentOf(createdAt: string | undefined): string {
  const moment = new Date(createdAt ?? '');
  if (Number.isNaN(moment.getTime())) return '';
  const { timeZone } = shop;
  const [day, time] = [{ dateStyle: 'medium' } as const, { timeStyle: 'short' } as const].map((part) =>
    new Intl.DateTimeFormat('id-ID', { ...part, timeZone }).format(moment),
  );
  return `${day} pukul ${time}`;
}
