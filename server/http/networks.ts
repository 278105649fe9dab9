/** Who counts as one client: networks, because an address is easily changed within one. */
/** The network of an IP address, as a key: an IPv4 address itself, or the /64 that one IPv6 household or phone has. */
export const networkOf = (address: string) => networksOf(address)[0] ?? address;

/** The networks that an IP address counts in, the narrowest first: an IPv4 address itself; the /64, /56 and /48 of an IPv6 address. */
export function networksOf(address: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return [mapped];
  if (!address.includes(':')) return [address];
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const all = address.includes('::')
    ? [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after]
    : groups;
  const [first, second, third, fourth = 0] = all.slice(0, 4).map((group) => Number.parseInt(group, 16));
  const within = (last: number, length: number) =>
    `${[first, second, third, last].map((group) => group?.toString(16)).join(':')}::/${length}`;
  return [within(fourth, 64), within(fourth & 0xff00, 56), within(0, 48)];
}
