/** Password hashes: argon2id (the library's default) as OWASP recommends it, a few at a time so that a crowd at the login cannot starve the orders. */
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../semaphore.ts';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most two at once: each runs on one of Node's four pool threads and takes 19 MB. */
const turns = new Semaphore(2, { maxWaiting: 200 });

/** Two keyboards may compose one letter differently; both mean the same password. */
const normal = (password: string) => password.normalize('NFC');

/** The hash to be stored, in PHC format with its own salt. Throws `busy` when too many wait. */
export const hashPassword = (password: string) => turns.run(() => hash(normal(password), cost));

/** Compared with where there is no account. It takes as long as any other; no password for it is known. */
const hashWithoutAccount = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether the password fits. Without a hash (no such account, or one of a changed backup) it takes as long and is `false`, so that time does not tell who has an account
 * (fault B25). `isKnown`: the device has logged in to this account before, and goes first. Throws `busy` when too many wait.
 */
export function passwordFits(password: string, storedHash: string | undefined, { isKnown = false } = {}) {
  const compared = storedHash?.startsWith('$argon2id$') ? storedHash : hashWithoutAccount;
  return turns.run(() => verify(compared, normal(password)), isKnown);
}
