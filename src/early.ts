/**
 * Stands inside every page, before its content, in less than 1 KB: fetches the scripts once the page is painted (at the
 * first touch at once), and keeps what is tapped until they are there. `main.tsx` takes over.
 */
export interface Early {
  /** What was tapped or sent, in order. */
  waiting: HTMLElement[];
  /** The browser's offer to install, if it came already. */
  prompt?: Event;
  /** From now on taps reach the screens themselves. */
  over(): void;
}

const page = document;
const files = page.currentScript?.dataset.files?.split(' ') ?? [];
const ended = new AbortController();
const early: Early = { waiting: [], over: () => ended.abort() };

const on = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, listener, { capture: true, signal: ended.signal });

const hold = (event: Event, element: HTMLElement) => {
  event.preventDefault();
  // The screens may stand already while the customer is not known yet: they would hear it now and again when it is given to them.
  event.stopPropagation();
  element.ariaBusy = 'true';
  early.waiting.push(element);
};

const begin = () => {
  for (const file of files.splice(0)) {
    const link = page.createElement('link');
    // For paper only, as yet: one stylesheet before the others would undo what they say.
    if (file.endsWith('.css')) Object.assign(link, { rel: 'stylesheet', media: 'print', fetchPriority: 'high' });
    else link.rel = 'modulepreload';
    link.href = file;
    page.head.append(link);
  }
  // Again is no harm: a module is run once.
  if (main) import(/* @vite-ignore */ main);
};
const [main] = files;

on('click', (event) => {
  const control = (event.target as Element).closest<HTMLElement>('a,button');
  const { pathname, search } = (control ?? {}) as HTMLAnchorElement;
  // Another page is found by the browser itself, and so is a place on this one.
  if (control && (!pathname || (pathname === location.pathname && search !== location.search))) hold(event, control);
});
on('submit', (event) => hold(event, event.target as HTMLElement));
on('beforeinstallprompt', (event) => {
  event.preventDefault();
  early.prompt = event;
});
on('pointerdown', begin);
on('keydown', begin);
// A tab in the background is never painted.
on('DOMContentLoaded', () => {
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
  setTimeout(begin, 1e3);
});

// What the address line asks for is not what stands in the page: until the menu was filtered nothing is shown for it.
if (/[?&](category|tags|search|page)=/.test(location.search)) page.documentElement.dataset.filtering = '';
Object.assign(globalThis, { early });
