/** Joining, logging in and out (specification §7 and §8). */
import { hash, randomUUID } from 'node:crypto';
import { canonical } from '#core/canonical';
import type { Session, User } from '#core/contract';
import { Credentials, Registration } from '#core/registration';
import { emailKey } from '../accounts/customers.ts';
import { hashPassword, passwordFits } from '../accounts/passwords.ts';
import { beginSession, endSession } from '../accounts/sessions.ts';
import type { Database } from '../database/open.ts';
import { Refusal } from '../http/api-error.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { type Allowance, networkOf, Throttle } from '../http/rate-limiter.ts';
import type { App } from '../http/type-provider.ts';

export interface AccountAllowances {
  /** Failed logins to one account, from each network that has logged in to it before and from all others together. */
  account: Allowance;
  /** Failed logins from one network, whatever the account: a whole shop shares one. */
  network: Allowance;
  /** Accounts made from one network. */
  registration: Allowance;
}

export const accountAllowances: AccountAllowances = {
  account: { burst: 10, everyMs: 30_000 },
  network: { burst: 100, everyMs: 3_000 },
  registration: { burst: 60, everyMs: 20_000 },
};

export function accountRoutes(
  app: App,
  { database, now, allowances }: { database: Database; now: () => number; allowances: AccountAllowances },
) {
  const guesses = loginThrottle(allowances, now);
  const registrations = new Throttle(allowances.registration, now);
  const joined = new Answered<User>();

  app.post('/auth/register', { schema: { body: Registration } }, async (request, reply) => {
    const key = idempotencyKeyOf(request);
    const user = await joined.once(key && hash('sha256', `${key} ${canonical(request.body)}`), async () => {
      const wait = registrations.take(networkOf(request.ip));
      if (wait) throw new Refusal('too_many_requests', { retryAfter: wait });
      return makeAccount(request.body);
    });
    return reply.code(201).send({ user });
  });

  async function makeAccount({ fullName, email, phoneNumber, password }: Registration): Promise<User> {
    const passwordHash = await hashPassword(password);
    const { numInsertedOrUpdatedRows } = await database.transaction().execute((transaction) =>
      transaction
        .insertInto('customers')
        .values({
          id: randomUUID(),
          email,
          email_key: emailKey(email),
          full_name: fullName,
          phone_number: phoneNumber,
          password_hash: passwordHash,
          created_at: new Date(now()).toISOString(),
        })
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .executeTakeFirstOrThrow(),
    );
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('email_taken');
    return { fullName, email, phoneNumber };
  }

  app.post('/auth/login', { schema: { body: Credentials } }, async (request): Promise<Session> => {
    const { email, password } = request.body;
    if (email === '' || password === '') throw new Refusal('credentials_missing');
    const customer = await guesses.counted(emailKey(email), networkOf(request.ip), async () => {
      const claimed = await database
        .selectFrom('customers')
        .select(['id', 'full_name', 'email', 'phone_number', 'password_hash'])
        .where('email_key', '=', emailKey(email))
        .executeTakeFirst();
      // Both the unknown e-mail and the wrong password take one comparison and get one answer (fault B25).
      const fits = await passwordFits(password, claimed?.password_hash);
      return fits ? claimed : undefined;
    });
    if (!customer) throw new Refusal('wrong_credentials');

    const token = await database.transaction().execute((transaction) => beginSession(transaction, customer, now()));
    return {
      user: { fullName: customer.full_name, email: customer.email, phoneNumber: customer.phone_number },
      token,
    };
  });
}

/** Registered where every request has a customer. */
export function logOutRoute(app: App, database: Database) {
  app.post('/auth/logout', async (request, reply) => {
    await endSession(database, request.customer);
    return reply.code(204).send();
  });
}

const keptAnswers = 1_000;

/**
 * The last answers by name. A browser whose connection drops repeats a registration by itself, and must not be told that its own account is
 * somebody else's. Kept in memory only, because it repeats at once; after a pause or a restart the page finds out by logging in.
 */
class Answered<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>();

  /** The answer under this name, or else what `work` makes, which is kept unless it rejects. */
  once(name: string | undefined, work: () => Promise<Answer>): Promise<Answer> {
    const known = name && this.#answers.get(name);
    if (known || !name) return known || work();
    const answer = work();
    this.#answers.set(name, answer);
    answer.catch(() => this.#answers.delete(name));
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > keptAnswers && oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}

const keptPairs = 20_000;

/**
 * Counts failures only, and before they are known to be any, so that a thousand guesses sent at once do not all pass.
 * A network that has logged in to an account before has an allowance of its own for it: neither who guesses at other
 * accounts on the shop's wifi (fault B23) nor who guesses at this one elsewhere (fault B24) locks such a customer out. All
 * other networks share one, or a guesser would only need many of them.
 */
function loginThrottle(allowances: AccountAllowances, now: () => number) {
  const strangers = new Throttle(allowances.account, now);
  const acquainted = new Throttle(allowances.account, now);
  const networks = new Throttle(allowances.network, now);
  const pairs = new Set<string>();

  /** Takes one of each, or none when one of them has none left. Returns what puts them back. */
  function take(...ones: [Throttle, string][]) {
    const taken: [Throttle, string][] = [];
    const giveBack = () => {
      for (const [throttle, key] of taken) throttle.giveBack(key);
    };
    for (const [throttle, key] of ones) {
      const wait = throttle.take(key);
      if (wait) {
        giveBack();
        throw new Refusal('too_many_requests', { retryAfter: wait });
      }
      taken.push([throttle, key]);
    }
    return giveBack;
  }

  function acquaint(pair: string) {
    pairs.delete(pair);
    pairs.add(pair);
    const [oldest] = pairs;
    if (pairs.size > keptPairs && oldest !== undefined) pairs.delete(oldest);
  }

  return {
    /**
     * Resolves with whom `attempt` found. It is a failure when that is nobody; an attempt that throws has not been judged.
     * Throws `too_many_requests` when this account or this network has failed too often.
     */
    async counted<Found>(account: string, network: string, attempt: () => Promise<Found | undefined>) {
      const pair = `${network} ${account}`;
      const giveBack = pairs.has(pair) ? take([acquainted, pair]) : take([strangers, account], [networks, network]);
      let failed = false;
      try {
        const found = await attempt();
        if (found === undefined) failed = true;
        else acquaint(pair);
        return found;
      } finally {
        if (!failed) giveBack();
      }
    },
  };
}
