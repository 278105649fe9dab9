/**
 * Inlined into every page before its content, in at most 1,000 bytes: fetches the scripts without delaying the first
 * paint, and holds what is tapped until they run. Then `main.tsx` takes over.
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
  // The screens may be hydrated while the customer is still unknown: they would hear this tap now, and a second time
  // from `replay.ts`.
  event.stopPropagation();
  element.ariaBusy = 'true';
  taps.push(element);
};

const on = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, (event) => self.early && listener(event), true);

// Run one after the other, so that a slow phone can react to a tap in between.
const ask = (first: string) =>
  import(/* @vite-ignore */ first)
    .then(() => import(/* @vite-ignore */ main))
    .catch(() => {
      // The line dropped: the page says so (`index.html`) and goes on trying, through `anew.ts` where the browser does
      // not ask again.
      data.cut = '';
      setTimeout(ask, 3e3, named.anew + Date.now());
    });

const begin = () => {
  delete data.early;
  if (!files[0]) return;
  page.head.append(
    ...files.splice(0).map((href) => Object.assign(page.createElement('link'), { rel: 'modulepreload', href })),
  );
  ask(packages);
};

self.early = held;
on('click', (event) => {
  const control = (event.target as Element).closest<HTMLElement>('a,button') as HTMLAnchorElement | null;
  // A link to another page or to a part of this one is left to the browser, unless taps are held, which would be lost
  // with the page.
  if (control && (taps[0] || ((control.pathname || pathname) === pathname && control.search !== search)))
    hold(event, control);
});
on('submit', hold);
on('beforeinstallprompt', (event) => {
  event.preventDefault();
  held.prompt = event;
});

if (isFirstVisit) {
  // It is painted in a system font; the brand's typeface comes later, with the worker (`typeface.ts`).
  data.plain = '';
  // On a slow line asking costs nothing: the scripts arrive a round trip later, when the page has long been painted.
  if ((connection?.rtt as number) > 300) begin();
}
// Until the first content is painted, what lies below a phone's screen is neither laid out nor painted, and the menu's
// pictures are not asked for (`fold.module.css`, `products.module.css`).
data.early = '';
// Otherwise the scripts wait for it, too; 'first-paint' may be the bare background.
new PerformanceObserver((list) => list.getEntries().map((paint) => paint.name !== 'first-paint' && begin())).observe({
  type: 'paint',
});
// A tab in the background is never painted, so not later than after one second.
setTimeout(begin, 1e3);

// The prerendered menu is unfiltered: where the address asks for a filter or another page, the list is hidden until it
// shows that.
if (/[?&](category|tags|search|page)=/i.test(search)) data.filtering = '';
