/** Starts the page (`docs/decisions/startup.md`): hydrates a prerendered page, or renders into the empty shell. */
import '../design/base.css';
import './ui/frame/page.css';
import '../design/button.css';
import '../design/primitives.css';
import { createStore } from 'jotai';
import { createRoot } from 'react-dom/client';
import { createShopRouter, pageOf } from './router.tsx';
import { followWorker } from './state/catalogue/catalogue.ts';
import { prerenderedPage, showFirstPage } from './state/catalogue/first-page.ts';
import { followConnection } from './state/connection/connection.ts';
import { loadWithRetry, missingFile } from './state/connection/load-with-retry.ts';
import { isStartedAtom } from './state/frame/startup.ts';
import { keepPrompts } from './state/installation/install-prompt.ts';
import { whenNothingLeaves } from './state/installation/update.ts';
import { deviceKeepsAtom, followDevice, readDeviceAtom } from './state/storage/stored-atom.ts';
import { hydrate } from './ui/frame/hydrate.ts';
import { screenHydrated } from './ui/frame/hydration-mark.tsx';
import { whenIdle } from './ui/frame/idle.ts';
import { replayTaps } from './ui/frame/replay-taps.ts';

const store = createStore();
const router = createShopRouter();

async function start() {
  if (document.readyState === 'loading') await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  const root = document.getElementById('root') as HTMLElement;
  const prerendered = prerenderedPage();
  followConnection(store, screenHydrated);
  keepPrompts(store);
  missingFile.reload = () => store.get(deviceKeepsAtom) && whenNothingLeaves(store, () => location.reload());
  // Undocumented: makes the router render as on the server, without its root `<Suspense>`, or hydration would not match.
  if (prerendered) router.ssr = { manifest: undefined };
  if (prerendered?.menu) showFirstPage(store, prerendered.menu);
  await router.load();
  const page = pageOf(store, router);
  if (!prerendered) return createRoot(root).render(page);
  hydrate(root, page);
}

/** Reads the stored values, replays early taps, then starts the background work. */
async function afterHydration() {
  followWorker(store);
  await followDevice(store);
  // A page from the back-forward cache shows the values of the moment when it was left (fault B41).
  addEventListener('pageshow', ({ persisted }) => persisted && void store.set(readDeviceAtom));
  await replayTaps(store);
  whenIdle(async () => {
    await screenLoaded();
    store.set(isStartedAtom, true);
    (await loadWithRetry(() => import('./background.ts'))).begin(store, router);
  });
}

/** Resolves when no screen is being loaded, at the latest after 10 s: the file of a tapped one comes before those of the background. */
const screenLoaded = () =>
  new Promise<unknown>((resolve) => {
    if (!router.state.isLoading) return resolve(undefined);
    const stop = router.subscribe('onResolved', (event) => {
      stop();
      resolve(event);
    });
    setTimeout(resolve, 10_000);
  });

void start();
void screenHydrated.then(afterHydration);
