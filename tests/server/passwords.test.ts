import { expect, test } from 'vitest';
import { hashPassword, passwordFits } from '../../server/accounts/passwords.ts';

test('a login refused because too many wait does not break later logins with an unknown e-mail', async () => {
  const crowd = Array.from({ length: 202 }, () => hashPassword('kopi123'));

  await expect(passwordFits('kopi123', undefined)).rejects.toMatchObject({ code: 'busy' });
  const [hash] = await Promise.all(crowd);

  expect(await passwordFits('kopi123', undefined)).toBe(false);
  expect(await passwordFits('kopi123', hash)).toBe(true);
});

test.each(['', '{{{'])('no password fits what is no hash: %j', async (stored) => {
  expect(await passwordFits('', stored)).toBe(false);
  expect(await passwordFits(stored, stored)).toBe(false);
});
