/** Pausing the shop: a change of the menu, so that no order slips in while it begins (decision W12). */
import { closingTime } from '#core/closing-time';
import type { PauseRequest } from '#core/counter';
import type { ShopPause } from '#core/pause';
import { noteStaffEvent, type StaffOnDevice } from '../accounts/staff.ts';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { beginMenuChange } from './menu-store.ts';

const id = 1;

/** Begins a pause, in place of one that is on; `now` in ms since 1970. Throws `invalid_body` when the shop is closed already. */
export function pauseShop(database: Database, by: StaffOnDevice, { minutes, until }: PauseRequest, now: number) {
  const end = until === 'closing' ? closingTime(new Date(now)) : minutes && now + minutes * 60_000;
  if (until === 'closing' && end === undefined)
    throw new ApiError('invalid_body', { message: 'The shop is closed, or has no closing time.' });
  return change(database, by, now, end === undefined ? {} : { until: new Date(end).toISOString() });
}

export const resumeShop = (database: Database, by: StaffOnDevice, now: number) => change(database, by, now, undefined);

const change = (database: Database, by: StaffOnDevice, now: number, pause: ShopPause | undefined) =>
  database.transaction().execute(async (transaction) => {
    await beginMenuChange(transaction);
    await transaction.deleteFrom('shop_pause').execute();
    if (pause)
      await transaction
        .insertInto('shop_pause')
        .values({ id, until_at: pause.until ?? null })
        .execute();
    await noteStaffEvent(transaction, { by, now, kind: pause ? 'paused' : 'resumed', detail: pause ?? {} });
  });
