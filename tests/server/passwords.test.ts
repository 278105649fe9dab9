import { expect, test } from 'vitest';
import { hashPassword, passwordFits } from '../../server/passwords.ts';

test('a stranger who came while too many waited has not shut the login for every stranger after', async () => {
  const crowd = Array.from({ length: 102 }, () => hashPassword('kopi123'));

  await expect(passwordFits('kopi123', undefined)).rejects.toMatchObject({ code: 'busy' });
  const [hash] = await Promise.all(crowd);

  expect(await passwordFits('kopi123', undefined)).toBe(false);
  expect(await passwordFits('kopi123', hash)).toBe(true);
});
