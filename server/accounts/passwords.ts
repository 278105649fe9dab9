/** Password hashes: argon2id (the library's default) as OWASP recommends it, a few at a time so that a crowd at the login cannot starve the orders. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../semaphore.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most two at once: each runs on one of Node's four pool threads and takes 19 MB. */
const turns = new Semaphore(2, { maxWaiting: 200 });

/** Two keyboards may compose one letter differently; both mean the same password. */
const normal = (password: string) => password.normalize('NFC');

/** The hash to be stored, in PHC format with its own salt. Throws `busy` when too many wait. */
export const hashPassword = (password: string) => turns.run(() => hash(normal(password), cost));

let dummyHash: Promise<string> | undefined;

/** Compared with where there is no account. Made once, and again after a failure: a queue that is full for a moment must not end all later logins. */
const getDummyHash = () => {
  dummyHash ??= hashPassword(randomBytes(16).toString('base64url')).catch((error) => {
    dummyHash = undefined;
    throw error;
  });
  return dummyHash;
};

/**
 * Whether the password fits. Without a hash (no such account, or one of a changed backup) it takes as long and is `false`, so that time does not tell who has an account
 * (fault B25). `isKnown`: the device has logged in to this account before, and goes first. Throws `busy` when too many wait.
 */
export async function passwordFits(password: string, storedHash: string | undefined, { isKnown = false } = {}) {
  const own = storedHash?.startsWith('$argon2id$') ? storedHash : undefined;
  const compared = own ?? (await getDummyHash());
  const fits = await turns.run(() => verify(compared, normal(password)), isKnown);
  return fits && own !== undefined;
}

/** To be called once before the first login, so that the first stranger does not wait longer than a customer. What fails is tried again then. */
export const warmPasswords = () => getDummyHash().catch(() => {});
