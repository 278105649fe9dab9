/** The orders that this device keeps, as the screens see them; `outbox.ts` moves them. */
import { atom } from 'jotai';
import { isOpen, needsConsent } from '#device/outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { storedPerCustomer } from '../account/per-customer-atom.ts';

/** Setting it reads them, which only `readOutboxAtom` may do: it makes notifications of what has changed. */
export const storedOutboxAtom = storedPerCustomer(outboxOrdersOf);

/** Every outbox order of the customer who is logged in, newest first. */
export const outboxOrdersAtom = atom((get) => get(storedOutboxAtom));

/** What is on its way, waits for a decision, or was refused and not read yet; newest first. */
export const pendingOrdersAtom = atom((get) =>
  get(outboxOrdersAtom).filter((entry) => isOpen(entry) || needsConsent(entry) || entry.state === 'refused'),
);
