/** Goal G3: a start without a network after one visit, compared with an empty page behind a worker of five lines. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startShop } from '../../tests/support/start-shop.ts';
import { median } from '../load.ts';
import { emptyPages, forget, type Phone, waitUntilCached, withPhone } from '../phone.ts';
import type { Run } from './run.ts';

/**
 * Opens an address whose server is gone, with the worker stopped and a slow processor; resolves with the time of the first paint, in ms,
 * once `selector` (the first card, or the heading) is there.
 */
async function offlineStart(phone: Phone, url: string, selector: string): Promise<number | undefined> {
  const { page, devtools } = phone;
  await page.goto('about:blank');
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Lets the work of the previous page end.
  await page.waitForTimeout(1_000);
  const failed = await page.goto(url, { waitUntil: 'commit', timeout: 20_000 }).then(
    () => false,
    () => true,
  );
  if (failed) return undefined;
  // Playwright's own script is 330 KB and would compete with the page, so nothing is queried until long after the paint.
  for (let asked = 0; asked < 10; asked++) {
    await page.waitForTimeout(2_000);
    const painted = await page.evaluate((wanted) => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      return document.querySelector(wanted) && paint?.startTime;
    }, selector);
    if (painted) return painted;
  }
  return undefined;
}

export async function offline({ folder, runs, say }: Run) {
  const dataDir = join(folder, randomUUID());
  const shopRuns: number[] = [];
  const controlRuns: number[] = [];
  const restarts: number[] = [];
  const controlRestarts: number[] = [];
  let failed = 0;
  const shop = await startShop({ dataDir });
  const control = await emptyPages();
  const profile = join(folder, randomUUID());
  const take = (times: number[], time: number | undefined) => {
    if (time === undefined) failed++;
    else times.push(time);
  };
  await withPhone(profile, async (phone) => {
    say('one visit to each');
    await phone.page.goto(`${control.url}/worker`);
    await phone.page.evaluate(() => navigator.serviceWorker.ready);
    await phone.page.goto(`${shop.url}/products`);
    await waitUntilCached(phone.page);
    await shop.kill();
    await control.close();
    for (let round = 0; round < runs * 2; round++) {
      say(`offline start ${round + 1}`);
      take(controlRuns, await offlineStart(phone, `${control.url}/worker`, 'h1'));
      take(shopRuns, await offlineStart(phone, `${shop.url}/products`, '#menu li button'));
    }
  });
  for (let round = 0; round < runs; round++) {
    say(`browser restart ${round + 1}`);
    take(controlRestarts, await withPhone(profile, (phone) => offlineStart(phone, `${control.url}/worker`, 'h1')));
    take(restarts, await withPhone(profile, (phone) => offlineStart(phone, `${shop.url}/products`, '#menu li button')));
  }
  await forget(profile);
  const [ours, limit] = [median(shopRuns), median(controlRuns)];
  return {
    firstCard: Math.round(ours),
    control: Math.round(limit),
    ratio: Math.round((ours / limit) * 100) / 100,
    afterRestart: Math.round(median(restarts)),
    controlAfterRestart: Math.round(median(controlRestarts)),
    failed,
  };
}
