/**
 * Reloads a page that cannot get its scripts in another way: many browsers remember that a module failed to load, and
 * never ask for it again. What was tapped is kept in the state of the browser's history entry, which survives a reload.
 *
 * Imports no other file, because that might be the missing one. `early.ts` imports it under a new address each time, so
 * that no browser remembers a failure, and each copy is a module of its own.
 */
import type {} from '../state/early.ts';

/** How a tapped control is found again after the reload. */
interface KeptTap {
  /** Its text and that of its card (`readingOf`). */
  reads: string;
  /** Which one it is of those that read alike, from 0. */
  nth: number;
}

const keptTaps = (): KeptTap[] => history.state?.taps ?? [];
const keepTaps = (taps?: KeptTap[]) => history.replaceState({ ...history.state, taps }, '');

/** Reloads the page; what was tapped and no screen has acted on is kept for `holdAgain`. */
export function loadAnew(reload = () => location.reload()) {
  // A busy link was heard by its screen but waits for the router, whose file may be the missing one.
  const waiting = document.querySelectorAll<HTMLElement>('a[aria-busy="true"]');
  const tapped = new Set([...(globalThis.early?.taps ?? []), ...waiting]);
  keepTaps([...keptTaps(), ...[...tapped].map(keptTap)]);
  reload();
}

/** Puts what was tapped before the reload in front of what has been tapped since. */
export function holdAgain() {
  const taps = keptTaps();
  keepTaps();
  // A control that is not on the new page is replaced by a detached button, which `replay.ts` reports as gone.
  globalThis.early?.taps.unshift(...taps.map((tap) => alike(tap.reads)[tap.nth] ?? document.createElement('button')));
}

function keptTap(element: HTMLElement): KeptTap {
  const reads = readingOf(element);
  return { reads, nth: alike(reads).indexOf(element) };
}

const alike = (reads: string) =>
  [...document.querySelectorAll<HTMLElement>('a,button,form')].filter((element) => readingOf(element) === reads);

/** What identifies a control: itself, and the card it is on, because the buttons of two cards read alike. */
const readingOf = (element: HTMLElement) =>
  [element.localName, element.getAttribute('href'), element.ariaLabel, element.textContent]
    .concat(element.closest('li')?.textContent ?? '')
    .join('\n');

/**
 * Whether an answer is the shop's word: a script, or a 404 for one that a deployment took away. A captive portal's page
 * is neither.
 */
const isOfTheShop = ({ ok, status, headers }: Response) =>
  status === 404 || (ok && headers.get('content-type')?.includes('javascript'));

/**
 * Reloads a page whose HTML was cut off on its way: Chromium keeps waiting for the rest, and may show nothing. Every 3
 * s until the document is complete, the page is fetched once more; if it comes whole while no element was added here,
 * it was cut off.
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

/**
 * Imports the entry once the shop has answered for every file the page starts with; if the import fails even then, only
 * a reload helps.
 */
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

/**
 * Whether this page is the result of a reload less than a minute ago; as in `missing-files.ts`, which must not be
 * imported here.
 */
function wasReloaded() {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return way?.type === 'reload' && performance.now() < 60_000;
}

// `early.ts` imports this with a query, every 3 s until the scripts run; the page's own imports have none.
if (import.meta.url.includes('?')) once(begin);

/**
 * Runs `work` unless it is running already, in this or another copy of this module; the page itself holds that note.
 */
function once(work: () => Promise<void>) {
  const { dataset } = document.documentElement;
  if ('begins' in dataset) return;
  dataset.begins = '';
  const done = () => delete dataset.begins;
  work().then(done, done);
}
