import { expect, test } from 'vitest';
import { ApiError } from '../../server/http/api-error.ts';
import { rateLimits } from '../../server/http/rate-limits.ts';
import { RefusalDelay } from '../../server/http/refusal-delay.ts';

const busy = () => Promise.reject(new ApiError('busy'));
const limited = () => Promise.reject(new ApiError('too_many_requests', { retryAfter: 1 }));

test('B48: a network that is refused without end waits for each further refusal, and no other network does', async () => {
  const waits: number[] = [];
  const delay = new RefusalDelay(rateLimits.immediateRefusals, async (ms) => void waits.push(ms));

  for (let at = 0; at < 20; at++) await expect(delay.run('192.0.2.1', busy)).rejects.toMatchObject({ code: 'busy' });
  expect(waits).toEqual([]);
  for (const work of [busy, limited]) await expect(delay.run('192.0.2.1', work)).rejects.toBeInstanceOf(ApiError);
  await expect(delay.run('192.0.2.2', busy)).rejects.toBeInstanceOf(ApiError);

  expect(waits).toEqual([5_000, 5_000]);
});

test('a login that succeeds or fails is answered at once, also after refusals of its network', async () => {
  const delay = new RefusalDelay(rateLimits.immediateRefusals, () => Promise.reject(new Error('waited')));
  for (let at = 0; at < 20; at++) await expect(delay.run('192.0.2.1', busy)).rejects.toMatchObject({ code: 'busy' });

  expect(await delay.run('192.0.2.1', async () => 'logged in')).toBe('logged in');
  const wrong = delay.run('192.0.2.1', () => Promise.reject(new ApiError('wrong_credentials')));
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_credentials' });
});
