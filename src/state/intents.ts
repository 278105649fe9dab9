/** The orders that this device keeps, as the screens see them; `outbox.ts` reads and moves them. */
import { atom } from 'jotai';
import { customerOf } from '#core/customer';
import { isOpen, needsConsent } from '#device/intent-state';
import type { Intent } from '#device/intents';
import { sessionAtom } from './session.ts';

/** As they were last read, and whose they are. */
export const keptIntentsAtom = atom<{ customer: string; intents: Intent[] }>({ customer: '', intents: [] });

/** Every intent of the customer who is logged in, newest first; nobody sees another's (decision O6). */
export const intentsAtom = atom((get): Intent[] => {
  const session = get(sessionAtom);
  const { customer, intents } = get(keptIntentsAtom);
  return session && customerOf(session) === customer ? intents : [];
});

/** What is on its way, waits for a decision, or was refused and not read yet; newest first. */
export const waitingAtom = atom((get) =>
  get(intentsAtom).filter((intent) => isOpen(intent) || needsConsent(intent) || intent.state === 'refused'),
);
