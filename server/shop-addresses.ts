/** Where the shop is reached. */
import { networkInterfaces } from 'node:os';
import type { Config } from './config.ts';
import type { Database } from './database/open.ts';
import { rememberSeed, seededVersion } from './database/seeds.ts';

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

/** Where devices of the shop reach it: by `PUBLIC_URL`, else by this machine's address on the network. */
export function addressForDevices({ publicUrl, ...config }: Config, port: number): string {
  const { here, onNetwork } = shopAddresses(config, port);
  return new URL(publicUrl ?? onNetwork[0] ?? here).origin;
}

/** Under which the address of the shop that is open is remembered: commands may be run without its settings. */
const seedName = 'address';

/** Notes where the shop is open; resolves with what forgets it again. */
export async function rememberAddress(database: Database, address: string): Promise<() => Promise<void>> {
  await rememberSeed(database, seedName, address);
  return async () => {
    await database.deleteFrom('seeds').where('name', '=', seedName).where('version', '=', address).execute();
  };
}

/** Where the shop is open; undefined while it is closed. */
export const rememberedAddress = (database: Database) => seededVersion(database, seedName);
