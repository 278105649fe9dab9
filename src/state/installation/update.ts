/** A new version of the shop, from the moment it waits until this tab shows it. */
import { atom, type Store } from 'jotai';
import { outboxName, withLock } from '#device/platform';
import { wantedProductAtom } from '../cart/wanted-product.ts';
import { lastOrderAtom } from '../checkout/last-order.ts';
import { sendingOrdersAtom } from '../checkout/outbox.ts';
import { paymentAtom } from '../checkout/payment.ts';
import { waitForAtom } from '../frame/wait-for-atom.ts';
import { onlyThisPageAtom } from '../storage/stored-atom.ts';

/**
 * Set while a new version waits: `apply` takes it and reloads this tab, no other; undefined once the customer has
 * agreed.
 */
export const applyUpdateAtom = atom<{ apply: (() => void) | undefined } | null>(null);

/** Whether an order is leaving from this tab. */
const isLeavingAtom = atom((get) => get(sendingOrdersAtom).length > 0 || get(paymentAtom).sending);

/**
 * Runs `work` as soon as no order is leaving, from this tab, another one or the worker; until it is done none begins
 * to.
 */
export async function whenNothingLeaves(store: Store, work: () => void | Promise<void>): Promise<void> {
  await waitForAtom(store, isLeavingAtom, (isLeaving) => !isLeaving);
  await withLock(outboxName, async () => work());
}

/**
 * Whether a reload of the screen at `pathname` would cost the customer nothing. False while they type, are asked or told
 * something, or pay, and where only this tab stores their data.
 */
export function isQuiet(store: Store, pathname: string): boolean {
  if (store.get(isLeavingAtom) || store.get(lastOrderAtom) || store.get(wantedProductAtom)) return false;
  if (store.get(onlyThisPageAtom)) return false;
  if (pathname.startsWith('/carts/') || pathname === '/account/login' || pathname === '/account/register') return false;
  const typing = document.activeElement?.matches('input, textarea, select') ?? false;
  return !typing && !document.querySelector('dialog[open], [id^=toast]');
}
