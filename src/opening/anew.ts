/**
 * Loads a page anew that cannot have its scripts otherwise: many browsers remember that a module did not come, and never ask for it
 * again. What was tapped is kept in the entry of the browser's history, which outlives that.
 *
 * Needs no other file, for that might be the one. `early.ts` asks for it under ever new addresses, each of which is a new module.
 */
import type {} from '../state/early.ts';

/** A control among those of the page that read alike. */
interface KeptTap {
  reads: string;
  nth: number;
}

const keptTaps = (): KeptTap[] => history.state?.taps ?? [];
const keepTaps = (taps?: KeptTap[]) => history.replaceState({ ...history.state, taps }, '');

/** Loads the page anew, with what was tapped and never heard by a screen. */
export function loadAnew(reload = () => location.reload()) {
  // A link that a screen has heard waits for the router, which may be what did not come.
  const waiting = document.querySelectorAll<HTMLElement>('a[aria-busy="true"]');
  const tapped = new Set([...(globalThis.early?.taps ?? []), ...waiting]);
  keepTaps([...keptTaps(), ...[...tapped].map(keptTap)]);
  reload();
}

/** Holds again what was tapped before the page was loaded anew. */
export function holdAgain() {
  const taps = keptTaps();
  keepTaps();
  // In place of what is not there any more, one that is on no page: it is said to be gone (`replay.ts`).
  globalThis.early?.taps.unshift(...taps.map((tap) => alike(tap.reads)[tap.nth] ?? document.createElement('button')));
}

function keptTap(element: HTMLElement): KeptTap {
  const reads = readingOf(element);
  return { reads, nth: alike(reads).indexOf(element) };
}

const alike = (reads: string) =>
  [...document.querySelectorAll<HTMLElement>('a,button,form')].filter((element) => readingOf(element) === reads);

/** The buttons of two cards differ in their cards alone. */
const readingOf = (element: HTMLElement) =>
  [element.localName, element.getAttribute('href'), element.ariaLabel, element.textContent]
    .concat(element.closest('li')?.textContent ?? '')
    .join('\n');

/** What a deployment took away is in the new page; what somebody else answers with is in none. */
const isOfTheShop = ({ ok, status, headers }: Response) =>
  status === 404 || (ok && headers.get('content-type')?.includes('javascript'));

/**
 * Loads a page anew that was cut on its way: Chromium never says of one that it has ended, and may show nothing of it. It is one
 * when the shop gives it whole, and meanwhile nothing more of it has come.
 */
export async function mendCut() {
  while (document.readyState === 'loading') {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const had = elements();
    const whole = await fetch(location.href)
      .then((answer) => (answer.ok ? answer.text() : ''))
      .catch(() => '');
    if (whole && elements() === had && document.readyState === 'loading' && !wasReloaded()) return loadAnew();
  }
}

const elements = () => document.querySelectorAll('*').length;

/** Once the shop gives all that this page begins with, begins; what the browser does not ask for then it never will. */
async function begin() {
  const files = document.querySelector<HTMLElement>('script[data-files]')?.dataset.files?.split(' ') ?? [];
  const answers = await Promise.all(
    files.map(async (file) => {
      const answer = await fetch(file);
      await answer.blob();
      return answer;
    }),
  );
  const [main] = files;
  if (!main || !answers.every(isOfTheShop)) return;
  await import(/* @vite-ignore */ main).catch(() => wasReloaded() || loadAnew());
}

/** Whether this very page is what came of a reload a moment ago; `missing-files.ts` asks the same, and this needs no other file. */
function wasReloaded() {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return way?.type === 'reload' && performance.now() < 60_000;
}

// Asked for by `early.ts`, every three seconds, whatever became of the time before.
if (import.meta.url.includes('?')) once(begin);

/** Runs `work` unless it runs already, in whichever copy of this module. */
function once(work: () => Promise<void>) {
  const { dataset } = document.documentElement;
  if ('begins' in dataset) return;
  dataset.begins = '';
  const done = () => delete dataset.begins;
  work().then(done, done);
}
