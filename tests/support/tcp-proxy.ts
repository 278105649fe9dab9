/**
 * The connection between a phone and the shop as a TCP proxy, so that tests can cut it, or let it go dead while both ends believe it is
 * open.
 */
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = Awaited<ReturnType<typeof tcpProxyTo>>;

/**
 * Forwards every byte to `shopUrl` until it `isCut` or `goesDead`. A dead line accepts connections and never answers, like a wifi without
 * internet.
 */
export async function tcpProxyTo(shopUrl: string) {
  const { hostname, port } = new URL(shopUrl);
  const phones = new Set<Socket>();
  let state: 'open' | 'dead' | 'cut' = 'open';
  let carries = Number.POSITIVE_INFINITY;
  const server = createServer((phone) => {
    phones.add(phone);
    phone.on('close', () => phones.delete(phone));
    phone.on('error', () => phone.destroy());
    if (state === 'cut') return void phone.destroy();
    if (state === 'dead') return void phone.resume();
    const shop = connect(Number(port), hostname);
    shop.on('error', () => phone.destroy());
    phone.on('close', () => shop.destroy());
    phone.on('data', (bytes) => state === 'open' && shop.write(bytes));
    shop.on('data', (bytes) => {
      if (state !== 'open') return;
      if (bytes.length < carries) {
        carries -= bytes.length;
        phone.write(bytes);
      } else {
        phone.end(bytes.subarray(0, carries));
        carries = Number.POSITIVE_INFINITY;
      }
    });
    shop.on('close', () => state === 'open' && phone.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isCut() {
      state = 'cut';
      for (const phone of phones) phone.destroy();
    },
    /** Closes the connection that receives the last of so many bytes, once. */
    isCutAfter(bytes: number) {
      carries = bytes;
    },
    goesDead() {
      state = 'dead';
    },
    /** New connections get through again; those opened while the line was dead never do. */
    isMended() {
      state = 'open';
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const phone of phones) phone.destroy();
      }),
  };
}
