import { type Kysely, sql } from 'kysely';
import { qrisId, tillId } from '#core/payment';

/** Offers them first, once: an owner who removes the till is not given it again. */
export const up = (db: Kysely<unknown>) =>
  sql`insert into payment_methods (id, kind, name, image_url, position) values
    (${tillId}, 'mini-market', 'Bayar di kasir', 'kasir.svg', -2),
    (${qrisId}, 'mini-market', 'QRIS', 'qris.svg', -1)
    on conflict (id) do nothing`.execute(db);
