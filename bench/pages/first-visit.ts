/** Goals G1, G2 and G4: first visits over slow 4G, compared with an empty page. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startShop } from '../../tests/support/start-shop.ts';
import { median } from '../load.ts';
import { emptyPages, slow, withNewPhone } from '../phone.ts';
import type { Run } from './run.ts';

type Marks = Record<string, number>;

/** Runs in the page before its own code: records when things were painted, and the layout shift. */
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
    // Not for content that appears only as the response to a tap.
    if (!marks.answered) marks.lcp = entry.startTime;
  });
  seen('layout-shift', (entry) => {
    if (!entry.hadRecentInput) marks.shifted = (marks.shifted ?? 0) + entry.value;
  });
  seen('longtask', ({ startTime, duration }) => {
    // Counted from the first paint on, as Lighthouse does.
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

/** Taps 'Add to cart' as soon as it is painted; records when the page shows that it was tapped, and when it shows the result. */
function tapWhenPainted() {
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

/** Opens an address on a new device; returns what was recorded until nothing happens any more. */
export const visitOnce = (folder: string, url: string, tap: boolean): Promise<Marks> =>
  withNewPhone(folder, async (phone) => {
    const { page } = phone;
    await page.addInitScript(observe);
    if (tap) await page.addInitScript(tapWhenPainted);
    await slow(phone, { cpu: 4 });
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    // A tap without a result by then counts as lost.
    await page.waitForTimeout(tap ? 6_000 : 4_000);
    return page.evaluate(() => (globalThis as unknown as { marks: Marks }).marks);
  });

export const middle = (all: Marks[], name: string) => {
  const values = all.flatMap((marks) => marks[name] ?? []);
  return values.length === 0 ? null : Math.round(median(values) * 1_000) / 1_000;
};

export const lostTaps = (all: Marks[]) => all.filter(({ answered }) => answered === undefined).length;

export async function firstVisit({ folder, runs, say }: Run) {
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
      noted[name] = [...(noted[name] ?? []), await visitOnce(folder, url, name === '/products')];
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
        lostTaps: lostTaps(marks),
      }),
    };
  }
  await shop.stop();
  await control.close();
  return result;
}
