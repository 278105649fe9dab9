/** The orders that this device keeps, as the screens see them; `outbox.ts` moves them. */
import { atom } from 'jotai';
import { isOpen, needsConsent } from '#device/intent-state';
import { device } from './device.ts';
import { keptOwn } from './session.ts';

/** Every intent of the customer who is logged in, newest first. */
export const intentsAtom = keptOwn(device.intentsOf);

/** What is on its way, waits for a decision, or was refused and not read yet; newest first. */
export const waitingAtom = atom((get) =>
  get(intentsAtom).filter((intent) => isOpen(intent) || needsConsent(intent) || intent.state === 'refused'),
);
