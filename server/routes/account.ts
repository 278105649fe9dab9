/** Registering, logging in and out (specification §7 and §8). */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { canonical } from '#core/canonical';
import { Session, type User } from '#core/contract';
import { Credentials, Profile, Registration, UserAnswer } from '#core/registration';
import { createCustomer, customerWith, emailKey } from '../accounts/customers.ts';
import { pairOf, rememberNetwork } from '../accounts/known-networks.ts';
import { LoginRateLimiter } from '../accounts/login-rate-limiter.ts';
import { beginSession, endSession } from '../accounts/sessions.ts';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { IdempotencyCache, IdempotencyKey, idempotencyKeyOf } from '../http/idempotency-key.ts';
import { NetworkRateLimiter, takeEach } from '../http/rate-limiter.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { RefusalDelay } from '../http/refusal-delay.ts';
import type { App } from '../http/type-provider.ts';
import { byAnyone, bySession, responses } from '../openapi/route-schema.ts';
import type { OrderStreams } from '../orders/order-streams.ts';

const registering = {
  operationId: 'register',
  tags: ['Account'],
  summary: 'Makes an account.',
  description: 'The rules hold for what is left without invisible characters and outer blanks.',
  security: byAnyone,
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
  response: responses({ 201: { description: 'The account.', schema: UserAnswer } }),
  errors: ['invalid_header', 'email_taken', 'too_many_requests'],
} as const;

const loggingIn = {
  operationId: 'logIn',
  tags: ['Account'],
  summary: 'Begins a session.',
  description: 'It lasts 60 days without use, or 180 in all.',
  security: byAnyone,
  body: Credentials,
  response: responses({
    200: { description: 'The customer and the token for `Authorization: Bearer`.', schema: Session },
  }),
  errors: ['credentials_missing', 'wrong_credentials', 'too_many_requests'],
} as const;

const changing = {
  operationId: 'changeProfile',
  tags: ['Account'],
  summary: 'Changes the name and the phone number.',
  description: 'The rules are those of registration.',
  security: bySession,
  body: Profile,
  response: responses({ 200: { description: 'The account as it is now.', schema: UserAnswer } }),
} as const;

const loggingOut = {
  operationId: 'logOut',
  tags: ['Account'],
  summary: 'Ends the session.',
  description: 'The token is refused from then on.',
  security: bySession,
  response: responses({ 204: { description: 'It is ended.' } }),
} as const;

/** `POST /auth/register` and `POST /auth/login`. */
export function accountRoutes(
  app: App,
  { database, now, rateLimits }: { database: Database; now: () => number; rateLimits: RateLimits },
) {
  const logins = new LoginRateLimiter(rateLimits, database);
  const registrations = new NetworkRateLimiter('registration', rateLimits.registration, database);
  const refusals = new RefusalDelay(rateLimits.immediateRefusals);
  // A browser whose connection drops repeats a registration by itself, and must not be told that its own account is another customer's.
  // What another process has taken, `createCustomer` knows.
  const registered = new IdempotencyCache<User>();

  app.post('/auth/register', { schema: registering }, async (request, reply) => {
    const key = idempotencyKeyOf(request);
    const user = await refusals.run(request.ip, () =>
      registered.once(key && hash('sha256', `${key} ${canonical(request.body)}`), async () => {
        await takeEach(registrations.bucketsOf(request.ip));
        return createCustomer(database, request.body, { key, address: request.ip, now: now() });
      }),
    );
    return reply.code(201).send({ user });
  });

  app.post('/auth/login', { schema: loggingIn }, async (request): Promise<Session> => {
    const { email, password } = request.body;
    if (email === '' || password === '') throw new ApiError('credentials_missing');
    const customer = await refusals.run(request.ip, () =>
      logins.limited(emailKey(email), request.ip, () =>
        customerWith(database, { email, password, address: request.ip }),
      ),
    );
    if (!customer) throw new ApiError('wrong_credentials');

    const pair = pairOf(emailKey(email), request.ip);
    const token = await database.transaction().execute(async (transaction) => {
      await rememberNetwork(transaction, { pair, customer, now: now() });
      return beginSession(transaction, customer, now());
    });
    return {
      user: { fullName: customer.full_name, email: customer.email, phoneNumber: customer.phone_number },
      token,
    };
  });
}

/** `PATCH /auth/user`. To be registered where every request has a customer. */
export function profileRoute(app: App, database: Database) {
  app.patch('/auth/user', { schema: changing }, async ({ customer, body }): Promise<{ user: User }> => {
    const { email } = await database
      .updateTable('customers')
      .set({ full_name: body.fullName, phone_number: body.phoneNumber })
      .where('id', '=', customer.id)
      .returning('email')
      .executeTakeFirstOrThrow();
    return { user: { ...body, email } };
  });
}

/** `POST /auth/logout`. To be registered where every request has a customer. */
export function logOutRoute(app: App, { database, streams }: { database: Database; streams: OrderStreams }) {
  app.post('/auth/logout', { schema: loggingOut }, async (request, reply) => {
    await endSession(database, request.customer);
    streams.endSession(request.customer.tokenHash);
    return reply.code(204).send();
  });
}
