/** Whether and how this shop can be installed here, and when the customer last answered the offer. */
import { atom, type Store } from 'jotai';
import { splashFile, splashSizes } from '#core/splash';
import { listen } from '../frame/event-listener.ts';
import { storedAtom } from '../storage/stored-atom.ts';
import { isWorkerSettledAtom, promptAtom } from './install-prompt.ts';

const answerAtom = storedAtom('install-offer');

/** How long the offer is not shown after an answer, in ms. */
const restsFor = 21 * 24 * 60 * 60_000;

const iosAtom = atom(false);

/** How it can be installed here: by the browser's prompt, by hand on iOS, or not (any more). */
export const wayToInstallAtom = atom((get) => (get(promptAtom) ? 'prompt' : get(iosAtom) ? 'ios' : undefined));

/**
 * `wayToInstallAtom` while the shop may offer it: when `isWorkerSettledAtom` is true, and not for weeks after an answer; else
 * undefined.
 */
export const installOfferAtom = atom((get) => {
  if (!get(isWorkerSettledAtom)) return undefined;
  const answer = get(answerAtom);
  // Until the device was read it is unknown whether the offer was answered.
  const rests = answer === undefined || (answer !== null && Math.abs(Date.now() - answer.answeredAt) < restsFor);
  return rests ? undefined : get(wayToInstallAtom);
});

/** Records that the customer has answered; the offer is not shown for some weeks. */
export const restInstallOfferAtom = atom(null, (_get, set) => set(answerAtom, { answeredAt: Date.now() }));

/** Shows the browser's prompt, which can be shown only once. */
export const installAtom = atom(null, async (get, set) => {
  const prompt = get(promptAtom);
  if (!prompt) return;
  set(promptAtom, null);
  await prompt.prompt();
  await set(restInstallOfferAtom);
});

/** Checks whether it can be installed by hand, and follows when it is installed; returns a function that stops this. */
export function followInstall(store: Store): () => void {
  const installed = () => {
    store.set(promptAtom, null);
    void store.set(restInstallOfferAtom);
  };
  if (canBeInstalledOnIos()) {
    store.set(iosAtom, true);
    nameSplash();
  }
  return listen('appinstalled', installed);
}

function canBeInstalledOnIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad identifies itself as a Mac.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  // A browser inside another app has no home screen to add to.
  const isInsideApp = /FBAN|FBAV|Instagram|Line\/|GSA\//.test(userAgent);
  const isInstalled =
    ('standalone' in navigator && navigator.standalone === true) || matchMedia('(display-mode: standalone)').matches;
  return isIos && !isInsideApp && !isInstalled;
}

/**
 * Adds links to the two pictures (of thirty) that iOS shows on this screen while the installed shop starts.
 */
function nameSplash() {
  const { width, height } = screen;
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)].map((side) => side * devicePixelRatio);
  const size = `${narrow}x${long}`;
  if (!splashSizes.includes(size)) return;

  for (const theme of ['light', 'dark'] as const) {
    const link = document.createElement('link');
    link.rel = 'apple-touch-startup-image';
    link.media = `(orientation: portrait) and (prefers-color-scheme: ${theme})`;
    link.href = `/${splashFile(size, theme)}`;
    document.head.append(link);
  }
}
