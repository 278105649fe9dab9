/** The shop's staff: invitations that sign in a device, and the sessions of those devices (decision W6). */
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Member, Staff } from '#core/counter';
import { singleSpaced } from '#core/normalised';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { authenticated, idleMs, newSecret, noteUse, tokenOf } from './sessions.ts';

export const invitationMs = 15 * 60_000;

/** Who is asking: a member of staff and the session of their device. */
export interface StaffOnDevice extends Staff {
  /** SHA-256 of the session's token. */
  tokenHash: string;
}

/** Whether the owner has ever added a member of staff: until then there is no counter (decision W1). */
export const isStaffed = async (database: Database) =>
  (await database.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;

const presentStaff = (database: Database) =>
  database.selectFrom('staff').where('removed_at', 'is', null).orderBy('name');

const staffColumns = ['staff.id', 'name', 'is_owner'] as const;
const staffOf = ({ id, name, is_owner }: { id: number; name: string; is_owner: number }): Staff => ({
  id,
  name,
  ...(is_owner === 1 && { owner: true }),
});

const memberWith = (database: Database, id: number) =>
  presentStaff(database).select(staffColumns).where('id', '=', id).executeTakeFirst();

/** Whom people mean by that name, however it is spaced and in capitals or not. */
async function memberNamed(database: Database, name: string) {
  const all = await presentStaff(database).select(staffColumns).execute();
  const spoken = (text: string) => singleSpaced(text).toLowerCase();
  return all.find((one) => one.name === name) ?? all.find((one) => spoken(one.name) === spoken(name));
}

/**
 * Invites a member of staff, who is added when there is none of that name; `owner` makes one an owner. Resolves with the secret of the
 * invitation, which signs in one device; `now` in ms since 1970, `by` who invites at the counter. There a barista's invitation for the
 * name of an owner is `already_owner`: it would make another one an owner. In a terminal the answer says whose device it is.
 * With the `id` of a member none is added: one who was removed meanwhile is `not_found`.
 */
export async function invite(
  database: Database,
  name: string,
  now: number,
  { owner = false, by, id }: { owner?: boolean; by?: Staff; id?: number | undefined } = {},
): Promise<{ staff: Staff; secret: string; isNew: boolean }> {
  const secret = newSecret();
  return database.transaction().execute(async (transaction) => {
    const known = await (id === undefined ? memberNamed(transaction, name) : memberWith(transaction, id));
    if (!known && id !== undefined) throw new ApiError('not_found');
    if (!known)
      await transaction
        .insertInto('staff')
        .values({ name, created_at: new Date(now).toISOString() })
        // Another command was faster.
        .onConflict((conflict) => conflict.column('name').where('removed_at', 'is', null).doNothing())
        .execute();
    const member = known ?? (await memberNamed(transaction, name));
    if (!member) throw new Error('A member of staff who was added just now is not there.');
    if (by && !owner && member.is_owner === 1) throw new ApiError('already_owner');
    if (owner) await transaction.updateTable('staff').set({ is_owner: 1 }).where('id', '=', member.id).execute();
    const staff = staffOf({ ...member, ...(owner && { is_owner: 1 }) });
    await transaction.deleteFrom('staff_invitations').where('expires_at', '<', now).execute();
    await transaction
      .insertInto('staff_invitations')
      .values({ digest: hash('sha256', secret), staff_id: staff.id, expires_at: now + invitationMs })
      .execute();
    if (by) await noteStaffEvent(transaction, { by, now, kind: 'invited', detail: staff });
    return { staff, secret, isNew: !known };
  });
}

/** Notes what a member of staff has changed, besides orders; `detail` in the words of the API. */
export const noteStaffEvent = (
  transaction: DatabaseTransaction,
  { by, now, kind, detail }: { by: Staff; now: number; kind: string; detail: object },
) =>
  transaction
    .insertInto('staff_events')
    .values({ at: new Date(now).toISOString(), staff_id: by.id, kind, detail: JSON.stringify(detail) })
    .execute();

/** The staff, by name, with how many devices are signed in. */
export async function members(database: Database): Promise<(Member & { since: string })[]> {
  const rows = await presentStaff(database)
    .leftJoin('staff_sessions', 'staff_sessions.staff_id', 'staff.id')
    .select(staffColumns)
    .select(({ fn }) => [
      'staff.created_at as since',
      fn.count<number>('token_hash').as('devices'),
      fn.max('last_used_at').as('last_used_at'),
    ])
    .groupBy('staff.id')
    .execute();
  return rows.map(({ since, devices, last_used_at, ...row }) => ({
    ...staffOf(row),
    since,
    devices: Number(devices),
    ...(last_used_at !== null && { last_used_at: new Date(Number(last_used_at)).toISOString() }),
  }));
}

/** Removes a member of staff, with all sessions and invitations. Resolves with the name; undefined when there is none of that name. */
export const removeStaff = (database: Database, name: string, now: number): Promise<string | undefined> =>
  database.transaction().execute(async (transaction) => {
    const staff = await memberNamed(transaction, name);
    if (staff) await remove(transaction, staff.id, now);
    return staff?.name;
  });

/**
 * The same by an owner at the counter. Throws `not_found`, `last_owner`, and `unauthorized` when the owner was removed meanwhile: two who
 * remove each other leave one.
 */
export const removeMember = (database: Database, id: number, by: Staff, now: number) =>
  database.transaction().execute(async (transaction) => {
    const owners = await presentStaff(transaction).select('id').where('is_owner', '=', 1).forUpdate().execute();
    const ids = owners.map((one) => one.id);
    if (!ids.includes(by.id)) throw new ApiError('unauthorized');
    const member = await memberWith(transaction, id);
    if (!member) throw new ApiError('not_found');
    if (ids.every((one) => one === id)) throw new ApiError('last_owner');
    await remove(transaction, id, now);
    await noteStaffEvent(transaction, { by, now, kind: 'removed', detail: staffOf(member) });
  });

async function remove(transaction: DatabaseTransaction, id: number, now: number) {
  await transaction
    .updateTable('staff')
    .set({ removed_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .execute();
  for (const table of ['staff_sessions', 'staff_invitations'] as const)
    await transaction.deleteFrom(table).where('staff_id', '=', id).execute();
}

/** Whose invitation it is; undefined when it is unknown, used or late. */
export async function readInvitation(database: Database, secret: string, now: number): Promise<Staff | undefined> {
  const member = await presentStaff(database)
    .innerJoin('staff_invitations', 'staff_invitations.staff_id', 'staff.id')
    .select(staffColumns)
    .where('digest', '=', hash('sha256', secret))
    .where('expires_at', '>=', now)
    .executeTakeFirst();
  return member && staffOf(member);
}

/** Exchanges the secret of an invitation for a session; undefined when it is unknown, used or late. */
export async function acceptInvitation(
  database: Database,
  secret: string,
  now: number,
): Promise<{ staff: Staff; token: string } | undefined> {
  // An invented one must not cost a write.
  if (!(await readInvitation(database, secret, now))) return undefined;
  return database.transaction().execute(async (transaction) => {
    const invitation = await transaction
      .deleteFrom('staff_invitations')
      .where('digest', '=', hash('sha256', secret))
      .returning('staff_id')
      .executeTakeFirst();
    const staff = invitation && (await memberWith(transaction, invitation.staff_id));
    return staff && { staff: staffOf(staff), token: await beginStaffSession(transaction, staff, now) };
  });
}

/** Begins a session of one device and returns its token; ended ones are cleared away. */
export async function beginStaffSession(transaction: DatabaseTransaction, staff: { id: number }, now: number) {
  const token = newSecret();
  await transaction
    .deleteFrom('staff_sessions')
    .where('last_used_at', '<', now - idleMs)
    .execute();
  await transaction
    .insertInto('staff_sessions')
    .values({ token_hash: hash('sha256', token), staff_id: staff.id, created_at: now, last_used_at: now })
    .execute();
  return token;
}

/** Which member of staff is asking; `now` in ms since 1970. Throws `forbidden` for a customer's session, else `unauthorized`. */
export async function authenticatedStaff(
  request: FastifyRequest,
  database: Database,
  now: number,
): Promise<StaffOnDevice> {
  const token = tokenOf(request);
  if (!token) throw new ApiError('unauthorized');
  const tokenHash = hash('sha256', token);
  const session = await database
    .selectFrom('staff_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '>=', now - idleMs)
    .executeTakeFirst();
  const member = session && (await memberWith(database, session.staff_id));
  if (!member) {
    await authenticated(request, database, now);
    throw new ApiError('forbidden');
  }
  void noteUse(database, 'staff_sessions', session, now);
  return { ...staffOf(member), tokenHash };
}

/** Which of these sessions, by their digests, have not ended meanwhile. One whose stream is open is in use. */
export async function validStaffSessions(database: Database, tokenHashes: readonly string[], now: number) {
  const rows = await database
    .selectFrom('staff_sessions')
    .select(['token_hash', 'last_used_at'])
    .where('token_hash', 'in', tokenHashes)
    .execute();
  for (const row of rows) void noteUse(database, 'staff_sessions', row, now);
  return new Set(rows.map(({ token_hash }) => token_hash));
}

export const endStaffSession = (database: Database, { tokenHash }: StaffOnDevice) =>
  database.deleteFrom('staff_sessions').where('token_hash', '=', tokenHash).execute();
