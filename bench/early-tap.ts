/**
 * `node bench/early-tap.ts [--runs 5] CHECKOUT CHECKOUT …`: goal G2. Compares several built checkouts in turns: first visits to /products over
 * slow 4G with 4× CPU slowdown, with a tap on 'Add to cart' as soon as it is painted. Prints the median times in ms since the navigation.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { startShop } from '../tests/support/start-shop.ts';
import { median } from './load.ts';
import { forget, slow, withPhone } from './phone.ts';

type Marks = Partial<Record<'tapped' | 'hydrated' | 'answered', number>>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});
const folder = await mkdtemp(join(tmpdir(), 'kedai-early-tap-'));

/** Runs in the page: taps, and records when the button is hydrated and when the log-in alert is shown. */
function tapWhenPainted() {
  const marks: Marks = {};
  Object.assign(globalThis, { marks });
  const button = () => document.querySelector<HTMLButtonElement>('#menu li button');
  const look = () => {
    const now = button();
    if (now && Object.keys(now).some((key) => key.startsWith('__reactProps'))) marks.hydrated ??= performance.now();
    if (document.querySelector('[role=alertdialog]')) marks.answered = performance.now();
    else requestAnimationFrame(look);
  };
  const tap = () => {
    const now = button();
    if (!now) return requestAnimationFrame(tap);
    marks.tapped = performance.now();
    now.click();
    return requestAnimationFrame(look);
  };
  requestAnimationFrame(tap);
}

async function visit(url: string): Promise<Marks> {
  const profile = join(folder, randomUUID());
  const marks = await withPhone(profile, async (phone) => {
    const { page } = phone;
    await page.addInitScript(tapWhenPainted);
    await slow(phone, { cpu: 4 });
    await page.goto(`${url}/products`, { timeout: 60_000 });
    const marksNow = () => page.evaluate(() => (globalThis as unknown as { marks: Marks }).marks);
    // A tap without an effect by then counts as lost.
    for (const end = Date.now() + 30_000; Date.now() < end && !(await marksNow()).answered; )
      await page.waitForTimeout(500);
    return marksNow();
  });
  await forget(profile);
  return marks;
}

const shops = await Promise.all(
  positionals.map(async (checkout) => {
    const own: { startShop: typeof startShop } = await import(join(resolve(checkout), 'tests/support/start-shop.ts'));
    return { checkout, shop: await own.startShop({ dataDir: join(folder, randomUUID()) }), visits: [] as Marks[] };
  }),
);
for (let round = 0; round < Number(values.runs); round++) {
  for (const { checkout, shop, visits } of shops) {
    process.stderr.write(`round ${round + 1}: ${checkout}\n`);
    visits.push(await visit(shop.url));
  }
}
const middle = (visits: Marks[], name: keyof Marks) => Math.round(median(visits.flatMap((marks) => marks[name] ?? [])));
const results = shops.map(({ checkout, visits }) => [
  checkout,
  {
    tapped: middle(visits, 'tapped'),
    hydrated: middle(visits, 'hydrated'),
    answered: middle(visits, 'answered'),
    lost: visits.filter(({ answered }) => answered === undefined).length,
  },
]);
process.stdout.write(`${JSON.stringify(Object.fromEntries(results), null, 2)}\n`);
await Promise.all(shops.map(({ shop }) => shop.stop()));
await rm(folder, { recursive: true, force: true });
