/** Goal G5: the bytes that the worker costs, and the time it adds until a response begins. */
import { randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startShop } from '../../tests/support/start-shop.ts';
import { median } from '../load.ts';
import { waitUntilCached, withNewPhone } from '../phone.ts';
import type { Run } from './run.ts';

interface Sent {
  path: string;
  /** Whether a script's `fetch` requested it; outside the API only the worker does that. */
  byFetch: boolean;
  /** Headers and body as sent. */
  bytes: number;
}

/** A proxy in front of a shop that counts the bytes it passes on. */
async function countingProxy(target: string) {
  const sent: Sent[] = [];
  const server = createServer((asked, answer) => {
    const passed = request(target + asked.url, { method: asked.method, headers: asked.headers }, (given) => {
      const head = given.rawHeaders.join('').length + given.rawHeaders.length * 2 + 17;
      const one = { path: asked.url ?? '', byFetch: asked.headers['sec-fetch-dest'] === 'empty', bytes: head };
      sent.push(one);
      answer.writeHead(given.statusCode ?? 502, given.rawHeaders);
      given.on('data', (chunk: Buffer) => {
        one.bytes += chunk.length;
      });
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns what was sent since the last call. */
    taken: () => sent.splice(0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const bytesOf = (sent: Sent[]) => sent.reduce((sum, { bytes }) => sum + bytes, 0);

/** The bytes of a first and a second visit, and the time that the worker adds until a response begins. */
export async function worker({ folder, runs }: Run) {
  const shop = await startShop({ dataDir: join(folder, randomUUID()) });
  const proxy = await countingProxy(shop.url);
  const result = await withNewPhone(folder, async ({ page, devtools }) => {
    await page.goto(`${proxy.url}/products`);
    await waitUntilCached(page);
    const first = proxy.taken();
    const isMenu = ({ path }: Sent) => /^\/api\/(images|regions)\//.test(path);
    const isInstall = ({ path, byFetch }: Sent) => path === '/sw.js' || (byFetch && !path.startsWith('/api/'));
    await page.waitForTimeout(6_000);
    proxy.taken();
    const addedTo = async () => {
      await page.goto(`${proxy.url}/products`);
      return page.evaluate(() => {
        type Routed = PerformanceNavigationTiming & { workerRouterEvaluationStart: number };
        const [visit] = performance.getEntriesByType('navigation') as Routed[];
        // With the Static Routing API the browser answers without starting the worker.
        return visit ? visit.responseStart - (visit.workerStart || visit.workerRouterEvaluationStart) : Number.NaN;
      });
    };
    await addedTo();
    await page.waitForTimeout(4_000);
    const second = bytesOf(proxy.taken());
    const running: number[] = [];
    const stopped: number[] = [];
    await devtools.send('ServiceWorker.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (let round = 0; round < runs; round++) {
      running.push(await addedTo());
      await page.goto('about:blank');
      await devtools.send('ServiceWorker.stopAllWorkers');
      stopped.push(await addedTo());
    }
    return {
      firstVisit: bytesOf(first.filter((one) => !isMenu(one) && !isInstall(one))),
      install: bytesOf(first.filter((one) => isInstall(one) && !isMenu(one))),
      menuPicturesAndRegions: bytesOf(first.filter(isMenu)),
      secondVisit: second,
      addedRunning: Math.round(median(running) * 10) / 10,
      addedStopped: Math.round(median(stopped) * 10) / 10,
    };
  });
  proxy.close();
  await shop.stop();
  return result;
}
