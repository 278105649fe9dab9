/**
 * Stands inside every page, before its content, in less than 1 KB: fetches the scripts without holding up the paint, and keeps
 * what is tapped until they are there. `main.tsx` takes over.
 */
export interface Early {
  /** What was tapped or sent, in order. */
  taps: HTMLElement[];
  /** The browser's offer to install, if it came already. */
  prompt?: Event;
}

declare global {
  /** There until taps reach the screens themselves. */
  var early: Early | undefined;
}

const page = document;
const here = location;
const { dataset } = page.documentElement;
const files = ((page.currentScript as HTMLScriptElement).dataset as { files: string }).files.split(' ');
const held: Early = { taps: [] };
self.early = held;

const on = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, (event) => self.early && listener(event), true);

const hold = (event: Event, element: HTMLElement) => {
  event.preventDefault();
  // The screens may stand already while the customer is not known yet: they would hear it now and again when it is given to them.
  event.stopPropagation();
  element.ariaBusy = 'true';
  held.taps.push(element);
};

on('click', (event) => {
  const control = (event.target as Element).closest<HTMLElement>('a,button');
  const { pathname, search } = (control ?? {}) as HTMLAnchorElement;
  // Another page is found by the browser itself, and so is a place on this one.
  if (control && (!pathname || (pathname === here.pathname && search !== here.search))) hold(event, control);
});
on('submit', (event) => hold(event, event.target as HTMLElement));
on('beforeinstallprompt', (event) => {
  event.preventDefault();
  held.prompt = event;
});

const begin = () => {
  const [main, packages] = files;
  for (const file of files.splice(0)) {
    const link = page.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    page.head.append(link);
  }
  delete dataset.early;
  // One after the other: between them a slow phone is there for a tap.
  if (packages) import(/* @vite-ignore */ packages).then(() => import(/* @vite-ignore */ main as string));
};
const { connection, serviceWorker } = navigator as Navigator & { connection?: { rtt: number } };
const first = serviceWorker && !serviceWorker.controller;
// The typeface comes with the worker, behind the paint (`typeface.ts`).
if (first) dataset.plain = '';
// The pictures further down let the scripts go before them.
dataset.early = '';
// On a slow line the scripts are a round trip away: they are asked for at once, and come when the page is long painted.
if (first && (connection?.rtt as number) > 300) begin();
// The ground alone may be painted before.
else
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) begin();
  }).observe({ type: 'paint' });
// A tab in the background is never painted.
setTimeout(begin, 1e3);

// What the address line asks for is not what stands in the page: until the menu was filtered nothing is shown for it.
if (/[?&](category|tags|search|page)=/.test(here.search)) dataset.filtering = '';
