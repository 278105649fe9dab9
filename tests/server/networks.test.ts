import { expect, test } from 'vitest';
import { networkOf } from '../../server/http/rate-limiter.ts';

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
