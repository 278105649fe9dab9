import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/open.ts';
import type { ApiError } from '../../server/http/api-error.ts';
import { networkOf, RateLimiter } from '../../server/http/rate-limiter.ts';
import { onEveryDatabase } from '../support/databases.ts';

onEveryDatabase('a rate limit', (newHome, kind) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 }));
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const open = async () => (await newHome()).open();
  /** 0 when there was one, else the seconds to wait. */
  async function take(limiter: RateLimiter, key = 'a') {
    try {
      await limiter.take(key);
      return 0;
    } catch (error) {
      return (error as ApiError).details.retryAfter;
    }
  }
  const takeTimes = async (count: number, limiter: RateLimiter, key?: string) => {
    const waits = [];
    for (let at = 0; at < count; at++) waits.push(await take(limiter, key));
    return waits;
  };

  test('does not count what is put back, and never lets more through for it', async () => {
    const limiter = new RateLimiter('test', { count: 1, seconds: 10 }, await open());

    await limiter.take('a');
    await limiter.putBack('a');
    await limiter.putBack('a');
    expect(await takeTimes(2, limiter)).toEqual([0, 10]);
    pass(10_000);
    await limiter.putBack('a');
    expect(await takeTimes(2, limiter)).toEqual([0, 10]);
  });

  test('B44: counts only what is new, of many at once, too', async () => {
    const limiter = new RateLimiter('test', { count: 3, seconds: 10 }, await open());
    const work = (isNew: boolean) => limiter.countedIfNew('a', async () => ({ isNew }));

    for (let at = 0; at < 4; at++)
      await expect(limiter.countedIfNew('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    await Promise.all([work(true), work(false), work(false)]);

    expect((await Promise.allSettled([work(true), work(true), work(true)])).map(({ status }) => status).sort()).toEqual(
      ['fulfilled', 'fulfilled', 'rejected'],
    );
  });

  test('does not count what it refuses: what is put back afterwards can be taken', async () => {
    const limiter = new RateLimiter('test', { count: 1, seconds: 10 }, await open());
    await takeTimes(5, limiter);

    await limiter.putBack('a');

    expect(await take(limiter)).toBe(0);
  });

  test('F15: a clock that is set back neither lets more through nor blocks for longer than a window', async () => {
    const limiter = new RateLimiter('test', { count: 1, seconds: 10 }, await open());
    await limiter.take('a');

    pass(-24 * 60 * 60 * 1_000);
    expect(await takeTimes(2, limiter)).toEqual([10, 10]);
    pass(10_000);
    expect(await takeTimes(2, limiter)).toEqual([0, 10]);
  });

  test(`is ${kind === 'PostgreSQL' ? 'one for all processes' : 'one for each process'}`, async () => {
    const home = await newHome();
    const limiterOf = (database: Database) => new RateLimiter('test', { count: 2, seconds: 10 }, database);
    const [one, other] = [limiterOf(await home.open()), limiterOf(await home.open())];

    const waits = [await take(one), await take(other), await take(one), await take(other)];

    expect(waits).toEqual(kind === 'PostgreSQL' ? [0, 0, 10, 10] : [0, 0, 0, 0]);
  });

  test('is counted by each process while the database fails', async () => {
    const database = await open();
    const limiter = new RateLimiter('test', { count: 2, seconds: 10 }, database);
    if (kind === 'PostgreSQL') await database.schema.dropTable('rate_limits').execute();

    expect(await takeTimes(3, limiter)).toEqual([0, 0, 10]);
    await limiter.putBack('a');
    expect(await takeTimes(2, limiter)).toEqual([0, 10]);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['not an address', 'not an address'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:db8:1:2fe:3::6', '2001:db8:1:200::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
])('the address %s is limited as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
