import type { OutboxOrder } from './outbox-order.ts';

/** It needs neither a login nor a decision of the customer. */
export const isAutoRetried = ({ state }: OutboxOrder) => state === 'stored' || state === 'unsure';

export const isOpen = (entry: OutboxOrder) => isAutoRetried(entry) || entry.state === 'needs_login';

/** 'Perlu persetujuan' (decisions O4, O5, O8, W12). */
export const needsConsent = ({ state }: OutboxOrder) => state === 'too_old' || state === 'quote_changed';

export const isSettled = (entry: OutboxOrder) => !isOpen(entry) && !needsConsent(entry);

/** Not after it was sent to a host without idempotency keys. */
export const canCancel = (entry: OutboxOrder) =>
  entry.state === 'quote_changed' || (!isSettled(entry) && (!entry.everSent || entry.keyed === true));
