/**
 * The page: the shop's screens over the device's memory. It opens in steps (`startup/`), of which none waits for a
 * later one:
 *
 * | until | what is tapped | what is typed | |
 * | --- | --- | --- | --- |
 * | the scripts are there | is held, and shown as pressed | stands in its field | `early.ts`; a script that does not come: `anew.ts` |
 * | the first screen stands | is held | is noted, and typed again then | `typed-text.ts` |
 * | the address is shown | is held | is noted | with the rest of the styles: `ui/stylesheets.ts` |
 * | the customer is known | is held, and done then | is noted, and typed again then | `replay.ts` |
 *
 * From there on the screens hear everything, and the rest begins (`background.ts`). The router comes when a way is
 * asked for, or in idle time.
 */
import './ui/base.css';
import { createStore, Provider, type Store } from 'jotai';
import { StrictMode, startTransition } from 'react';
import { App } from './app.tsx';
import { loadScreen, routes } from './routes.ts';
import { firstScreen } from './screen.tsx';
import { fetchAnew, holdAgain, reloadForMissingFiles } from './startup/missing-files.ts';
import { noteTyped, typeAgain, typeAgainAtLast } from './startup/typed-text.ts';
import { followWorker } from './state/catalogue.ts';
import { followConnection } from './state/connection.ts';
import { loadDevice } from './state/device.ts';
import { prerenderedPage, showFirstPage } from './state/first-page.ts';
import { keepPrompts } from './state/install-prompt.ts';
import { loadWithRetry, nextTask } from './state/load-with-retry.ts';
import { routerAtom } from './state/navigation.ts';
import { openPlaceAtom, placeAt, placeAtom, placeHere, showPlaceAtom } from './state/place.ts';
import { mirrorDevice, readDeviceAtom } from './state/stored-atom.ts';
import { forgetInlineDrawings, noteInlineDrawings } from './ui/inline-drawing.tsx';
import { otherStyles } from './ui/stylesheets.ts';

// The largest of all files: everything else is prepared while it is on its way.
const reactDom = loadWithRetry(() => import('react-dom/client'));
const showOtherStyles = otherStyles();

// The scripts may be there before the page is.
if (document.readyState === 'loading') {
  addEventListener('DOMContentLoaded', start, { once: true });
  void fetchAnew().then(({ mendCut }) => mendCut());
} else void nextTask().then(start);

/** Until the first screen stands. */
async function start() {
  const root = document.getElementById('root') as HTMLElement;
  const prerendered = prerenderedPage();

  const store = createStore();
  // Before the first request, and before the browser offers to install.
  followConnection(store, firstScreen);
  keepPrompts(store);
  reloadForMissingFiles(store);
  // A page out of the back-forward cache shows what was true when it was left (fault B41).
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void store.set(readDeviceAtom);
  });
  void follow(store);

  const page = (
    <StrictMode>
      <Provider store={store}>
        <App />
      </Provider>
    </StrictMode>
  );
  // The page is the same for every address of its route: what this one says more is read once it stands.
  const opened = placeAt({ pathname: location.pathname });
  store.set(openPlaceAtom, opened);
  if (!prerendered) {
    const [{ createRoot }] = await Promise.all([reactDom, opened.path && loadScreen(opened.path)]);
    return createRoot(root).render(page);
  }
  if (prerendered.menu) showFirstPage(store, prerendered.menu);
  const [{ hydrateRoot }] = await Promise.all([reactDom, routes[prerendered.path].loadWithRetry(), holdAgain()]);

  await nextTask();
  // React must find the page as it was rendered.
  for (const element of globalThis.early?.taps ?? []) element.removeAttribute('aria-busy');
  noteTyped();
  noteInlineDrawings();
  // In slices: a slow phone is asked for other things meanwhile (performance P5).
  startTransition(() => {
    hydrateRoot(root, page);
  });
}

/**
 * Goes on when the first screen stands: shows the rest of its address, opens the router, reads the device, repeats
 * taps, begins the rest.
 */
async function follow(store: Store) {
  const shown = firstScreen.then(() => {
    typeAgain();
    return showAddress(store);
  });
  let opening: ReturnType<typeof openedRouter> | undefined;
  const open = () => {
    opening ??= openedRouter(store, shown);
    return opening;
  };
  // Set before anything on the page is hydrated, so that a link pressed early waits for the router.
  store.set(routerAtom, { open });
  // What follows is fetched while the page is hydrated, and awaited where it is needed. First what answers a tap,
  // because over HTTP/1.1 few files are fetched at once; where somebody has tapped already it does not wait for the
  // largest file.
  const taps = globalThis.early?.taps ?? [];
  if (!taps[0]) await reactDom;
  void loadDevice();
  await reactDom;
  void loadBackground();
  // The router only when it is needed at once: for a held tap on a link, for the scroll position of a page that was
  // here before, and for the history entry of an address that says more than its path.
  if (taps.some(({ localName }) => localName === 'a') || history.state || location.search) void open();
  await shown;

  followWorker(store);
  await mirrorDevice(store);
  typeAgainAtLast();
  (await loadWithRetry(importReplay)).replay(store);
  (await loadBackground()).begin(store);
}

/** Shows what the address says behind its path, which the prerendered page does not know. */
async function showAddress(store: Store) {
  forgetInlineDrawings();
  // The page contains the styles of its first paint only.
  await showOtherStyles();
  if (location.search) {
    const here = placeHere();
    // The customer may have gone back meanwhile, to a screen that nothing has loaded.
    if (here.path && here.path !== store.get(placeAtom).path) await loadScreen(here.path);
    store.set(placeAtom, here);
    await store.set(showPlaceAtom);
  }
  delete document.documentElement.dataset.filtering;
}

/** The router; undefined where the browser does not let it use the history, and then links load pages. */
async function openedRouter(store: Store, shown: Promise<void>) {
  const { openRouter } = await loadWithRetry(() => import('./router.ts'));
  await shown;
  try {
    return await openRouter(store, loadScreen);
  } catch (refusal) {
    console.warn('There is no router', refusal);
    return undefined;
  }
}

const importReplay = () => import('./startup/replay.ts');
const importBackground = () => import('./background.ts');
const loadBackground = () => loadWithRetry(importBackground);
