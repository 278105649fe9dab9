/** The customer's orders on their way: what is kept, when it is sent, and what only the customer can decide. */
import { atom, type createStore, type Setter } from 'jotai';
import { goesByItself, isOpen, needsConsent } from '#device/intent-state';
import type { Intent } from '#device/intents';
import { device, onChange } from './device.ts';
import { intentsAtom } from './intents.ts';
import { ordersAtom } from './private-lists.ts';
import { sendInRounds } from './rounds.ts';
import { customerAtom, ownAtom, sessionAtom } from './session.ts';

type Store = ReturnType<typeof createStore>;

/** How many orders wait for the customer rather than for the connection: the app icon's badge. */
export const undecidedAtom = atom(
  (get) => get(intentsAtom).filter((intent) => needsConsent(intent) || intent.state === 'needs_login').length,
);

/** Ids of the intents that this tab is sending right now. */
export const sendingAtom = atom<readonly string[]>([]);

/** What arrived or was refused since the customer last looked; told once, wherever they are (decision O8). */
export const newsAtom = ownAtom<readonly Intent[]>([]);

/** How often the device is read while something is being sent, in ms; work without the network ends sooner. */
const lookAgain = 300;

/**
 * Shows the intents as the device keeps them while `work` is under way, and once more when it is done. So an order is listed as waiting
 * while a slow line sends it, and the worker is woken for it if the tab is closed meanwhile (`rounds.ts`).
 */
export async function inSight<T>(set: Setter, work: Promise<T>): Promise<T> {
  const look = () => set(intentsAtom);
  const looking = setInterval(look, lookAgain);
  try {
    return await work;
  } finally {
    clearInterval(looking);
    await look();
  }
}

/** Whether this tab is reading what others wrote, and whether they have written more meanwhile. An object that is changed in place: nobody renders it. */
const hearingAtom = atom(() => ({ now: false, more: false }));

/**
 * Reads what the worker or another tab wrote; an order that they brought to an end is news here, too. However fast they write, one reading
 * runs at a time (fault F45).
 */
const hearOfOthersAtom = atom(null, async (get, set) => {
  const hearing = get(hearingAtom);
  hearing.more = true;
  if (hearing.now) return;
  hearing.now = true;
  while (hearing.more) {
    hearing.more = false;
    await set(readOfOthersAtom);
  }
  hearing.now = false;
});

const readOfOthersAtom = atom(null, async (get, set) => {
  const before = new Map(get(intentsAtom).map(({ id, state }) => [id, state]));
  await set(intentsAtom);
  const ended = get(intentsAtom).filter(
    (intent) => before.has(intent.id) && before.get(intent.id) !== intent.state && !isOpen(intent),
  );
  if (ended.length === 0) return;
  set(newsAtom, [...get(newsAtom), ...ended]);
  void set(ordersAtom);
});

/** Runs what changes one intent, shows it as being sent meanwhile, and reads the result. */
const changeAtom = atom(null, async (get, set, id: string, work: () => Promise<Intent | undefined>) => {
  const customer = get(customerAtom);
  set(sendingAtom, [...get(sendingAtom), id]);
  try {
    const intent = await inSight(set, work());
    // The order's customer may have logged out meanwhile, and nobody else is told.
    if (get(customerAtom) !== customer) return undefined;
    if (intent?.state === 'accepted') void set(ordersAtom);
    return intent;
  } catch (failure) {
    // `inSight` has read the result already; that the device keeps nothing is shown elsewhere (`ui/news.tsx`).
    console.warn(`Order ${id} not changed`, failure);
    return undefined;
  } finally {
    set(
      sendingAtom,
      get(sendingAtom).filter((other) => other !== id),
    );
  }
});

const changing = <More extends unknown[]>(work: (id: string, ...more: More) => Promise<Intent>) =>
  atom(null, (_get, set, id: string, ...more: More) => set(changeAtom, id, () => work(id, ...more)));

/** The same for what is sent: that it has arrived is news, whichever screen it was sent from. */
const sending = <More extends unknown[]>(work: (id: string, ...more: More) => Promise<Intent>) =>
  atom(null, async (get, set, id: string, ...more: More) => {
    const intent = await set(changeAtom, id, () => work(id, ...more));
    if (intent?.state === 'accepted') set(newsAtom, [...get(newsAtom), intent]);
    return intent;
  });

/** 'Kirim sekarang'; with `agreed`, although a plain host might make a second order of it. */
export const sendNowAtom = sending(device.deliver);

/** Takes an order back; resolves with what is true afterwards: it may have been accepted already. */
export const cancelAtom = changing(async (id) => {
  const intent = await device.cancel(id);
  if (intent.state === 'accepted') tooLate.add(id);
  return intent;
});

/** Ids of orders that were accepted before they could be cancelled: whoever cancelled was told so, and is not told of the arrival again. */
const tooLate = new Set<string>();

/** A refusal was read. */
export const dismissAtom = changing(device.dismiss);

/** 'Masih mau?' was answered with yes. */
export const agreeToAgeAtom = sending(device.agreeToAge);

/**
 * Agrees to the new prices. Resolves with the order that stands now, and whether it is the `same` one that had been accepted before, so
 * that nothing new was ordered; undefined for a visitor.
 */
export const agreeToNewPricesAtom = atom(null, async (get, set, id: string) => {
  const session = get(sessionAtom);
  if (!session) return undefined;
  const accepted = get(intentsAtom).filter(({ state }) => state === 'accepted');
  const intent = await set(changeAtom, id, () => device.agreeToQuote(session, id));
  const same = accepted.some((former) => former.id === intent?.id);
  if (intent?.state === 'accepted' && !same) set(newsAtom, [...get(newsAtom), intent]);
  return { intent, same };
});

/** Sends what is due; `all` also what pauses after a failed attempt. */
const deliverDueAtom = atom(null, async (get, set, options: { all: boolean }) => {
  const changed = await inSight(set, device.deliverDue(options)).catch((failure: unknown) => {
    console.warn('Orders not sent', failure);
    return [];
  });
  const news = changed.filter(({ id }) => !tooLate.has(id));
  if (news.length > 0) {
    set(newsAtom, [...get(newsAtom), ...news]);
    void set(ordersAtom);
  }
});

const waitingToGoAtom = atom((get) => get(intentsAtom).filter(goesByItself));

/** Sends kept orders in rounds, and reads what the worker or another tab made of them; returns how to stop. Orders never wait behind carts. */
export function deliverAtItsMoments(store: Store): () => void {
  const stopSending = sendInRounds(store, {
    waitingAtom: waitingToGoAtom,
    send: (options) => store.set(deliverDueAtom, options),
  });
  const stopHearing = onChange((keys) => {
    if (keys.some((key) => key.startsWith('intent:'))) void store.set(hearOfOthersAtom);
  });
  return () => {
    stopSending();
    stopHearing();
  };
}
