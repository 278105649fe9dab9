/**
 * Stands inside every page, before its content, in less than 1 KB: fetches the scripts without holding up the paint, and keeps
 * what is tapped until they are there. `main.tsx` takes over.
 */
import type { Early } from '../state/early.ts';

const page = document;
const { pathname, search } = location;
const data = page.documentElement.dataset;
const { connection, serviceWorker } = navigator as Navigator & { connection?: { rtt: number } };
const isFirstVisit = serviceWorker && !serviceWorker.controller;
const named = (page.currentScript as HTMLScriptElement).dataset as { files: string; anew: string };
const files = named.files.split(' ');
const [main, packages] = files as [string, string];
const taps: HTMLElement[] = [];
const held: Early = { taps };

const hold = (event: Event, element = event.target as HTMLElement) => {
  event.preventDefault();
  // The screens may stand already while the customer is not known yet: they would hear it now and again when it is given to them.
  event.stopPropagation();
  element.ariaBusy = 'true';
  taps.push(element);
};

const on = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, (event) => self.early && listener(event), true);

// One after the other: between them a slow phone is there for a tap.
const ask = (first: string) =>
  import(/* @vite-ignore */ first)
    .then(() => import(/* @vite-ignore */ main))
    .catch(() => {
      // The line dropped: the page says so (`index.html`), and asks again, where the browser does not, with a new page (`anew.ts`).
      data.cut = '';
      setTimeout(ask, 3e3, named.anew + Date.now());
    });

const begin = () => {
  if (!data.early) return;
  delete data.early;
  page.head.append(...files.map((href) => Object.assign(page.createElement('link'), { rel: 'modulepreload', href })));
  ask(packages);
};

self.early = held;
on('click', (event) => {
  const control = (event.target as Element).closest<HTMLElement>('a,button') as HTMLAnchorElement | null;
  // Another page is found by the browser itself, and so is a place on this one; but a page that is left would take with it what is held.
  if (control && (taps[0] || ((control.pathname || pathname) === pathname && control.search !== search)))
    hold(event, control);
});
on('submit', hold);
on('beforeinstallprompt', (event) => {
  event.preventDefault();
  held.prompt = event;
});

// The typeface comes with the worker, behind the paint (`typeface.ts`).
if (isFirstVisit) data.plain = '';
// The pictures further down let the scripts go before them.
data.early = '1';
// On a slow line the scripts are a round trip away: they are asked for at once, and come when the page is long painted.
if (isFirstVisit && (connection?.rtt as number) > 300) begin();
// The ground alone may be painted before.
else
  new PerformanceObserver((list) => list.getEntries().map((paint) => paint.name !== 'first-paint' && begin())).observe({
    type: 'paint',
  });
// A tab in the background is never painted.
setTimeout(begin, 1e3);

// What the address line asks for is not what stands in the page: until the menu was filtered nothing is shown for it.
if (/[?&](category|tags|search|page)=/.test(search)) data.filtering = '';
