/** A new version of the shop that is waiting, and when it may be applied. */
import { atom, type Store } from 'jotai';
import { outboxName, withLock } from '#device/locks';
import { isSaying } from '../../../design/messages.tsx';
import { wantedProductAtom } from '../cart/cart.ts';
import { lastAcceptedIdAtom, paymentAtom, sendingOrdersAtom } from '../checkout/stored-orders.ts';
import { waitForAtom } from '../frame/wait-for-atom.ts';
import { deviceKeepsAtom } from '../storage/stored-atom.ts';

/**
 * Set while a new version is waiting: `apply` applies it and reloads this tab only. `apply` is undefined after the
 * customer has agreed.
 */
export const applyUpdateAtom = atom<{ apply: (() => void) | undefined } | null>(null);

/** Whether this tab is sending an order. */
const isLeavingAtom = atom((get) => get(sendingOrdersAtom).length > 0 || get(paymentAtom).sending);

/**
 * Runs `work` as soon as neither this tab, nor another one, nor the worker is sending an order; until `work` is done, none
 * of them begins to send.
 */
export async function whenNothingLeaves(store: Store, work: () => void | Promise<void>): Promise<void> {
  await waitForAtom(store, isLeavingAtom, (isLeaving) => !isLeaving);
  await withLock(outboxName, async () => work());
}

/**
 * Whether a reload of the screen at `pathname` would not disturb the customer. False while they type, read a dialog or
 * notification, or pay, and where only this tab stores their data.
 */
export function isQuiet(store: Store, pathname: string): boolean {
  if (store.get(isLeavingAtom) || store.get(lastAcceptedIdAtom) || store.get(wantedProductAtom)) return false;
  if (!store.get(deviceKeepsAtom)) return false;
  if (pathname.startsWith('/carts/') || pathname === '/account/login' || pathname === '/account/register') return false;
  const typing = document.activeElement?.matches('input, textarea, select') ?? false;
  return !typing && !isSaying() && !document.querySelector('dialog[open]');
}
