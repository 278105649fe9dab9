/** The orders that this device keeps, as the screens see them; `outbox.ts` moves them. */
import { atom } from 'jotai';
import { isOpen, needsConsent } from '#device/intent';
import { device } from './device.ts';
import { keptOwn } from './own-atom.ts';

/** Setting it reads them, which only `readIntentsAtom` may do: it makes news of what has changed. */
export const keptIntentsAtom = keptOwn(device.intentsOf);

/** Every intent of the customer who is logged in, newest first. */
export const intentsAtom = atom((get) => get(keptIntentsAtom));

/** What is on its way, waits for a decision, or was refused and not read yet; newest first. */
export const waitingOrdersAtom = atom((get) =>
  get(intentsAtom).filter((intent) => isOpen(intent) || needsConsent(intent) || intent.state === 'refused'),
);
