/** The customer's orders on their way: what is kept, when it is sent, and what only the customer can decide. */
import { atom, type Setter, type Store } from 'jotai';
import { goesByItself, type Intent, isOpen, needsConsent } from '#device/intent';
import { device, onChange } from './device.ts';
import { intentsAtom, keptIntentsAtom } from './intents.ts';
import { combined } from './listening.ts';
import { ownAtom } from './own-atom.ts';
import { ordersAtom } from './private-lists.ts';
import { sendInRounds } from './rounds.ts';
import { customerAtom, sessionAtom } from './session.ts';

/** How many orders wait for the customer rather than for the connection: the app icon's badge. */
export const undecidedAtom = atom(
  (get) => get(intentsAtom).filter((intent) => needsConsent(intent) || intent.state === 'needs_login').length,
);

/** Ids of the intents that this tab is sending right now. */
export const sendingOrdersAtom = atom<readonly string[]>([]);

/** What arrived or was refused since the customer last looked; told once, wherever they are (decision O8). */
export const orderNewsAtom = ownAtom<readonly Intent[]>([]);

/** What was told of which intent: an end is news once, whoever brought it about. */
const told = new Map<string, Intent['state']>();

/** Ids of intents that this tab is changing: what becomes of them it says itself. */
const changingHere = new Set<string>();

/** Makes news of intents that it was not made of yet; returns whether there were any. */
const tellOfAtom = atom(null, (get, set, intents: readonly Intent[]): boolean => {
  const news = intents.filter(({ id, state }) => told.get(id) !== state);
  for (const { id, state } of news) told.set(id, state);
  if (news.length > 0)
    set(orderNewsAtom, [...get(orderNewsAtom).filter(({ id }) => !news.some((one) => one.id === id)), ...news]);
  return news.length > 0;
});

/** Reads the intents. One that the worker or another tab has brought to an end meanwhile is news here, too. */
export const readIntentsAtom = atom(null, async (get, set) => {
  const before = new Map(get(intentsAtom).map(({ id, state }) => [id, state]));
  await set(keptIntentsAtom);
  const now = get(intentsAtom);
  for (const { id } of now.filter(goesByItself)) told.delete(id);
  const hasEnded = (intent: Intent) =>
    before.has(intent.id) && before.get(intent.id) !== intent.state && !isOpen(intent);
  if (
    set(
      tellOfAtom,
      now.filter((intent) => hasEnded(intent) && !changingHere.has(intent.id)),
    )
  )
    void set(ordersAtom);
});

/**
 * Whether this tab is reading the intents, and whether it has to once more. An object that is changed in place: nobody
 * renders it.
 */
const readingAtom = atom(() => ({ now: false, again: false }));

/** The same as often as anybody asks for it, one reading at a time (fault F45). */
const keepReadingAtom = atom(null, async (get, set) => {
  const reading = get(readingAtom);
  reading.again = true;
  if (reading.now) return;
  reading.now = true;
  while (reading.again) {
    reading.again = false;
    await set(readIntentsAtom);
  }
  reading.now = false;
});

/** How often the device is read while something is being sent, in ms; work without the network ends sooner. */
const lookAgain = 300;

/**
 * Shows the intents as the device keeps them while `work` is under way, and once more when it is done. So an order is
 * listed as waiting while a slow line sends it, and the worker is woken for it if the tab is closed meanwhile
 * (`rounds.ts`). `id`: the one that it changes.
 */
export async function inSight<T>(set: Setter, work: Promise<T>, id = ''): Promise<T> {
  changingHere.add(id);
  const looking = setInterval(() => set(keepReadingAtom), lookAgain);
  try {
    return await work;
  } finally {
    clearInterval(looking);
    await set(readIntentsAtom);
    changingHere.delete(id);
  }
}

/** Runs what changes one intent, shows it as being sent meanwhile, and reads the result. */
const changeAtom = atom(null, async (get, set, id: string, work: () => Promise<Intent | undefined>) => {
  const customer = get(customerAtom);
  set(sendingOrdersAtom, [...get(sendingOrdersAtom), id]);
  try {
    const intent = await inSight(set, work(), id);
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
      sendingOrdersAtom,
      get(sendingOrdersAtom).filter((other) => other !== id),
    );
  }
});

const changing = <More extends unknown[]>(work: (id: string, ...more: More) => Promise<Intent>) =>
  atom(null, (_get, set, id: string, ...more: More) => set(changeAtom, id, () => work(id, ...more)));

/** The same for what is sent: that it has arrived is news, whichever screen it was sent from. */
const sending = <More extends unknown[]>(work: (id: string, ...more: More) => Promise<Intent>) =>
  atom(null, async (_get, set, id: string, ...more: More) => {
    const intent = await set(changeAtom, id, () => work(id, ...more));
    if (intent?.state === 'accepted') set(tellOfAtom, [intent]);
    return intent;
  });

/** 'Kirim sekarang'; with `agreed`, although a plain host might make a second order of it. */
export const sendOrderNowAtom = sending(device.deliver);

/** Takes an order back; resolves with what is true afterwards: it may have been accepted already. */
export const cancelOrderAtom = changing(async (id) => {
  const intent = await device.cancel(id);
  // Whoever takes it back is told that it was too late.
  if (intent.state === 'accepted') told.set(id, intent.state);
  return intent;
});

/** A refusal was read. */
export const dismissOrderAtom = changing(device.dismiss);

/** 'Masih mau?' was answered with yes. */
export const agreeToAgeAtom = sending(device.agreeToAge);

/**
 * Agrees to the new prices. Resolves with the order that stands now, and whether it is the `same` one that had been
 * accepted before, so that nothing new was ordered; undefined for a visitor.
 */
export const agreeToNewPricesAtom = atom(null, async (get, set, id: string) => {
  const session = get(sessionAtom);
  if (!session) return undefined;
  const accepted = get(intentsAtom).filter(({ state }) => state === 'accepted');
  const intent = await set(changeAtom, id, () => device.agreeToQuote(session, id));
  const same = accepted.some((former) => former.id === intent?.id);
  if (intent?.state === 'accepted' && !same) set(tellOfAtom, [intent]);
  return { intent, same };
});

/** Sends what is due; `all` also what pauses after a failed attempt. */
const deliverDueAtom = atom(null, async (_get, set, options: { all: boolean }) => {
  const changed = await inSight(set, device.deliverDue(options)).catch((failure: unknown) => {
    console.warn('Orders not sent', failure);
    return [];
  });
  if (set(tellOfAtom, changed)) void set(ordersAtom);
});

const waitingToGoAtom = atom((get) => get(intentsAtom).filter(goesByItself));

/**
 * Sends kept orders in rounds, and reads what the worker or another tab made of them; returns how to stop. Orders never
 * wait behind carts.
 */
export function deliverInBackground(store: Store): () => void {
  return combined(
    sendInRounds(store, { waitingAtom: waitingToGoAtom, send: (options) => store.set(deliverDueAtom, options) }),
    onChange((keys) => {
      if (keys.some((key) => key.startsWith('intent:'))) void store.set(keepReadingAtom);
    }),
  );
}
