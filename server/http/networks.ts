/** Who counts as one client where there is no account: a network, because an address is easily changed within one. */
import ipaddr from 'ipaddr.js';

/** The network of an IP address, as a key: an IPv4 address itself, or the /56 that one IPv6 household has (RFC 6177). */
export function networkOf(address: string): string {
  const [given = ''] = address.split('%');
  if (!ipaddr.isValid(given)) return address;
  // An IPv4 address in the form of IPv6 is that of the same client.
  const ip = ipaddr.process(given);
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = ip.parts;
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}
