/** A shop in the test's own process that listens, for tests of connections; closed when the test ends. */
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import { type AppOptions, buildApp } from '../../server/app.ts';
import { openSqlite } from '../../server/database/open.ts';
import { noPressure } from '../support/no-pressure.ts';

/** Everything that is received until the connection closes. */
export async function heardOn(socket: Socket) {
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text;
  });
  await once(socket.resume(), 'close');
  return heard;
}

/** Opens the shop. Its storefront has one file, /long.txt, which is larger than all buffers of a connection. */
export async function listeningShop(options: Partial<AppOptions> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'kedai-listening-'));
  await cp(inject('sqliteTemplate'), home, { recursive: true });
  const storefront = join(home, 'dist');
  await mkdir(storefront);
  await writeFile(join(storefront, 'build.json'), '{}');
  await writeFile(join(storefront, 'long.txt'), 'kopi '.repeat(2_000_000));
  const database = await openSqlite(home);
  const app = await buildApp({ database, storefront, pressure: noPressure, ...options });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await database.destroy();
    await rm(home, { recursive: true });
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    url,
    port,
    connect: () => connect(port, '127.0.0.1'),
    /** How many connections are open. */
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
  };
}
