/**
 * Questions about an intent's state. Apart from `intent.ts`, which is loaded after the first paint, because the first
 * screen asks them.
 */
import type { Intent } from './intent.ts';

type Stands = Pick<Intent, 'state'>;

/** Whether it is sent by itself: nobody has to log in or decide first. */
export const goesByItself = ({ state }: Stands) => state === 'stored' || state === 'unsure';

/** Whether an intent is still on its way to the shop. */
export const isOpen = ({ state }: Stands) => goesByItself({ state }) || state === 'needs_login';

/** Whether it waits for a decision of the customer (decision O3: 'Perlu persetujuan'). */
export const needsConsent = ({ state }: Stands) => state === 'too_old' || state === 'quote_changed';
