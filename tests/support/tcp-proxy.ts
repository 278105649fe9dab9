/**
 * The connection between a phone and the shop as a TCP proxy, so that tests can cut it, or let it go dead while both ends believe it is
 * open.
 */
import { connect, createServer } from 'node:net';
import { listen } from './listen.ts';

export type TcpProxy = Awaited<ReturnType<typeof tcpProxyTo>>;

/**
 * Forwards every byte to the shop's URL, or to the path of a socket, until it `isCut` or `goesDead`. A dead line accepts connections and never answers, like a wifi without
 * internet.
 */
export async function tcpProxyTo(target: string) {
  let state: 'open' | 'dead' | 'cut' = 'open';
  let losesNext = false;
  const server = createServer((phone) => {
    phone.on('error', () => phone.destroy());
    if (state === 'cut') return void phone.destroy();
    if (state === 'dead') return void phone.resume();
    const shop = connectTo(target);
    shop.on('error', () => phone.destroy());
    phone.on('close', () => shop.destroy());
    phone.on('data', (bytes) => state === 'open' && shop.write(bytes));
    shop.on('data', (bytes) => {
      if (state !== 'open') return;
      if (losesNext) phone.end();
      else phone.write(bytes);
      losesNext = false;
    });
    shop.on('close', () => state === 'open' && phone.destroy());
  });
  const { url, cut, close } = await listen(server);
  return {
    url,
    close,
    isCut() {
      state = 'cut';
      cut();
    },
    /** Closes, once, the connection whose response begins next, and loses that. */
    losesNextResponse() {
      losesNext = true;
    },
    goesDead() {
      state = 'dead';
    },
    /** New connections get through again; those opened while the line was dead never do. */
    isMended() {
      state = 'open';
    },
  };
}

function connectTo(target: string) {
  if (!URL.canParse(target)) return connect(target);
  const { hostname, port } = new URL(target);
  return connect(Number(port), hostname);
}
