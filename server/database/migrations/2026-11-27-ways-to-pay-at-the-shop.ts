import type { Kysely } from 'kysely';
import { qrisId, tillId } from '#core/payment';

/** Offers them first, once: an owner who removes the till is not given it again. */
export async function up(
  db: Kysely<{ payment_methods: { id: string; kind: string; name: string; image_url: string; position: number } }>,
) {
  const methods = [
    { id: tillId, kind: 'mini-market', name: 'Bayar di kasir', image_url: 'kasir.svg', position: -2 },
    { id: qrisId, kind: 'mini-market', name: 'QRIS', image_url: 'qris.svg', position: -1 },
  ];
  await db
    .insertInto('payment_methods')
    .values(methods)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
