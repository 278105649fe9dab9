/** The outcomes of addresses that were sent in the background. Each is announced to the customer once, on any screen. */
import { perCustomerAtom } from './per-customer-atom.ts';

export const addressNotificationsAtom = perCustomerAtom<readonly ('saved' | 'changed' | 'refused')[]>([]);
