import * as v from 'valibot';
import { Session, type User } from '#core/contract';
import { Credentials, Profile, Registration, UserAnswer } from '#core/registration';
import { createCustomer, customerWith, emailKey, isTaken } from '../accounts/customers.ts';
import { deviceOf, isKnownDevice, rememberDevice } from '../accounts/known-devices.ts';
import { loginRateLimiter } from '../accounts/login-rate-limiter.ts';
import { beginSession, endSession } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { strangersBodyLimit } from '../http/connections.ts';
import { networkOf, RateLimiter } from '../http/rate-limiter.ts';
import { ClientId, clientIdOf, IdempotencyKey, idempotencyKeyOf } from '../http/request-headers.ts';
import type { App } from '../http/type-provider.ts';
import { noContent } from '../openapi/route-schema.ts';

const fields =
  'The name has 3 to 255 letters, digits, `_` and `-`, the first a letter; the phone number 9 to 15 digits.';

const registering = {
  operationId: 'register',
  summary: 'Makes an account.',
  description: `${fields} The e-mail has at most 254 characters; the password 3 to 30, with a letter and a digit.`,
  parameters: {
    header: v.object({
      'Idempotency-Key': v.optional(
        v.pipe(
          IdempotencyKey,
          v.description('Names one registration. Sent again at once it answers the same and makes no other.'),
        ),
      ),
    }),
  },
  body: Registration,
  response: { 201: UserAnswer },
  errors: ['email_taken', 'too_many_requests'],
} as const;

const loggingIn = {
  operationId: 'logIn',
  summary: 'Begins a session.',
  description: 'It lasts 60 days without use, or 180 in all. The token is for `Authorization: Bearer`.',
  parameters: {
    header: v.object({
      'X-Client-Id': v.optional(
        v.pipe(ClientId, v.description('This device. One that has logged in before is not held up by others.')),
      ),
    }),
  },
  body: Credentials,
  response: { 200: Session },
  errors: ['credentials_missing', 'wrong_credentials', 'too_many_requests'],
} as const;

const changing = {
  operationId: 'changeProfile',
  summary: 'Changes the name and the phone number.',
  description: fields,
  body: Profile,
  response: { 200: UserAnswer },
};

const loggingOut = { operationId: 'logOut', summary: 'Ends the session.', response: noContent };

/** `POST /auth/register` and `POST /auth/login`. */
export function accountRoutes(app: App, { database, now, rateLimits }: Context) {
  const limited = loginRateLimiter(rateLimits, database);
  const registrations = new RateLimiter('registrations', rateLimits.registrations, database);
  app.post('/auth/register', { schema: registering, bodyLimit: strangersBodyLimit }, async (request) => {
    const { body, ip } = request;
    const key = idempotencyKeyOf(request);
    const create = () => createCustomer(database, body, { key, now: now() });
    // Of an e-mail that is taken nothing is made, however often it is sent; each costs a password hash (fault B25).
    const { user } = (await isTaken(database, body.email))
      ? await create()
      : await registrations.countedIfNew(networkOf(ip), create);
    return { user };
  });

  app.post('/auth/login', { schema: loggingIn, bodyLimit: strangersBodyLimit }, async (request): Promise<Session> => {
    const { email, password } = request.body;
    if (email === '' || password === '') throw new ApiError('credentials_missing');
    const account = emailKey(email);
    const clientId = clientIdOf(request);
    const device = clientId && deviceOf(account, clientId);
    const isKnown = !!device && (await isKnownDevice(database, device));
    const who = { account, knownDevice: isKnown ? device : undefined, address: request.ip };
    const customer = await limited(who, () => customerWith(database, { email, password, isKnown }));
    if (!customer) throw new ApiError('wrong_credentials');

    const token = await database.transaction().execute(async (transaction) => {
      if (device) await rememberDevice(transaction, { digest: device, customer, now: now() });
      return beginSession(transaction, customer, now());
    });
    return {
      user: { fullName: customer.full_name, email: customer.email, phoneNumber: customer.phone_number },
      token,
    };
  });
}

/** `PATCH /auth/user` and `POST /auth/logout`. To be registered where every request has a customer. */
export function ownAccountRoutes(app: App, { database }: Context) {
  app.patch('/auth/user', { schema: changing }, async ({ customer, body }): Promise<{ user: User }> => {
    const { email } = await database
      .updateTable('customers')
      .set({ full_name: body.fullName, phone_number: body.phoneNumber })
      .where('id', '=', customer.id)
      .returning('email')
      .executeTakeFirstOrThrow();
    return { user: { ...body, email } };
  });

  app.post('/auth/logout', { schema: loggingOut }, async (request) => {
    await endSession(database, request.customer);
  });
}
