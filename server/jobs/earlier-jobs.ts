/**
 * The two queues of the version before, whose tables stay for one version: a process of it may still be running, and enqueues there. What is due
 * becomes a job; what such a process has claimed is not due.
 */
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';

/** Longer than any pause of that version, in ms: a later moment was written by a clock that was wrong (fault F15). */
const tooFarMs = 2 * 3_600_000;
const webhookLifetimeMs = 3 * 24 * 3_600_000;

/** Moves what is due into the table of jobs. Of several processes one finds a row. */
export async function takeOverEarlierJobs(database: Database, now: number) {
  const isDue = sql<boolean>`(next_at <= ${now} or next_at > ${now + tooFarMs})`;
  const due = await database
    .selectFrom('order_announcements')
    .select('order_number')
    .where(isDue)
    .unionAll(database.selectFrom('push_messages').select('order_number').where(isDue))
    .execute();
  if (due.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    const announcements = await transaction.deleteFrom('order_announcements').where(isDue).returningAll().execute();
    const messages = await transaction.deleteFrom('push_messages').where(isDue).returningAll().execute();
    const jobs = [
      ...announcements.map(({ order_number: subject, attempts }) => ({
        ...{ kind: 'webhook', subject, target: '', turn: 'webhook', attempts },
        ...{ next_at: now, expires_at: now + webhookLifetimeMs },
      })),
      ...messages.map(({ order_number: subject, digest: target, attempts, expires_at }) => ({
        ...{ kind: 'push', subject, target, turn: subject, attempts },
        ...{ next_at: now, expires_at },
      })),
    ];
    // Another process may have been faster.
    if (jobs.length > 0) await transaction.insertInto('jobs').values(jobs).execute();
  });
}
