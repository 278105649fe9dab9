/** Decisions C1 to C4. There is no queue: one sender at a time sends the newest cart, and an unsent one stays pending. */
import { isSame } from '#core/canonical';
import { merge, type Quantities, quantitiesOf, sameQuantities } from '#core/cart';
import { CartAnswer, customerOf, Session } from '#core/contract';
import { detectCapabilities } from './api.ts';
import { getCart, putCart } from './customer-calls.ts';
import { answerOf, isTemporary, refusalOf, statusOf } from './failures.ts';
import { withLock } from './locks.ts';
import { mergedKeys } from './merged-cart.ts';
import { sessionHasEnded } from './outcome.ts';
import { randomId } from './platform.ts';
import { change } from './store.ts';
import { type CartSync, cartKeys, differs, ofCustomer, split, withCounter } from './stored-cart.ts';

/** 'needs_login': the cart waits for the same customer. */
type SyncOutcome = { state: 'synced' | 'needs_login' | 'pending' | 'refused' };

/** `refresh` reads the server's cart in any case; `always` sends the cart to a plain host again, as the specification says. Never rejects. */
export async function syncCart(options: { refresh?: boolean; always?: boolean } = {}): Promise<SyncOutcome> {
  try {
    return await withLock('kedai-cart', () => syncOnce(options));
  } catch (failure) {
    console.warn('Cart not sent', failure);
    return { state: (await sessionHasEnded(failure)) ? 'needs_login' : 'pending' };
  }
}

async function syncOnce({ refresh = false, always = false }): Promise<SyncOutcome> {
  // One transaction, so that a login or logout in between cannot mix two customers.
  const {
    auth: session,
    cart = [],
    'cart-sync': sync,
  } = await change({ ...cartKeys, auth: Session }, ({ auth, 'cart-sync': stored }) => {
    if (!auth) return {};
    const sync = stored ?? newSync(customerOf(auth));
    return { 'cart-sync': { ...sync, ...((refresh || always) && { refused: undefined }) } };
  });
  if (!session || !sync) return { state: 'needs_login' };
  const { clientId } = sync;
  const quantities = quantitiesOf(cart);
  if (sync.refused && sameQuantities(quantities, sync.refused)) return { state: 'refused' };
  const isPending = differs(quantities, sync);

  if (!(await detectCapabilities())) {
    // An empty cart that was never edited would delete the saved one (decision C4).
    if (!isPending && !(always && cart.length > 0)) return { state: 'synced' };
    try {
      await putCart(session.token, cart);
    } catch (failure) {
      return refusedOr(failure, clientId, quantities, true);
    }
    await noteBase(clientId, { base: quantities, etag: null });
    return { state: 'synced' };
  }

  // There is no etag before the first response, and after a host that knows no revisions.
  if (refresh || sync.etag === null) {
    await adopt(clientId, sync.etag, await getCart(session.token, clientId));
  } else if (!isPending) {
    return { state: 'synced' };
  }
  // Each attempt sends the newest cart; one that another device has changed is merged first.
  for (let attempt = 0; ; attempt++) {
    const next = await nextSending(clientId);
    if (!next) return { state: 'synced' };
    // Another device changes it all the time: retry later.
    if (attempt === 5) return { state: 'pending' };
    try {
      const { answer, etag } = await putCart(session.token, next.cart, next.revision);
      if (answer?.applied === false) await adopt(clientId, next.revision.etag, { answer, etag });
      else await noteBase(clientId, { base: quantitiesOf(next.cart), etag, seq: next.revision.seq });
    } catch (failure) {
      const current = statusOf(failure) === 412 ? answerOf(failure, CartAnswer) : undefined;
      if (!current) return refusedOr(failure, clientId, quantitiesOf(next.cart), false);
      await adopt(clientId, next.revision.etag, current);
    }
  }
}

async function refusedOr(
  failure: unknown,
  clientId: string,
  refused: Quantities,
  plain: boolean,
): Promise<SyncOutcome> {
  const final = !isTemporary(failure) && ![401, 412].includes(statusOf(failure) ?? 0);
  // A gateway may refuse anything: where the host has announced itself, only its own refusal counts.
  if (!final || !(plain || refusalOf(failure))) throw failure;
  console.warn('Cart refused', failure);
  await change(cartKeys, ({ 'cart-sync': sync }) =>
    sync?.clientId === clientId ? { 'cart-sync': { ...sync, refused } } : {},
  );
  return { state: 'refused' };
}

