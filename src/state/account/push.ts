/** Notifications of this browser about a customer's orders, as the page offers them (decision W9). */
import { customerOf, Session } from '#core/contract';
import { extra } from '#device/api';
import { hasKedaiCapabilities } from '#device/capabilities';
import { bearer } from '#device/client';
import { pushKeys, subscribe } from '#device/push';
import { change, read } from '#device/store';

/**
 * Whether this browser can be notified: 'uninstalled' is an iPhone, where only an installed app can; 'refused' by the customer, which only
 * the browser's settings change; 'on' only when the shop has just taken the subscription.
 */
export type PushState = 'unsupported' | 'uninstalled' | 'refused' | 'off' | 'on';

/** Rejects as `subscribe` does. */
export async function pushState(session: Session): Promise<PushState> {
  if (!(await hasKedaiCapabilities())) return 'unsupported';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    const isOnIphone = 'standalone' in navigator && !navigator.standalone;
    return isOnIphone ? 'uninstalled' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'refused';
  const { push } = await read(pushKeys);
  if (push?.customer !== customerOf(session) || Notification.permission !== 'granted') return 'off';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!(await registration?.pushManager.getSubscription())) return 'off';
  if (registration) await subscribe(session, registration.pushManager);
  return 'on';
}

/** Asks for the browser's permission, and subscribes. To be called on a tap. Rejects as `subscribe` does. */
export async function startPush(session: Session): Promise<PushState> {
  // First, while the tap still counts.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'off';
  // Without one `ready` would never resolve.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('No worker that could show notifications');
  const { pushManager } = await navigator.serviceWorker.ready;
  const customer = customerOf(session);
  // First: the shop may have the subscription although its answer is lost. Nothing of a customer who has logged out in the meantime.
  await change({ ...pushKeys, auth: Session }, ({ auth }) =>
    auth && customerOf(auth) === customer ? { push: { customer } } : {},
  );
  // One of a former customer.
  await (await pushManager.getSubscription())?.unsubscribe();
  await subscribe(session, pushManager);
  return 'on';
}

/** Ends the notifications on this device. A shop that could not be told (`DELETE /push/subscription`) learns it with the next one: the endpoint is gone. */
export async function stopPush(session: Session): Promise<PushState> {
  const endpoint = await forgetPush();
  await change(pushKeys, () => ({ push: undefined }));
  const call = endpoint && extra.delete('push/subscription', { headers: bearer(session.token), json: { endpoint } });
  if (call) await call.catch((failure: unknown) => console.warn('DELETE /push/subscription', failure));
  return 'off';
}

/** Closes the notifications that are shown, and ends the browser's subscription, also without a connection. Resolves with the endpoint. Never rejects. */
export async function forgetPush(): Promise<string | undefined> {
  try {
    const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
    return subscription?.endpoint;
  } catch (failure) {
    console.warn('The notifications could not be ended on this device', failure);
    return undefined;
  }
}
