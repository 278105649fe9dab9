/**
 * Stands inside every page, before its content, in less than 1 KB: fetches the scripts without holding up the paint, and keeps
 * what is tapped until they are there. `main.tsx` takes over.
 */
import type { Early } from './state/early.ts';

// Every constant before the first statement: that saves as many letters as the dropped line needs.
const page = document;
const here = location;
const data = page.documentElement.dataset;
const files = ((page.currentScript as HTMLScriptElement).dataset as { files: string }).files.split(' ');
const [main, packages] = files as [string, string];
const held: Early = { taps: [] };

const on = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, (event) => self.early && listener(event), true);

const hold = (event: Event, element: HTMLElement) => {
  event.preventDefault();
  // The screens may stand already while the customer is not known yet: they would hear it now and again when it is given to them.
  event.stopPropagation();
  element.ariaBusy = 'true';
  held.taps.push(element);
};

// One after the other: between them a slow phone is there for a tap.
const ask = () =>
  import(/* @vite-ignore */ packages)
    .then(() => import(/* @vite-ignore */ main))
    .catch(() => {
      // The line dropped: the page says so (`index.html`), and asks again.
      data.cut = '';
      setTimeout(ask, 3e3);
    });

const begin = () => {
  if (!('early' in data)) return;
  delete data.early;
  for (const file of files) {
    const link = page.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    page.head.append(link);
  }
  ask();
};

const { connection, serviceWorker } = navigator as Navigator & { connection?: { rtt: number } };
const first = serviceWorker && !serviceWorker.controller;

self.early = held;
on('click', (event) => {
  const control = (event.target as Element).closest<HTMLElement>('a,button') as HTMLAnchorElement | null;
  // Another page is found by the browser itself, and so is a place on this one.
  if (control && (!control.pathname || (control.pathname === here.pathname && control.search !== here.search)))
    hold(event, control);
});
on('submit', (event) => hold(event, event.target as HTMLElement));
on('beforeinstallprompt', (event) => {
  event.preventDefault();
  held.prompt = event;
});

// The typeface comes with the worker, behind the paint (`typeface.ts`).
if (first) data.plain = '';
// The pictures further down let the scripts go before them.
data.early = '';
// On a slow line the scripts are a round trip away: they are asked for at once, and come when the page is long painted.
if (first && (connection?.rtt as number) > 300) begin();
// The ground alone may be painted before.
else
  new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint')[0] && begin()).observe({
    type: 'paint',
  });
// A tab in the background is never painted.
setTimeout(begin, 1e3);

// What the address line asks for is not what stands in the page: until the menu was filtered nothing is shown for it.
if (/[?&](category|tags|search|page)=/.test(here.search)) data.filtering = '';
