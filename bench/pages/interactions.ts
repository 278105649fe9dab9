/** Goal G4: how long a tap takes until its effect is painted, and the page's memory, in small and large shops. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { startShop } from '../../tests/support/start-shop.ts';
import { median } from '../load.ts';
import { forget, type Phone, slow, withPhone } from '../phone.ts';
import { type Run, root } from './run.ts';

/** The memory of a page with the whole menu, in MB. Measured before Playwright injects its own script, which takes 0.8. */
async function heapOf({ page, devtools }: Phone, url: string, products: number): Promise<number> {
  await page.goto(url);
  const expression = `document.body.textContent.includes('${products.toLocaleString('id-ID')} produk')`;
  const isThere = async () => (await devtools.send('Runtime.evaluate', { expression })).result.value;
  while (!(await isThere())) await page.waitForTimeout(200);
  await page.waitForTimeout(4_000);
  return heapNow(devtools);
}

async function heapNow(devtools: Phone['devtools']) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return Math.round(usedSize / 1e4) / 100;
}

/** An element to tap, or another action. */
type Finger = Locator | (() => Promise<void>);

/** A function that taps an element where it is now. */
async function fingerOn(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to tap');
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** The time from each input to the next paint, in ms. */
export async function interactions({ folder, runs }: Run) {
  const menus: Record<string, unknown>[] = [];
  for (const products of [37, 1_000, 10_000]) {
    const dataDir = join(folder, randomUUID());
    const shop = await startShop({ dataDir });
    if (products > 37) await makeMenu(folder, dataDir, products);
    const profile = join(folder, randomUUID());
    let took: Record<string, number> = {};
    const heapMB = await withPhone(profile, (phone) => heapOf(phone, `${shop.url}/products`, products));
    await forget(profile);
    let heapAfterTapsMB = 0;
    let nodes = 0;
    await withPhone(profile, async (phone) => {
      const { page, devtools } = phone;
      await page.addInitScript(() => {
        // The browser reports no event shorter than 16 ms.
        const all = Object.assign(globalThis, { slowest: 16 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) all.slowest = Math.max(all.slowest, entry.duration);
        }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
      });
      await page.goto(`${shop.url}/products`);
      await page
        .getByText(`${products.toLocaleString('id-ID')} produk`)
        .first()
        .waitFor();
      await page.waitForTimeout(3_000);
      await slow(phone, { cpu: 4, network: false });
      const choice = (region: string, at: number) =>
        page.getByRole('region', { name: region }).getByRole('link').nth(at);
      const dialogs = async () => page.getByRole('dialog').count();
      const dismiss = () => page.keyboard.press('Escape');
      /** The actions in order, each with the number of dialogs open after it. */
      const taps: Record<string, [does: Finger, open: number]> = {
        'a category': [choice('Kategori', 1), 0],
        'all categories': [choice('Kategori', 0), 0],
        'a tag': [choice('Tag', 0), 0],
        'a second tag': [choice('Tag', 1), 0],
        'all again': [choice('Kategori', 0), 0],
        'a detail': [page.getByRole('link', { name: /Lihat detail/ }).first(), 1],
        'a choice': [page.getByRole('dialog').getByText('Besar'), 1],
        'the detail closed': [dismiss, 0],
        'the search': [page.getByRole('button', { name: 'Cari produk' }), 0],
        'a keyword typed': [() => page.keyboard.type('kopi', { delay: 120 }), 0],
        'the cart': [page.getByRole('button', { name: 'Keranjang' }), 1],
        'the cart closed': [dismiss, 0],
      };
      /** Nothing is queried right after the action, because Playwright's queries take the page's time. */
      const timeOf = async (does: Finger, open: number) => {
        const tap = typeof does === 'function' ? does : await fingerOn(page, does);
        await page.evaluate(() => Object.assign(globalThis, { slowest: 16 }));
        await tap();
        do await page.waitForTimeout(1_000);
        while ((await dialogs()) !== open);
        return page.evaluate(() => (globalThis as unknown as { slowest: number }).slowest);
      };
      const seen: Record<string, number[]> = {};
      for (let round = 0; round < runs; round++) {
        for (const [name, [does, open]] of Object.entries(taps)) {
          seen[name] = [...(seen[name] ?? []), await timeOf(does, open)];
        }
      }
      took = Object.fromEntries(Object.entries(seen).map(([name, times]) => [name, median(times)]));
      heapAfterTapsMB = await heapNow(devtools);
      nodes = (await devtools.send('Memory.getDOMCounters')).nodes;
    });
    await forget(profile);
    menus.push({
      products,
      interactionsMs: took,
      worstMs: Math.max(...Object.values(took)),
      heapMB,
      heapAfterTapsMB,
      nodes,
    });
    await shop.stop();
  }
  return { date: new Date().toISOString().slice(0, 10), menus };
}

/** Imports a menu with so many products, each with five groups, into an open shop, as `npm run shop -- menu import` does. */
async function makeMenu(folder: string, dataDir: string, count: number) {
  const menu = JSON.parse(await readFile(join(root, 'server', 'menu', 'menu.json'), 'utf8'));
  const [{ option_groups }] = menu.products;
  const products = Array.from({ length: count }, (_, index) => {
    const one = menu.products[index % menu.products.length];
    return { ...one, _id: `${one._id}-${index}`, name: `${one.name} ${index}`, option_groups };
  });
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ ...menu, products }));
  await promisify(execFile)(process.execPath, ['server/cli.ts', 'menu', 'import', file], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
}
