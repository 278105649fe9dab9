/** `password`: what the owner does for a customer who has forgotten theirs; the shop sends no e-mail (decision F5). */
import { randomInt } from 'node:crypto';
import { emailKey } from '../accounts/customers.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Command } from './command.ts';
import { CommandFault } from './terminal.ts';

/** Without those that look alike, because it is read out or copied by hand. */
const [letters, digits] = ['abcdefghjkmnpqrstuvwxyz', '23456789'];

const oneOf = (characters: string) => characters.charAt(randomInt(characters.length));

/** Such as `kfwm-4829-pqaz`: 8 letters and 4 digits, about 48 bits. */
function newPassword() {
  const group = (characters: string) => Array.from({ length: 4 }, () => oneOf(characters)).join('');
  return [group(letters), group(digits), group(letters)].join('-');
}

export const password: Command = {
  usage: 'password EMAIL',
  says: 'Gives a customer who has forgotten theirs a new password, and ends their sessions.',
  least: 1,
  most: 1,
  async run({ words: [email = ''], terminal, openData, asJson }) {
    const database = await openData({ mustBeThere: true });
    const given = newPassword();
    const { numUpdatedRows } = await database
      .updateTable('customers')
      // A session holds only as long as the password it was begun with (fault B21).
      .set({ password_hash: await hashPassword(given) })
      .where('email_key', '=', emailKey(email))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new CommandFault(`No customer has the e-mail address ${email}.`);
    terminal.say(
      asJson
        ? JSON.stringify({ email, password: given })
        : `The password of ${email} is ${given} from now on. It is shown this once.`,
    );
  },
};
