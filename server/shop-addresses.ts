import { networkInterfaces } from 'node:os';
import type { Config } from './config.ts';

/** Where a shop that listens on `port` is reached: on this machine, and on its network when it listens on all interfaces. */
export function shopAddresses({ host, tls }: Pick<Config, 'host' | 'tls'>, port: number) {
  const scheme = tls ? 'https' : 'http';
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const addressOf = (name: string) => `${scheme}://${name}:${port}`;
  return {
    here: addressOf(isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host),
    onNetwork: isEverywhere
      ? Object.values(networkInterfaces())
          .flatMap((list) => list ?? [])
          .filter((entry) => entry.family === 'IPv4' && !entry.internal)
          .map((entry) => addressOf(entry.address))
      : [],
  };
}
