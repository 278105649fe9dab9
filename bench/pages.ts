/**
 * `node bench/pages.ts [first-visit|low-end|offline|worker|interactions|update] [--runs 5]`: goals P4 to P11 and P13 of the
 * page, in a real Chromium that is as slow as a phone, each beside its control in the same run. Needs `npm run build`.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { startShop } from '../tests/support/start-shop.ts';
import { median } from './load.ts';
import { emptyPages, forget, type Phone, slow, withPhone } from './phone.ts';

const root = join(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'kedai-bench-'));
const say = (text: string) => process.stderr.write(`${text}\n`);
const argument = (name: string) => process.argv[process.argv.indexOf(`--${name}`) + 1];
const runs = process.argv.includes('--runs') ? Number(argument('runs')) : 5;

type Marks = Record<string, number>;

/** Runs in the page before anything of it: notes when what was painted, and how much moved. */
function observe() {
  const marks: Marks = { shifted: 0, blocked: 0 };
  Object.assign(globalThis, { marks });
  const seen = (type: string, note: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as never);
    }).observe({
      type,
      buffered: true,
    });
  seen('largest-contentful-paint', (entry) => {
    // What a tap brought onto the screen was not there to be waited for.
    if (!marks.answered) marks.lcp = entry.startTime;
  });
  seen('layout-shift', (entry) => {
    if (!entry.hadRecentInput) marks.shifted = (marks.shifted ?? 0) + entry.value;
  });
  seen('longtask', ({ startTime, duration }) => {
    // From the first paint on, as Lighthouse counts it.
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const begun = Math.max(startTime, paint?.startTime ?? Number.POSITIVE_INFINITY);
    marks.blocked = (marks.blocked ?? 0) + Math.max(0, startTime + duration - begun - 50);
  });
  const look = () => {
    if (!marks.card && document.querySelector('#menu li button')) marks.card = performance.now();
    const button = document.querySelector('header button');
    if (button && !marks.hydrated && Object.keys(button).some((key) => key.startsWith('__reactProps'))) {
      marks.hydrated = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Taps 'Add to cart' as soon as it is painted, and notes when it is acknowledged and when the shop has said what follows. */
function tapAtOnce() {
  const { marks } = globalThis as unknown as { marks: Marks };
  const tap = () => {
    const button = document.querySelector<HTMLButtonElement>('#menu li button');
    if (!button) return requestAnimationFrame(tap);
    marks.tapped = performance.now();
    button.click();
    const look = () => {
      if (!marks.acknowledged && (button.ariaBusy === 'true' || document.querySelector('[role=alertdialog]'))) {
        marks.acknowledged = performance.now();
      }
      if (document.querySelector('[role=alertdialog]')) marks.answered = performance.now();
      else requestAnimationFrame(look);
    };
    look();
    return 0;
  };
  requestAnimationFrame(tap);
}

const marksOf = (page: Page): Promise<Marks> => page.evaluate(() => (globalThis as unknown as { marks: Marks }).marks);

/** Opens an address on a new device and gives what was noted until everything was quiet. */
async function visitOnce(url: string, { cpu, tap }: { cpu: number; tap: boolean }): Promise<Marks> {
  const profile = join(folder, randomUUID());
  const marks = await withPhone(profile, async (phone) => {
    const { page } = phone;
    await page.addInitScript(observe);
    if (tap) await page.addInitScript(tapAtOnce);
    await slow(phone, { cpu });
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    // A tap that was not answered by then is lost.
    await page.waitForTimeout(tap ? 1_500 * Math.max(4, cpu) : 4_000);
    return marksOf(page);
  });
  await forget(profile);
  return marks;
}

const middle = (all: Marks[], name: string) => {
  const values = all.flatMap((marks) => marks[name] ?? []);
  return values.length === 0 ? null : Math.round(median(values) * 1_000) / 1_000;
};

async function firstVisit({ cpu }: { cpu: number }) {
  const shop = await startShop({ dataDir: join(folder, randomUUID()) });
  const control = await emptyPages();
  const result: Record<string, unknown> = {};
  const addresses = {
    empty: control.url,
    '/': `${shop.url}/`,
    '/products': `${shop.url}/products`,
    '/about': `${shop.url}/about`,
    '/contact': `${shop.url}/contact`,
  };
  const noted: Record<string, Marks[]> = {};
  for (let round = 0; round < runs; round++) {
    for (const [name, url] of Object.entries(addresses)) {
      say(`round ${round + 1}: ${name}`);
      noted[name] = [...(noted[name] ?? []), await visitOnce(url, { cpu, tap: name === '/products' })];
    }
  }
  for (const [name, marks] of Object.entries(noted)) {
    result[name] = {
      lcp: middle(marks, 'lcp'),
      ratio: Math.round(((middle(marks, 'lcp') ?? 0) / (middle(noted.empty ?? [], 'lcp') ?? 1)) * 100) / 100,
      blocked: middle(marks, 'blocked'),
      shifted: middle(marks, 'shifted'),
      hydrated: middle(marks, 'hydrated'),
      ...(name === '/products' && {
        firstCard: middle(marks, 'card'),
        acknowledged: middle(marks, 'acknowledged'),
        answered: middle(marks, 'answered'),
        lostTaps: marks.filter(({ answered }) => answered === undefined).length,
      }),
    };
  }
  await shop.stop();
  await control.close();
  return result;
}

/** Until everything a shop without a connection needs is on the device. */
async function isKept(page: Page) {
  const look = () => page.evaluate(async () => (await caches.match('/api/regions/villages-pack')) !== undefined);
  while (!(await look())) await page.waitForTimeout(500);
}

/** Opens an address whose server is gone, worker stopped, on a slow processor; until the first card, or the heading, is painted. */
async function offlineStart(phone: Phone, url: string, selector: string): Promise<number | undefined> {
  const { page, devtools } = phone;
  await page.goto('about:blank');
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // What the page before was still at is no part of this start.
  await page.waitForTimeout(1_000);
  const failed = await page.goto(url, { waitUntil: 'commit', timeout: 20_000 }).then(
    () => false,
    () => true,
  );
  if (failed) return undefined;
  // Playwright's own script is 330 KB and would be read while the page is: nothing is asked until it has long been painted.
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

async function offline() {
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
    await isKept(phone.page);
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
async function worker() {
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

/** Of the page with the whole menu in memory, in MB; before Playwright looks for anything, whose own script takes 0.8. */
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

/** What is tapped, or else what is done. */
type Finger = Locator | (() => Promise<void>);

/** What taps an element where it stands now. */
async function fingerOn(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to tap');
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** How long the page takes to show what was tapped, from the input to the next paint, in ms. */
async function interactions() {
  const menus: Record<string, unknown>[] = [];
  for (const products of [37, 1_000, 10_000]) {
    const dataDir = join(folder, randomUUID());
    const shop = await startShop({ dataDir });
    if (products > 37) await makeMenu(dataDir, products);
    const profile = join(folder, randomUUID());
    const took: Record<string, Record<string, number>> = {};
    const heapMB = await withPhone(profile, (phone) => heapOf(phone, `${shop.url}/products`, products));
    await forget(profile);
    let heapAfterTapsMB = 0;
    let nodes = 0;
    for (const cpu of [4, 14]) {
      await withPhone(profile, async (phone) => {
        const { page, devtools } = phone;
        await page.addInitScript(() => {
          // What is faster the browser does not tell.
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
        await slow(phone, { cpu, network: false });
        const choice = (region: string, at: number) =>
          page.getByRole('region', { name: region }).getByRole('link').nth(at);
        const dialogs = async () => page.getByRole('dialog').count();
        const dismiss = () => page.keyboard.press('Escape');
        /** In turn, and how many dialogs stand open then. */
        const taps: Record<string, [does: Finger, open: number]> = {
          'a category': [choice('Kategori', 1), 0],
          'all categories': [choice('Kategori', 0), 0],
          'a tag': [choice('Tag', 0), 0],
          'a second tag': [choice('Tag', 1), 0],
          'all again': [choice('Kategori', 0), 0],
          'a detail': [page.getByRole('link', { name: /Lihat detail/ }).first(), 1],
          'the detail closed': [dismiss, 0],
          'the search': [page.getByRole('button', { name: 'Cari produk' }), 0],
          'a keyword typed': [() => page.keyboard.type('kopi', { delay: 120 }), 0],
          'the cart': [page.getByRole('button', { name: 'Keranjang' }), 1],
          'the cart closed': [dismiss, 0],
        };
        /** Everything is asked before the tap or long after it: what Playwright looks for meanwhile takes the page's time. */
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
        took[`${cpu}×`] = Object.fromEntries(Object.entries(seen).map(([name, times]) => [name, median(times)]));
        if (cpu === 4) {
          heapAfterTapsMB = await heapNow(devtools);
          nodes = (await devtools.send('Memory.getDOMCounters')).nodes;
        }
      });
      await forget(profile);
    }
    menus.push({
      products,
      interactionsMs: took['4×'],
      worstMs: Object.fromEntries(Object.entries(took).map(([cpu, times]) => [cpu, Math.max(...Object.values(times))])),
      heapMB,
      heapAfterTapsMB,
      nodes,
    });
    await shop.stop();
  }
  return { date: new Date().toISOString().slice(0, 10), menus };
}

/** Puts so many products into a shop that stands, as `npm run shop -- menu import` does. */
async function makeMenu(dataDir: string, count: number) {
  const menu = JSON.parse(await readFile(join(root, 'server', 'menu', 'menu.json'), 'utf8'));
  const products = Array.from({ length: count }, (_, index) => {
    const one = menu.products[index % menu.products.length];
    return { ...one, _id: `${one._id}-${index}`, name: `${one.name} ${index}` };
  });
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ ...menu, products }));
  await promisify(execFile)(process.execPath, ['server/shop.ts', 'menu', 'import', file], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** What of the scripts has another name, and so is fetched again, after one screen said something else. */
async function update() {
  const copy = join(folder, 'sources');
  for (const part of [
    'core',
    'device',
    'src',
    'sw',
    'public',
    'tools',
    'server/menu',
    'index.html',
    'manifest.webmanifest',
    'shop.config.json',
    'vite.config.ts',
    'package.json',
    'tsconfig.base.json',
  ]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const build = async (out: string) => {
    await promisify(execFile)('vite', ['build', '--outDir', out, '--logLevel', 'error'], {
      cwd: copy,
      env: { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) },
    });
    const assets = join(copy, out, 'assets');
    const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js.br'));
    return new Map(
      await Promise.all(scripts.map(async (file) => [file, (await stat(join(assets, file))).size] as const)),
    );
  };
  const before = await build('before');
  const result: Record<string, unknown> = {};
  for (const screen of ['about', 'products', 'home']) {
    const file = join(copy, 'src', 'screens', `${screen}.tsx`);
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace(/<main/, '<main data-changed="1"'));
    const after = await build(`after-${screen}`);
    await writeFile(file, source);
    const fetched = [...after].filter(([name]) => !before.has(name));
    result[screen] = { bytes: fetched.reduce((sum, [, size]) => sum + size, 0), files: fetched.map(([name]) => name) };
  }
  return result;
}

const goals = {
  'first-visit': () => firstVisit({ cpu: 4 }),
  'low-end': () => firstVisit({ cpu: 14 }),
  offline,
  worker,
  interactions,
  update,
};

const wanted = process.argv.slice(2).filter((name): name is keyof typeof goals => name in goals);
try {
  const results: Record<string, unknown> = {};
  for (const name of wanted.length > 0 ? wanted : (Object.keys(goals) as (keyof typeof goals)[])) {
    say(`— ${name} —`);
    results[name] = await goals[name]();
  }
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
