/** The `fullStreet` of an order in the store (decision O13). */
import { type Handover, type Shop, tableOf } from './shop.ts';
import { weekdays } from './weekdays.ts';

/** `start` as `startAt` says it. */
export function storeStreet(kind: Handover['kind'], table: string, start: string): string {
  const place = kind === 'pickup' ? 'Ambil di toko' : `Meja ${table}`;
  return start ? `${place}, mulai ${start}` : place;
}

const inStore = new RegExp(
  `^(?:(Ambil di toko)|Meja ([1-9]\\d*))(, mulai (?:(?:${weekdays.join('|')}) )?(?:[01]\\d|2[0-3])\\.[0-5]\\d)?$`,
);

/** For the staff: the handover's own name or a table that the shop has, and nothing else that a customer could write. */
export function storePlace(
  { kind, name }: Pick<Handover, 'kind' | 'name'>,
  street: string,
  facts?: Pick<Shop, 'dineIn' | 'tables'>,
): string | undefined {
  const [, pickup, number = '', start = ''] = inStore.exec(street) ?? [];
  if (kind === 'pickup') return pickup && name + start;
  const table = kind === 'dine-in' && tableOf(number, facts);
  return table ? `Meja ${table}${start}` : undefined;
}
