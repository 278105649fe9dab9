/** The orders that this device stores, for the screens; `outbox.ts` sends and changes them. */
import { atom } from 'jotai';
import { isOpen, needsConsent } from '#device/outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { storedPerCustomer } from '../account/per-customer-atom.ts';

/** Setting it reads them again. Only `readOutboxAtom` may do that: it also adds notifications of changes. */
export const storedOutboxAtom = storedPerCustomer(outboxOrdersOf);

/** Every outbox order of the customer who is logged in, newest first. */
export const outboxOrdersAtom = atom((get) => get(storedOutboxAtom));

/** Orders that are open, need a decision, or were refused and not dismissed yet; newest first. */
export const pendingOrdersAtom = atom((get) =>
  get(outboxOrdersAtom).filter((entry) => isOpen(entry) || needsConsent(entry) || entry.state === 'refused'),
);
