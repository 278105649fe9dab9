/** `password`: what the owner does for a customer who has forgotten theirs; the shop sends no e-mail (decision F5). */
import { randomInt } from 'node:crypto';
import { changePassword, isNumber } from '../accounts/customers.ts';
import { type Command, CommandError } from './command.ts';
import { shellQuoted } from './terminal.ts';

/** Without those that look alike, because it is read out or copied by hand. */
const [letters, digits] = ['abcdefghjkmnpqrstuvwxyz', '23456789'];

const oneOf = (characters: string) => characters.charAt(randomInt(characters.length));

/** Such as `kfwm-4829-pqaz`: 8 letters and 4 digits, about 48 bits. */
function newPassword() {
  const group = (characters: string) => Array.from({ length: 4 }, () => oneOf(characters)).join('');
  return [group(letters), group(digits), group(letters)].join('-');
}

export const password: Command = {
  usage: 'password CUSTOMER',
  summary:
    'Membuat kata sandi baru untuk pelanggan yang lupa, dan mengakhiri sesinya; CUSTOMER adalah e-mail atau nomornya di `customers`.',
  async run({ args: [named = ''], openData }) {
    const database = await openData();
    const given = newPassword();
    const email = await changePassword(database, named, given);
    if (email === undefined)
      throw new CommandError(
        `Tidak ada pelanggan dengan ${isNumber(named) ? 'nomor' : 'e-mail'} ${shellQuoted(named)}.`,
      );
    return {
      data: { email, password: given },
      text: `Kata sandi ${shellQuoted(email)} sekarang ${given}. Hanya ditampilkan sekali ini.`,
    };
  },
};
