/**
 * `node bench/main-thread.ts [--path /products] [--runs 7] CHECKOUT CHECKOUT …`: compares first visits to several built checkouts, in turns, by
 * the processor time of the page's main thread. That is nearly independent of what else the machine does.
 */
import { compareInTurns } from './in-turns.ts';
import { median } from './load.ts';
import { type Phone, slow, withNewPhone } from './phone.ts';

/** The parts of a Chromium trace event that are used here; times in µs, `tdur` in processor time of the thread. */
interface Traced {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string } };
}

/** Runs in the page: marks when React has hydrated the screen, which follows the frame around it. */
function markHydrated() {
  const look = () => {
    const link = document.querySelector('main a');
    if (link && Object.keys(link).some((key) => key.startsWith('__reactProps'))) performance.mark('hydrated');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function traceOf({ page, devtools }: Phone, url: string): Promise<Traced[]> {
  const events: Traced[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])));
  const includedCategories = [
    'loading',
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'disabled-by-default-v8.compile',
    'blink.user_timing',
  ];
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await page.goto(url);
  while (!(await page.evaluate(() => performance.getEntriesByName('hydrated').length > 0)))
    await page.waitForTimeout(200);
  await page.waitForTimeout(1_500);
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  return events;
}

/**
 * Processor time of one visit in ms, and the wall-clock time until the last part was hydrated. `blocked`: by how much tasks exceed 50 ms,
 * in all, if the processor is so many times slower.
 */
function costOf(events: Traced[], url: string) {
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === url,
  );
  if (!start) throw new Error(`No visit to ${url} was traced`);
  const own = events.filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts);
  const at = (mark: string) => own.find(({ name }) => name === mark)?.ts ?? Number.NaN;
  const [painted, hydrated] = [at('firstContentfulPaint'), at('hydrated')];
  const sum = (some: Traced[], worth = (ms: number) => ms) =>
    some.reduce((all, { tdur = 0 }) => all + worth(tdur / 1e3), 0);
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const after = tasks.filter(({ ts }) => ts > painted);
  const blocked = (slower: number) => sum(after, (ms) => Math.max(0, ms * slower - 50));
  return {
    untilPainted: sum(tasks.filter(({ ts }) => ts < painted)),
    untilHydrated: sum(after.filter(({ ts }) => ts < hydrated)),
    hydratedAt: (hydrated - start.ts) / 1e3,
    all: sum(tasks),
    longestAfterPaint: Math.max(...after.map(({ tdur = 0 }) => tdur / 1e3)),
    blockedAt4: blocked(4),
    blockedAt14: blocked(14),
    compiled: sum(own.filter(({ name }) => name === 'V8.CompileCode')),
  };
}

type Cost = ReturnType<typeof costOf>;

const visit = (folder: string, url: string) =>
  withNewPhone(folder, async (phone) => {
    await phone.page.addInitScript(markHydrated);
    await slow(phone, { cpu: 1 });
    return costOf(await traceOf(phone, url), url);
  });

await compareInTurns(visit, (costs: Cost[]) =>
  Object.fromEntries(
    (Object.keys(costs[0] ?? {}) as (keyof Cost)[]).map((name) => [
      name,
      Math.round(median(costs.map((cost) => cost[name])) * 10) / 10,
    ]),
  ),
);
