/** What only owners can do at the counter (decision W14). */
import * as v from 'valibot';
import { Closing, ClosingRequest, Closings, Member, NewInvitation, NewMember, Today } from '#core/counter';
import { invitationMs, invite, members, removeMember } from '../accounts/staff.ts';
import type { Context } from '../context.ts';
import { closeTill, closingCsv, till } from '../counter/closings.ts';
import { takingsOf } from '../counter/takings.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import { IdPath, listOf, noContent, numberOf } from '../openapi/route-schema.ts';

const listing = {
  operationId: 'listStaff',
  summary: 'The members of staff, also those to come, by name, and how many devices of theirs are signed in.',
  response: { 200: listOf(Member) },
};

const inviting = {
  operationId: 'inviteStaff',
  summary: 'Invites a device of a member of staff, who is added when there is none of that name.',
  description:
    'The invitation is valid once, for 15 minutes. `owner` makes the member an owner, and is needed for a device of one. With the `id` of a member none is added.',
  body: NewMember,
  response: { 201: NewInvitation },
  errors: ['already_owner'],
} as const;

const removing = {
  operationId: 'removeStaff',
  summary: 'Removes a member of staff and signs out their devices.',
  params: IdPath,
  response: noContent,
  errors: ['last_owner'],
} as const;

const summing = {
  operationId: 'getToday',
  querystring: v.object({
    day: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
        v.description('Another day, as `2026-11-28`.'),
      ),
    ),
  }),
  summary: "The shop's day: orders and rupiah by status and way to pay, and what was sold most.",
  description:
    'Rupiah of a status or a way to pay are those of paid orders; `money` tells what is open, cancelled or to be paid back.',
  response: { 200: Today },
};

const reading = {
  operationId: 'getTill',
  summary: 'What the next closing of the till covers, and the sixty closings before it, the newest first.',
  response: { 200: Closings },
};

const closing = {
  operationId: 'closeTill',
  summary: 'Closes the till as it was when its cash was counted.',
  description:
    'It covers all changes up to `through`, as `GET` has shown it. Asked twice by the same member it is one closing.',
  body: ClosingRequest,
  response: { 201: Closing },
  errors: ['closing_changed'],
} as const;

const exporting = {
  operationId: 'exportClosing',
  summary: 'A closing with its payments, for a spreadsheet.',
  description: 'Fields end with a semicolon; the text begins with a byte order mark.',
  params: IdPath,
  response: { 200: v.string() },
  produces: ['text/csv'],
};

/** To be registered where every request has a member of staff. */
export function ownerRoutes(app: App, { database, now }: Context) {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, errors: ['owner_only', ...(route.schema?.errors ?? [])] };
  });
  app.addHook('onRequest', async ({ staff }) => {
    if (!staff.owner) throw new ApiError('owner_only');
  });

  app.get('/counter/staff', { schema: listing }, async () => {
    const list = await members(database);
    return { data: list.map(({ since, ...member }) => member), count: list.length };
  });

  app.post(
    '/counter/staff',
    { schema: inviting },
    async ({ staff: by, body: { id, name, owner } }): Promise<NewInvitation> => {
      const at = now();
      const { staff, secret } = await invite(database, name, at, { owner, by, id });
      return { staff, invitation: secret, expires_at: new Date(at + invitationMs).toISOString() };
    },
  );

  app.delete('/counter/staff/:id', { schema: removing }, async ({ staff: by, params: { id } }) => {
    await removeMember(database, numberOf(id), by, now());
  });

  app.get('/counter/today', { schema: summing }, ({ query }) => takingsOf(database, now(), query.day));

  app.get('/counter/closings', { schema: reading }, () => till(database, now()));

  app.post('/counter/closings', { schema: closing }, ({ staff, body }) => closeTill(database, staff, body));

  app.get('/counter/closings/:id/csv', { schema: exporting }, async ({ params }, reply) =>
    reply.type('text/csv; charset=utf-8').send(await closingCsv(database, numberOf(params.id))),
  );
}
