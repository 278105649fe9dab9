/** Where an intent stands: apart from `intents.ts`, because the first screen asks this, and that module comes behind the paint. */
import type { Intent } from './intents.ts';

/** Whether an intent is still on its way to the shop. */
export const isOpen = ({ state }: Pick<Intent, 'state'>) =>
  state === 'stored' || state === 'unsure' || state === 'needs_login';

/** Whether it waits for a decision of the customer (decision O3: 'Perlu persetujuan'). */
export const needsConsent = ({ state }: Pick<Intent, 'state'>) => state === 'too_old' || state === 'quote_changed';
