/**
 * Inlined into every prerendered page before its content: loads the scripts after the first paint, on a slow line at once, and queues taps and
 * submits until they run. `ui/frame/replay-taps.ts` replays them.
 */
import type { EarlyTaps } from './state/frame/early-taps.ts';

/** Network Information API, which TypeScript does not know. */
type SlowLine = Navigator & { connection: { rtt: number } };

const page = document;
const { host, pathname, search } = location;
const { dataset } = page.documentElement;
const { scripts, styles } = (page.currentScript as HTMLScriptElement).dataset as { scripts: string; styles: string };
const files = scripts.split(' ');
const taps: HTMLElement[] = [];
const queue: EarlyTaps = { taps };

function queueTap(event: Event, element = event.target as HTMLElement) {
  event.preventDefault();
  // The screens may be hydrated before the customer is known: they would handle this tap now, and again when it is
  // replayed.
  event.stopPropagation();
  element.ariaBusy = 'true';
  taps.push(element);
}

const whileQueued = (type: string, listener: (event: Event) => void) =>
  addEventListener(type, (event) => self.early && listener(event), true);

const addLink = (properties: object) => page.head.append(Object.assign(page.createElement('link'), properties));

const pause = () => new Promise((resolve) => setTimeout(resolve, 3_000));

const retryStyles = () => pause().then(loadStyles);
const loadStyles = () =>
  addLink({
    rel: 'stylesheet',
    href: styles,
    onerror: retryStyles,
    // A captive portal's page 'loads' as a stylesheet without rules.
    onload: ({ target }: Event) => (target as HTMLLinkElement).sheet?.cssRules[0] || retryStyles(),
  });

/** Retries each file for itself, until all of it has arrived: over a bad line they would hardly ever come all at once. */
const untilServed = (file: string): Promise<unknown> =>
  pause()
    .then(() => fetch(file))
    .then<unknown>(
      (response) =>
        /404|script/.test(response.status + (response.headers.get('content-type') as string)) && response.blob(),
    )
    .then(
      (isServed) => isServed || untilServed(file),
      () => untilServed(file),
    );

const load = (file: string) => import(/* @vite-ignore */ file);

/** Retries until the scripts run. If the shop serves them and the browser does not request them again, reloads the page. */
async function loadScripts() {
  for (let areServed: boolean | undefined; ; areServed = true) {
    try {
      // The entry last: it hydrates the screen, whose file must be loaded before.
      await Promise.all(files.slice(1).map(load));
      await load(files[0] as string);
      return;
    } catch {
      // The page says that the connection dropped (`index.html`).
      dataset.cut = '';
      const wasJustReloaded =
        performance.now() < 60_000 &&
        (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload';
      if (areServed && !wasJustReloaded) return location.reload();
      await Promise.all(files.map(untilServed));
    }
  }
}

self.early = queue;
whileQueued('click', (event) => {
  const control = (event.target as Element).closest<HTMLAnchorElement>('a,button');
  if (!control) return;
  // Queued are buttons, links to another filter of this page, and every control once something is queued.
  if (taps[0] || ((control.pathname || pathname) === pathname && control.search !== search)) queueTap(event, control);
  // Other links are left to the browser, and take the search parameters along: the table may be among them.
  else if (control.host === host) control.search ||= search;
});
whileQueued('submit', queueTap);
whileQueued('beforeinstallprompt', (event) => {
  event.preventDefault();
  queue.prompt = event;
});

void new Promise((painted) => {
  // Not 'first-paint', which may be only the background. A background tab is never painted, hence the timeout.
  new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').map(painted)).observe({
    type: 'paint',
  });
  // On a slow line the scripts arrive a round trip later, when the page has been painted.
  setTimeout(painted, (navigator as SlowLine).connection?.rtt > 300 ? 0 : 1_000);
}).then(() => {
  loadStyles();
  // The others are imported at once; the entry is, when they have come.
  addLink({ rel: 'modulepreload', href: files[0] });
  void loadScripts();
});

// On a first visit the brand's typeface is shown later (`register-worker.ts`).
if (navigator.serviceWorker?.controller === null) dataset.plain = '';

// The prerendered menu is unfiltered: if the URL asks for another list, it is hidden until that list is rendered.
if (/[?&](category|tags|search|page)=/i.test(search)) dataset.filtering = '';
