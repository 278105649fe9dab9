import { expect, test } from 'vitest';
import { NetworkRateLimiter, networkOf, networksOf, RateLimiter, takeEach } from '../../server/http/rate-limiter.ts';

test('a throttle lets a burst through, then one per interval, each key by itself', () => {
  let now = 0;
  const throttle = new RateLimiter({ burst: 2, everyMs: 10_000 }, () => now);

  expect([throttle.take('a'), throttle.take('a'), throttle.take('a'), throttle.take('b')]).toEqual([0, 0, 10, 0]);
  now = 4_000;
  expect(throttle.take('a')).toBe(6);
  now = 10_000;
  expect([throttle.take('a'), throttle.take('a')]).toEqual([0, 10]);
});

test('an attempt that is given back does not count, and never adds more than the burst', () => {
  const throttle = new RateLimiter({ burst: 1, everyMs: 1_000 }, () => 0);

  throttle.take('a');
  throttle.refund('a');
  throttle.refund('a');

  expect([throttle.take('a'), throttle.take('a')]).toEqual([0, 1]);
});

test('F15: a clock that runs backwards neither opens the throttle nor blocks anybody for longer', () => {
  let now = 1_000_000;
  const throttle = new RateLimiter({ burst: 1, everyMs: 1_000 }, () => now);
  throttle.take('a');

  now = 0;
  expect(throttle.take('a')).toBe(1);
  now = 1_000;
  expect([throttle.take('a'), throttle.take('a')]).toEqual([0, 1]);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s is throttled as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:2fe:3::6', ['2001:db8:1:2fe::/64', '2001:db8:1:200::/56', '2001:db8:1:0::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0:0::/48']],
])('the address %s counts in the networks %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

test('a /56 may do four times as much as a /64, and a /48 sixteen times', () => {
  const limiter = new NetworkRateLimiter({ burst: 2, everyMs: 16_000 }, () => 0);
  const allowed = (addresses: string[]) =>
    addresses.filter((address) => {
      try {
        takeEach(limiter.bucketsOf(address));
        return true;
      } catch {
        return false;
      }
    }).length;
  const within = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}${(at + 16).toString(16)}::1`);

  expect(allowed(Array(5).fill('2001:db8:1:ff10::1'))).toBe(2);
  expect(allowed(within('2001:db8:1:1', 20))).toBe(8);
  expect(allowed(Array.from({ length: 9 }, (_, at) => within(`2001:db8:1:${at + 2}`, 4)).flat())).toBe(22);
  expect(allowed(['192.0.2.1', '192.0.2.1', '192.0.2.1', '2001:db8:2::1'])).toBe(3);
});
