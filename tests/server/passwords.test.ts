import { hash, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashPassword, passwordFits } from '../../server/accounts/passwords.ts';

vi.mock('@node-rs/argon2', { spy: true });

test('a login is refused while two hundred wait already', async () => {
  const busy = Promise.withResolvers<string>();
  vi.mocked(hash).mockReturnValue(busy.promise);
  const crowd = Array.from({ length: 202 }, () => hashPassword('kopi123'));

  await expect(passwordFits('kopi123', undefined)).rejects.toMatchObject({ code: 'busy' });
  busy.resolve('');
  await Promise.all(crowd);
  vi.mocked(hash).mockReset();
});

test('B48: a known device is not kept waiting by those that came before it', async () => {
  const stored = await hashPassword('kopi123');

  await Promise.all([
    ...['first', 'second', 'third', 'fourth'].map((password) => passwordFits(password, stored)),
    passwordFits('kopi123', stored, { isKnown: true }),
  ]);

  // Two were under way.
  expect(
    vi
      .mocked(verify)
      .mock.calls.slice(-5)
      .map(([, password]) => password),
  ).toEqual(['first', 'second', 'kopi123', 'third', 'fourth']);
});

test.each(['', '{{{'])('no password fits what is no hash: %j', async (stored) => {
  expect(await passwordFits('', stored)).toBe(false);
  expect(await passwordFits(stored, stored)).toBe(false);
});
