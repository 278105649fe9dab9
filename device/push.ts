/** Web Push (decision W9); only of the bundled server. A subscription belongs to the customer who asked for it, and ends with the session. */
import * as v from 'valibot';
import type { Session } from '#core/contract';
import { extra, jsonOf } from './api.ts';
import { bearer } from './client.ts';

export const pushKeys = { push: v.object({ customer: v.string() }) };

/** The shop may have lost the subscription. Rejects as the calls do, and as the browser does. */
export async function subscribe({ token }: Session, pushManager: PushManager) {
  const authorized = { headers: bearer(token) };
  const { key } = await jsonOf('GET /push/key', extra.get('push/key', authorized), v.object({ key: v.string() }));
  const options = { userVisibleOnly: true, applicationServerKey: key };
  // Gives the present subscription, unless that is for another key.
  const subscription = await pushManager.subscribe(options).catch(async (failure) => {
    if (failure.name !== 'InvalidStateError') throw failure;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await extra.put('push/subscription', { ...authorized, json: subscription.toJSON() });
}
