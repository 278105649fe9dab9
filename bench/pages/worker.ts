/** Goal P10: what the worker costs on the wire, and what it adds to the time until an answer begins. */
import { randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startShop } from '../../tests/support/start-shop.ts';
import { median } from '../load.ts';
import { forget, isKept, withPhone } from '../phone.ts';
import type { Run } from './run.ts';

interface Sent {
  path: string;
  /** Asked for by a script's `fetch`: outside the API that is the worker. */
  byFetch: boolean;
  /** Head and body as they were sent. */
  bytes: number;
}

/** Stands in front of a shop and counts what it sends. */
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
    /** What was sent since the last time. */
    taken: () => sent.splice(0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const bytesOf = (sent: Sent[]) => sent.reduce((sum, { bytes }) => sum + bytes, 0);

/** What a first and a second visit cost on the wire, and what the worker adds to the time until an answer begins. */
export async function worker({ folder, runs }: Run) {
  const shop = await startShop({ dataDir: join(folder, randomUUID()) });
  const proxy = await countingProxy(shop.url);
  const profile = join(folder, randomUUID());
  const result = await withPhone(profile, async ({ page, devtools }) => {
    await page.goto(`${proxy.url}/products`);
    await isKept(page);
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
        // Where the browser gives the page by itself (Static Routing API) no worker is started.
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
  await forget(profile);
  return result;
}