const newSync = (customer: string): CartSync => ({
  customer,
  clientId: randomId(),
  seq: 0,
  sent: [],
  etag: null,
});

/**
 * Per line `remote + (local − base)`; the base is the last cart of this device that the server accepted, even if its response was lost. `asked`:
 * the etag when the request was sent; a newer response recorded since wins. A merge is noted for the next page that is seen.
 */
const adopt = (clientId: string, asked: string | null, { answer, etag }: { answer: CartAnswer; etag: string | null }) =>
  change({ ...cartKeys, ...mergedKeys }, ({ cart: local = [], ordered, merged, 'cart-sync': sync }) => {
    if (sync?.clientId !== clientId || sync.etag !== asked) return {};
    const { customer } = sync;
    const accepted = sync.sent.find(({ seq }) => seq === answer.seq)?.quantities;
    // An older revision means a restored backup (fault F44): what its cart lacks was not removed by a customer.
    const isBehind = revisionOf(etag) < revisionOf(asked);
    const remote = answer.lines ?? answer.items;
    const { cart, left } = merge(isBehind ? undefined : (accepted ?? sync.base ?? {}), local, remote);
    const mark = ofCustomer(ordered, customer);
    // What another device has added begins a new cart, as an addition here does.
    const { rest, takenOut } = split(cart, mark);
    const isMarked = takenOut !== undefined && rest.length === 0;
    const isFirst = sync.base === undefined && local.length === 0;
    const isMerged = !isFirst && (left.length > 0 || !sameQuantities(quantitiesOf(cart), quantitiesOf(local)));
    const unsaid = ofCustomer(merged, customer);
    const note = {
      customer,
      left: [...(unsaid?.left ?? []), ...left.map(({ name }) => name)],
      takenOut: (isMarked ? undefined : takenOut) ?? unsaid?.takenOut,
    };
    const sent = sync.sent.filter(({ seq }) => seq > (answer.seq ?? 0));
    const after = isMarked ? withCounter(cart, mark) : withCounter(rest);
    return {
      // What did not change is not written, as a page may show what its device has no room for.
      ...(!isSame([after.cart, after.ordered], [local, mark]) && after),
      ...(isMerged && { merged: note }),
      'cart-sync': { ...sync, sent, base: quantitiesOf(remote), etag },
    };
  });

/** The number in an ETag like `"12"`; 0 without one. */
const revisionOf = (etag: string | null) => Number(etag?.slice(1, -1));

async function nextSending(clientId: string) {
  let isPending = false;
  const { cart = [], 'cart-sync': sync } = await change(cartKeys, ({ cart = [], 'cart-sync': sync }) => {
    const quantities = quantitiesOf(cart);
    isPending =
      sync?.clientId === clientId &&
      differs(quantities, sync) &&
      !(sync.refused && sameQuantities(quantities, sync.refused));
    if (!isPending || !sync) return {};
    // The same cart keeps its sequence: if it was accepted and only the response was lost, the server says so.
    const last = sync.sent.at(-1);
    if (last && sameQuantities(last.quantities, quantities)) return {};
    const seq = sync.seq + 1;
    return { 'cart-sync': { ...sync, seq, sent: [...sync.sent, { seq, quantities }].slice(-50) } };
  });
  if (!isPending || !sync) return undefined;
  const { seq, etag, base = {}, sent } = sync;
  const hasChoices = [base, ...sent.map(({ quantities }) => quantities)].some(haveChoices);
  return { cart, revision: { clientId, seq, etag, hasChoices } };
}

/** Whether any is of a line with choices or a note: its key is a list, no product's `_id`. */
const haveChoices = (quantities: Quantities) => Object.keys(quantities).some((key) => key.startsWith('["'));

/** Does nothing when a newer response was recorded before. */
const noteBase = (clientId: string, { base, etag, seq }: { base: Quantities; etag: string | null; seq?: number }) =>
  change(cartKeys, ({ 'cart-sync': sync }) => {
    const known = sync?.clientId === clientId && (seq === undefined || sync.sent.some((sent) => sent.seq === seq));
    if (!sync || !known) return {};
    const sent = sync.sent.filter((later) => later.seq > (seq ?? Number.POSITIVE_INFINITY));
    return { 'cart-sync': { ...sync, base, etag, sent, refused: undefined } };
  });
