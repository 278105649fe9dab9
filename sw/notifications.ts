/** Notifications of the shop about an order (Push API, decision W9). */
import * as v from 'valibot';
import { Session } from '#core/contract';
import { shortNumber } from '#core/order-steps';
import { PushMessage } from '#core/push';
import { outboxOrdersOf } from '#device/outbox-store';
import { storedLists } from '#device/private-lists';
import { read } from '#device/store';
import type { WorkerMessage } from '#device/worker-messages';

declare const self: ServiceWorkerGlobalScope;

/** Not in every browser. */
const badge = navigator as { setAppBadge?(count: number): Promise<void> };

const words = new Map([
  ['ready', 'sudah siap'],
  ['delivering', 'sedang diantar'],
  ['cancelled', 'dibatalkan'],
]);

const orderList = '/account/order-list';

/** Shows what a push says. A browser demands a notification for each, so one that says nothing of this customer shows no number. */
export async function showNotification(data: PushMessageData | null): Promise<void> {
  const message = messageIn(data);
  const isOwn = message !== undefined && (await isOfCustomer(message.order_number).catch(() => false));
  const title = isOwn
    ? `Pesanan ${shortNumber(message.order_number)} ${words.get(message.status) ?? 'berubah'}`
    : 'Ada kabar dari kedai';
  await self.registration.showNotification(title, {
    body: 'Ketuk untuk melihat pesanan Anda.',
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    lang: 'id',
    // A later one of the same order takes its place.
    tag: isOwn ? message.order_number : 'kedai',
  });
  if (isOwn && message.status === 'ready') await badge.setAppBadge?.(1).catch(() => {});
}

function messageIn(data: PushMessageData | null): PushMessage | undefined {
  try {
    const message = v.safeParse(PushMessage, data?.json());
    return message.success ? message.output : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the customer who is logged in on this device has such an order. */
async function isOfCustomer(orderNumber: string) {
  const { auth } = await read({ auth: Session });
  if (!auth) return false;
  const { 'own-orders': list } = await storedLists();
  if (list?.items.some(({ order_number }) => order_number === orderNumber)) return true;
  return (await outboxOrdersOf(auth)).some(({ order }) => order?.order_number === orderNumber);
}

/** Shows the customer's orders, in a tab that is open where there is one. */
export async function openOrders(): Promise<void> {
  const [tab] = await self.clients.matchAll({ type: 'window' });
  if (!tab) return void (await self.clients.openWindow(orderList));
  tab.postMessage({ type: 'SHOW_ORDERS' } satisfies WorkerMessage);
  await tab.focus();
}
