/**
 * Notifications of this browser about a customer's orders (Web Push, decision W9). Only the bundled server sends them. A subscription belongs to
 * the customer who asked for it, and ends with the session.
 */
import * as v from 'valibot';
import type { Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { bearer, extra, jsonOf } from '#device/api';
import { hasKedaiCapabilities } from '#device/capabilities';
import { change, read } from '#device/store';

/** Whose orders this browser is notified of; deleted with the session (`session.ts`). */
const keys = { push: v.object({ customer: v.string() }) };

/**
 * Whether this browser can be notified: 'uninstalled' is an iPhone, where only an installed app can; 'refused' by the customer, which only
 * the browser's settings change.
 */
export type PushState = 'unsupported' | 'uninstalled' | 'refused' | 'off' | 'on';

export async function pushState(session: Session): Promise<PushState> {
  if (!(await hasKedaiCapabilities())) return 'unsupported';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    const isOnIphone = 'standalone' in navigator && !navigator.standalone;
    return isOnIphone ? 'uninstalled' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'refused';
  const { push } = await read(keys);
  if (push?.customer !== customerOf(session) || Notification.permission !== 'granted') return 'off';
  return (await subscriptionOfBrowser()) ? 'on' : 'off';
}

const subscriptionOfBrowser = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** Asks for the browser's permission, and subscribes (`GET /push/key`, `PUT /push/subscription`). To be called on a tap. Rejects as the calls do, and as the browser does. */
export async function startPush(session: Session): Promise<PushState> {
  const authorized = { headers: bearer(session.token) };
  // First, while the tap still counts.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'off';
  const { key } = await jsonOf('GET /push/key', extra.get('push/key', authorized), v.object({ key: v.string() }));
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of a former customer, or for another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await extra.put('push/subscription', { ...authorized, json: subscription.toJSON() });
  await change(keys, () => ({ push: { customer: customerOf(session) } }));
  return 'on';
}

/** Ends the notifications, on this device at once (`DELETE /push/subscription`). Rejects as the call does when the shop could not be told. */
export async function stopPush(session: Session): Promise<void> {
  const endpoint = await forgetPush();
  await change(keys, () => ({ push: undefined }));
  if (endpoint) await extra.delete('push/subscription', { headers: bearer(session.token), json: { endpoint } });
}

/** Ends the browser's subscription, also without a connection. Resolves with its endpoint. Never rejects. */
export async function forgetPush(): Promise<string | undefined> {
  try {
    const subscription = 'serviceWorker' in navigator ? await subscriptionOfBrowser() : undefined;
    await subscription?.unsubscribe();
    return subscription?.endpoint;
  } catch (failure) {
    console.warn('The notifications could not be ended on this device', failure);
    return undefined;
  }
}
