/** Password hashes: argon2id (the library's default) as OWASP recommends it, a few at a time so that a crowd at the login cannot starve the orders. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../http/api-error.ts';
import { Semaphore } from '../semaphore.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most two at once: each runs on one of Node's four pool threads and takes 19 MB. */
const semaphore = new Semaphore(2);

/** How many may wait; whoever comes then is asked to try again. */
const maxWaiting = 100;

async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  if (semaphore.waiting >= maxWaiting) throw new ApiError('busy', { retryAfter: 2 });
  return semaphore.run(work);
}

/** Two keyboards may compose one letter differently; both mean the same password. */
const normal = (password: string) => password.normalize('NFC');

/** The hash to be stored, in PHC format with its own salt. Throws `busy` when too many wait. */
export const hashPassword = (password: string) => limited(() => hash(normal(password), cost));

let dummyHash: Promise<string> | undefined;

/** Compared with where there is no account. Made once, and again when that failed: a crowd at one moment must not shut out everybody after it. */
const hashOfNobody = () => {
  dummyHash ??= hashPassword(randomBytes(16).toString('base64url')).catch((error) => {
    dummyHash = undefined;
    throw error;
  });
  return dummyHash;
};

/**
 * Whether the password fits. Without a hash (no such account) it takes as long and is `false`, so that time does not tell who has an account
 * (fault B25). Throws `busy` when too many wait.
 */
export async function passwordFits(password: string, storedHash: string | undefined) {
  const compared = storedHash ?? (await hashOfNobody());
  const fits = await limited(() => verify(compared, normal(password)));
  return fits && storedHash !== undefined;
}

/** To be called once before the first login, so that the first stranger does not wait longer than a customer. What fails is tried again then. */
export async function warmPasswords() {
  await passwordFits('', undefined).catch(() => {});
}
