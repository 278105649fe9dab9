/**
 * Inlined into every prerendered page before its content: asks for the scripts after the first paint, and queues what is
 * tapped and sent until they run. `ui/replay-taps.ts` repeats it.
 */
import type { EarlyTaps } from './state/early-taps.ts';

const page = document;
const { pathname, search } = location;
const { dataset } = page.documentElement;
const { scripts = '', styles = '' } = (page.currentScript as HTMLScriptElement).dataset;
const files = scripts.split(' ');
const [entry = '', ...others] = files;
const queue: EarlyTaps = { taps: [] };

function hold(event: Event, element = event.target as HTMLElement) {
  event.preventDefault();
  // The screens may be hydrated before the customer is known: they would hear this tap now, and again when it is
  // repeated.
  event.stopPropagation();
  element.ariaBusy = 'true';
  queue.taps.push(element);
}

const whileQueued = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, (event) => self.early && listener(event), true);

const addLink = (properties: Partial<HTMLLinkElement>) =>
  page.head.append(Object.assign(page.createElement('link'), properties));

const loadStyles = () => addLink({ rel: 'stylesheet', href: styles, onerror: () => setTimeout(loadStyles, 3_000) });

const isServed = (file: string) =>
  fetch(file).then(
    ({ ok, status, headers }) => status === 404 || (ok && /script/.test(headers.get('content-type') ?? '')),
    () => false,
  );

const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 3_000);
    addEventListener('online', resolve, { once: true });
  });

/** Tries again until the scripts run; where the shop serves them and the browser does not ask again, reloads the page. */
async function loadScripts() {
  for (let areServed = false; ; ) {
    try {
      // The entry last: it hydrates the screen, whose file must be there.
      await Promise.all(others.map((file) => import(/* @vite-ignore */ file)));
      await import(/* @vite-ignore */ entry);
      return;
    } catch {
      // The page says that the connection dropped (`index.html`).
      dataset.cut = '';
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const wasReloaded = navigation?.type === 'reload' && performance.now() < 60_000;
      if (areServed && !wasReloaded) return location.reload();
      do {
        await pause();
        areServed = (await Promise.all(files.map(isServed))).every(Boolean);
      } while (!areServed);
    }
  }
}

let isBegun = false;

function begin() {
  if (isBegun) return;
  isBegun = true;
  loadStyles();
  for (const href of files) addLink({ rel: 'modulepreload', href });
  void loadScripts();
}

self.early = queue;
whileQueued('click', (event) => {
  const control = (event.target as Element).closest<HTMLAnchorElement>('a,button');
  // A link to another page or to a part of this one is left to the browser, unless taps are queued, which would be lost
  // with the page.
  if (control && (queue.taps[0] || ((control.pathname || pathname) === pathname && control.search !== search)))
    hold(event, control);
});
whileQueued('submit', hold);
whileQueued('beforeinstallprompt', (event) => {
  event.preventDefault();
  queue.prompt = event;
});

// The first content, not the bare background that 'first-paint' may be. A tab in the background is never painted.
new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint')[0]) begin();
}).observe({ type: 'paint', buffered: true });
setTimeout(begin, 1_000);

// On a first visit the brand's typeface arrives later, with the worker (`typeface.ts`).
if (navigator.serviceWorker?.controller === null) dataset.plain = '';

// The prerendered menu is unfiltered: where the address asks for another list, it is hidden until that is rendered.
if (/[?&](category|tags|search|page)=/i.test(search)) dataset.filtering = '';
