/** Who counts as one client: networks, because an address is easily changed within one. */
import ipaddr from 'ipaddr.js';

/** The network of an IP address, as a key: an IPv4 address itself, or the /64 that one IPv6 household or phone has. */
export const networkOf = (address: string) => networksOf(address)[0] ?? address;

/** The networks that an IP address counts in, the narrowest first: an IPv4 address itself; the /64, /56 and /48 of an IPv6 address. */
export function networksOf(address: string): string[] {
  const [given = ''] = address.split('%');
  if (!ipaddr.isValid(given)) return [address];
  // An IPv4 address in the form of IPv6 is that of the same client.
  const ip = ipaddr.process(given);
  if (!(ip instanceof ipaddr.IPv6)) return [ip.toString()];
  const [first = 0, second = 0, third = 0, fourth = 0] = ip.parts;
  const within = (last: number, length: number) =>
    `${[first, second, third, last].map((group) => group.toString(16)).join(':')}::/${length}`;
  return [within(fourth, 64), within(fourth & 0xff00, 56), within(0, 48)];
}
