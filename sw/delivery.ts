import { Session } from '#core/contract';
import { syncCart } from '#device/cart-sync';
import { deliverDue } from '#device/outbox';
import { isAutoRetried } from '#device/outbox-states';
import { outboxOrdersOf } from '#device/outbox-store';
import { pendingAddresses, sendPendingAddresses } from '#device/pending-addresses';
import { read } from '#device/store';

/** Rejects while something is pending that needs no customer: then the browser wakes the worker again. */
export async function deliverPending(): Promise<void> {
  await deliverDue({ all: true });
  const cart = await syncCart();
  const { needsLogin } = await sendPendingAddresses({ all: true });
  const { auth } = await read({ auth: Session });
  const orders = auth ? await outboxOrdersOf(auth) : [];
  const addresses = auth && !needsLogin ? await pendingAddresses(auth) : [];
  if (cart.state === 'pending' || orders.some(isAutoRetried) || addresses.some(({ refused }) => !refused)) {
    throw new Error('Not all is sent');
  }
}
