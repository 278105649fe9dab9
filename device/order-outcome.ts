/** What the shop's answers say about an order that was sent, and what they do not (decisions O2, O3a, O5). */
import type { Order, PlacedOrder, Quote } from '#core/contract';
import { isPage, NotTheShop, refusalOf, retryAfterOf, statusOf } from './failures.ts';
import { type Intent, isSettled, orderOf } from './intents.ts';

export type Outcome =
  /** No word on this order: it may be there or not. `answered`: what comes behind it may try now; `wait` in ms. */
  | { is: 'unknown'; answered: boolean; wait: number | undefined }
  | { is: 'needs_login' }
  /** Its key was spent: it is not there and never will be. */
  | { is: 'voided' }
  | { is: 'quote_changed'; quote: Quote }
  | { is: 'refused'; reason?: string; code?: string };

/** What a failed call about an order means; `posted`: the order itself was sent with it, `keyed`: with its key. */
export function outcomeOf(failure: unknown, { posted, keyed }: { posted: boolean; keyed: boolean }): Outcome {
  const status = statusOf(failure) ?? 0;
  const refusal = refusalOf(failure);
  const answered = failure instanceof NotTheShop || (status > 0 && status < 500 && status !== 429);
  const unknown = { is: 'unknown', answered, wait: retryAfterOf(failure) } as const;
  // A firewall or a gateway may refuse anything. Of a host that has announced itself only its own word counts; no shop's
  // API refuses with a page.
  if (status < 400 || status >= 500 || !(refusal || (!keyed && !isPage(failure)))) return unknown;
  if (status === 401) return { is: 'needs_login' };
  if (refusal?.code === 'order_voided') return { is: 'voided' };
  // Under way there, or it is something else that was refused.
  if (!posted || [408, 425, 429].includes(status)) return unknown;
  if (refusal?.code === 'quote_changed' && refusal.quote) return { is: 'quote_changed', quote: refusal.quote };
  if (status === 409) return unknown;
  return { is: 'refused', ...(refusal && { reason: refusal.message, code: refusal.code }) };
}

/** Whether a host that knows no keys answered with an order that cannot be this intent: it was there before, or is for somebody else. */
export function isAnothers({ order_number, delivery_address }: PlacedOrder, intent: Intent): boolean {
  const { fullName } = orderOf(intent).delivery_address;
  return (
    (intent.knownNumbers ?? []).includes(order_number) ||
    (delivery_address?.fullName ?? fullName).trim() !== fullName.trim()
  );
}

/** What every host lists of an order (specification §3): of the same worth, and for the same person. */
export const areAlike = (listed: PlacedOrder, { totalShopping, totalQty, delivery_address }: Order) =>
  listed.totalShopping === totalShopping &&
  listed.totalQty === totalQty &&
  (listed.delivery_address?.fullName ?? delivery_address.fullName) === delivery_address.fullName;

/**
 * The one listed order that can only be this intent, which is one of `all`: as they were read together, after the list. By its
 * key, where it was sent with one; else the one like it that is new since it left, is claimed by no other intent of the
 * customer, and could not be of another one that was sent.
 */
export function theOrderOf(id: string, listed: PlacedOrder[], all: readonly Intent[]): PlacedOrder | undefined {
  const named = listed.find(({ client_ref }) => client_ref === id);
  // A login or a logout meanwhile leaves the numbers of what it forgets with this intent, where they are found now.
  const intent = all.find((one) => one.id === id);
  if (named || !intent || intent.keyed || !intent.knownNumbers) return named;
  const order = orderOf(intent);
  const others = all.filter((other) => other.id !== id && other.customer === intent.customer);
  const rivals = others.some((other) => {
    if ((isSettled(other) && !other.resent) || !other.everSent || other.keyed) return false;
    const { totalShopping, totalQty } = orderOf(other);
    return totalShopping === order.totalShopping && totalQty === order.totalQty;
  });
  if (rivals) return undefined;
  const taken = new Set([...intent.knownNumbers, ...others.map(({ order }) => order?.order_number)]);
  const candidates = listed.filter((one) => !taken.has(one.order_number) && areAlike(one, order));
  return candidates.length === 1 ? candidates[0] : undefined;
}
