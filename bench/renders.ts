/**
 * `node bench/renders.ts CHECKOUT CHECKOUT …`: how often React commits within five seconds of a first visit to / and /products, how many
 * function components it mounts, and how many renderings follow. A busy machine changes these numbers hardly.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { startShop } from '../tests/support/start-shop.ts';
import { type Phone, withPhone } from './phone.ts';

/** The part of React's fibers that is used here. */
interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

interface Renders {
  commits: number;
  mounted: number;
  again: number;
}

/** Runs in the page: counts through the hook of React's developer tools, with their rules. */
function countRenders() {
  const renders: Renders = { commits: 0, mounted: 0, again: 0 };
  /** Function components: plain ones, with a forwarded ref, and memoised. */
  const isFunction = ({ tag }: Fiber) => [0, 11, 14, 15].includes(tag);
  let before = new Set<Fiber>();
  const count = (parent: Fiber, isNew: boolean, now: Set<Fiber>) => {
    for (let { child } = parent; child; child = child.sibling) {
      now.add(child);
      const isMounted = isNew || !child.alternate;
      // React kept it as it was.
      const isKept = before.has(child);
      if (isFunction(child) && !isKept) {
        if (isMounted) renders.mounted++;
        else if (child.flags & 1) renders.again++;
      }
      count(child, isMounted && !isKept, now);
    }
  };
  const onCommitFiberRoot = (_id: number, { current }: { current: Fiber }) => {
    renders.commits++;
    const now = new Set<Fiber>();
    count(current, false, now);
    before = now;
  };
  Object.assign(globalThis, {
    renders,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot,
      onPostCommitFiberRoot() {},
      onCommitFiberUnmount() {},
    },
  });
}

const rendersAt = async ({ page }: Phone, url: string): Promise<Renders> => {
  await page.addInitScript(countRenders);
  await page.goto(url);
  await page.waitForTimeout(5_000);
  return page.evaluate(() => (globalThis as unknown as { renders: Renders }).renders);
};

const folder = await mkdtemp(join(tmpdir(), 'kedai-renders-'));
const results: Record<string, Record<string, Renders>> = {};
for (const checkout of process.argv.slice(2)) {
  const own: { startShop: typeof startShop } = await import(join(resolve(checkout), 'tests/support/start-shop.ts'));
  const shop = await own.startShop({ dataDir: join(folder, randomUUID()) });
  results[checkout] = {};
  for (const path of ['/', '/products'])
    results[checkout][path] = await withPhone(join(folder, randomUUID()), (phone) => rendersAt(phone, shop.url + path));
  await shop.stop();
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
await rm(folder, { recursive: true, force: true });
