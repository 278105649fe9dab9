/** What staff do at the counter of the running shop (decision W2). */
import { expect, inject } from 'vitest';
import type { StatusChange } from '#core/counter';

let taps = 0;

/** Changes an order's status. */
export async function setStatusAtCounter(orderNumber: string, change: StatusChange) {
  const answer = await fetch(`/api/counter/orders/${orderNumber}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${inject('staffToken')}`,
      'content-type': 'application/json',
      'idempotency-key': `tap-${process.pid}-${++taps}`,
    },
    body: JSON.stringify(change),
  });
  expect(answer.status).toBe(200);
}
