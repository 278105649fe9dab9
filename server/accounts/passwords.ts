/** Passwords: argon2id (the library's default) as OWASP recommends it, a few at a time so that a crowd at the login cannot starve the orders. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../http/api-error.ts';
import { Semaphore } from '../semaphore.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most two at once: each runs on one of Node's four pool threads and takes 19 MB. */
const turns = new Semaphore(2);

/** How many may wait for their turn; whoever comes then is asked to try again. */
const mayWait = 100;

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (turns.waiting >= mayWait) throw new Refusal('busy', { retryAfter: 2 });
  await turns.acquire();
  try {
    return await work();
  } finally {
    turns.release();
  }
}

/** Two keyboards may compose one letter differently; both mean the same password. */
const normal = (password: string) => password.normalize('NFC');

/** The hash to be stored, in PHC format with its own salt. Throws the `Refusal` `busy` when too many wait. */
export const hashPassword = (password: string) => inTurn(() => hash(normal(password), cost));

let strangersHash: Promise<string> | undefined;

/** Made once, and again when it could not be made: a crowd at one moment must not shut out every stranger after it. */
const hashForStrangers = () => {
  strangersHash ??= hashPassword(randomBytes(16).toString('base64url')).catch((error) => {
    strangersHash = undefined;
    throw error;
  });
  return strangersHash;
};

/**
 * Whether the password fits. Without a hash (no such account) it takes as long and answers `false`, so that time does
 * not tell who has an account (fault B25).
 */
export async function passwordFits(password: string, storedHash: string | undefined) {
  const compared = storedHash ?? (await hashForStrangers());
  const fits = await inTurn(() => verify(compared, normal(password)));
  return fits && storedHash !== undefined;
}

/** To be called once before the first login, so that the first stranger does not wait longer than a customer. */
export async function warmPasswords() {
  await passwordFits('', undefined);
}
