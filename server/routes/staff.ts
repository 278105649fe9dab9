/** Signing a device of the staff in and out (decision W6). */
import { Invitation, Invited, StaffSession } from '#core/counter';
import { acceptInvitation, endStaffSession, isStaffed, readInvitation } from '../accounts/staff.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { strangersBodyLimit } from '../http/connections.ts';
import type { App } from '../http/type-provider.ts';
import { noContent } from '../openapi/route-schema.ts';

const signingIn = {
  operationId: 'signStaffIn',
  summary: 'Exchanges an invitation of `staff add` for a session.',
  description:
    'It lasts until it is ended, the member is removed, or 60 days pass without use. Without staff there is no such call.',
  body: Invitation,
  response: { 200: StaffSession },
  errors: ['invitation_refused', 'not_found'],
} as const;

const readingInvitation = {
  ...signingIn,
  operationId: 'readInvitation',
  summary: 'Says whose an invitation is, without using it up.',
  description: 'Without staff there is no such call.',
  response: { 200: Invited },
};

const signingOut = { operationId: 'signStaffOut', summary: 'Ends the session of this device.', response: noContent };

/** What does not exist before the owner has added a member of staff. */
const isOfStaff = (path: string) => /^\/api\/(counter|staff)(?![^/?])/.test(path);

/** Answers 404 to everything of the staff while there is none (decision W1). To be called before the routes are registered. */
export function hideUntilStaffed(api: App, database: Database) {
  api.addHook('onRequest', ({ url, routeOptions }, _reply, done) => {
    if (!isOfStaff(routeOptions.url ?? '') && !isOfStaff(url)) return done();
    isStaffed(database).then((isThere) => done(isThere ? undefined : new ApiError('not_found')), done);
  });
}

/** `POST /staff/invitation` and `POST /staff/session`. They have no limit: 256 bits cannot be guessed (decision W6). */
export function signInRoutes(app: App, { database, now }: Context) {
  app.post('/staff/invitation', { schema: readingInvitation, bodyLimit: strangersBodyLimit }, async ({ body }) => {
    const staff = await readInvitation(database, body.invitation, now());
    if (!staff) throw new ApiError('invitation_refused');
    return { staff };
  });

  app.post(
    '/staff/session',
    { schema: signingIn, bodyLimit: strangersBodyLimit },
    async ({ body }): Promise<StaffSession> => {
      const session = await acceptInvitation(database, body.invitation, now());
      if (!session) throw new ApiError('invitation_refused');
      return session;
    },
  );
}

/** `DELETE /staff/session`. To be registered where every request has a member of staff. */
export function signOutRoute(app: App, { database }: Context) {
  app.delete('/staff/session', { schema: signingOut }, async (request) => {
    await endStaffSession(database, request.staff);
  });
}
