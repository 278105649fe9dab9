/** Which addresses the server may call for a customer (decision W10): an endpoint is a URL that a stranger has chosen. */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Answers the machines of a cloud about themselves, and is public by its number (Azure's WireServer). */
const metadata = '168.63.129.16';

/** Whether an address of the network layer is public: none of a private network, of this machine, or of a special purpose (RFC 6890), and of IPv6 only what was ever given out (2000::/3). */
export function isPublicAddress(address: string) {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast' || plain.toString() === metadata) return false;
  return plain.kind() === 'ipv4' || plain.match(ipaddr.parseCIDR('2000::/3'));
}

/** The endpoint as the URL standard normalises it; undefined when the server must not call it. */
export function callableEndpoint(text: string, isAllowed = isPublicAddress): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || url.username || url.password || url.hash) return undefined;
  // A name is checked when it is resolved. A literal address never is.
  if (isIP(host) !== 0) return isAllowed(host) ? url : undefined;
  return host.includes('.') ? url : undefined;
}

/** Resolves a name for a connection, and fails unless every address is allowed: what was checked is what is called. */
export const lookupAllowed =
  (isAllowed = isPublicAddress): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return callback(error, '', 0);
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new Error('The endpoint is not a public address'), '', 0);
      if (options.all) return (callback as unknown as (none: null, all: typeof addresses) => void)(null, addresses);
      callback(null, first.address, first.family);
    });
