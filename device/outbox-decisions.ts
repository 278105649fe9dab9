/** What customers decide about the orders in the outbox (decisions O3 to O6, O8, W12). */
import type { Session } from '#core/contract';
import { repricedOrder } from '#core/order';
import { heldFor } from './backoff.ts';
import { replaceOutboxOrder } from './new-outbox-order.ts';
import { voidOrder } from './order-calls.ts';
import { deliver, settleAccepted } from './outbox.ts';
import { type OutboxOrder, orderOf } from './outbox-order.ts';
import { isAutoRetried, isSettled } from './outbox-states.ts';
import { changeOutboxOrder, readOutboxOrder, resumed, settle } from './outbox-store.ts';
import { platform } from './platform.ts';

/** The order keeps its key; the minutes until it is asked about again count from now or from the end of the pause (decisions O3a, O4, O8, W12). */
export async function agreeToSend(id: string): Promise<OutboxOrder> {
  // Only if it is still too old: another tab may have sent it in the meantime.
  let agreed = false;
  await changeOutboxOrder(id, (entry) => {
    agreed = entry.state === 'too_old';
    if (!agreed) return undefined;
    return {
      ...resumed(entry),
      agreedAt: platform.now(),
      held: undefined,
      ...(entry.repeated && { repeated: undefined, repeatAgreed: true }),
      ...(entry.paused && afterPause(entry.paused)),
    };
  });
  return deliver(id, { agreed });
}

function afterPause(paused: NonNullable<OutboxOrder['paused']>) {
  const left = paused.until - platform.now();
  return { paused: { ...paused, agreed: true }, ...(left > 0 && { notBefore: paused.until, held: heldFor(left) }) };
}

/** Staff have ended the pause early. */
export async function sendAfterPause(id: string): Promise<OutboxOrder> {
  await changeOutboxOrder(id, ({ paused, ...entry }) =>
    paused && isAutoRetried(entry)
      ? { paused: { ...paused, until: platform.now() }, held: undefined, notBefore: 0 }
      : undefined,
  );
  return deliver(id);
}

/** The customer wants a waiting order besides another one, also of the same lines (decision O8). */
export const agreeToRepeat = (id: string) =>
  changeOutboxOrder(id, (entry) => (isSettled(entry) ? undefined : { repeatAgreed: true }));

/** An earlier attempt may have arrived at the shop, or may still arrive: then resolves with the entry, accepted or as it was. */
async function arrived(session: Session, entry: OutboxOrder): Promise<OutboxOrder | undefined> {
  if (!entry.keyed) return undefined;
  try {
    const late = await voidOrder(session.token, entry.id);
    return late && (await settleAccepted(entry, late));
  } catch (failure) {
    console.warn(`Order ${entry.id} may still arrive`, failure);
    return entry;
  }
}

/** For an order that takes its place once it is 'cancelled'. Resolves with the entry: without a response the customer is asked again. */
export async function closeQuoted(session: Session, id: string): Promise<OutboxOrder> {
  const entry = await readOutboxOrder(id);
  if (entry.state !== 'quote_changed') return entry;
  return (await arrived(session, entry)) ?? settle(id, { state: 'cancelled' });
}

/**
 * The old entry is closed at the shop first, then in the transaction that writes the new one.
 * Resolves with the entry that counts now: the new one; an equal one accepted since; or the old one, if it exists at the shop or that is unknown.
 * Undefined when nothing is left, or the prices were accepted before.
 */
export async function agreeToQuote(session: Session, id: string): Promise<OutboxOrder | undefined> {
  const entry = await readOutboxOrder(id);
  if (entry.state !== 'quote_changed' || !entry.quote) return undefined;
  const counting = await arrived(session, entry);
  if (counting) return counting;
  const order = repricedOrder(orderOf(entry), entry.quote);
  if (order.order_items.length === 0) {
    await settle(id, { state: 'cancelled' });
    return undefined;
  }
  const next = await replaceOutboxOrder(id, session, order);
  return next && deliver(next.id);
}

/** A refused entry ends, an accepted one is shown only on request. */
export const dismiss = (id: string): Promise<OutboxOrder> =>
  changeOutboxOrder(id, ({ state }) =>
    state === 'refused' ? { state: 'cancelled' } : state === 'accepted' ? { read: true } : undefined,
  );
