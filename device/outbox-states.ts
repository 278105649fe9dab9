/** What the state of an outbox order means. */
import type { OutboxOrder } from './outbox-order.ts';

/** Whether it is sent and retried automatically: it needs neither a login nor a decision of the customer. */
export const isAutoRetried = ({ state }: OutboxOrder) => state === 'stored' || state === 'unsure';

/** Whether it is still to be sent, or its outcome is unknown. */
export const isOpen = (entry: OutboxOrder) => isAutoRetried(entry) || entry.state === 'needs_login';

/** Whether it waits for a decision of the customer (decision O3: 'Perlu persetujuan'). */
export const needsConsent = ({ state }: OutboxOrder) => state === 'too_old' || state === 'quote_changed';

/** Whether it has reached its final state: accepted, refused or cancelled. */
export const isSettled = (entry: OutboxOrder) => !isOpen(entry) && !needsConsent(entry);

/** Whether it can be cancelled: not after it was sent to a host without idempotency keys. */
export const canCancel = (entry: OutboxOrder) =>
  entry.state === 'quote_changed' || (!isSettled(entry) && (!entry.everSent || entry.keyed === true));
