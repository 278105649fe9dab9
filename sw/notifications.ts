import * as v from 'valibot';
import { customerOf, Session } from '#core/contract';
import { isOfCounter } from '#core/counter-pages';
import { shortNumber } from '#core/order-steps';
import { PushMessage } from '#core/push';
import { pushKeys, subscribe } from '#device/push';
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

const PushText = v.pipe(v.string(), v.parseJson(), PushMessage);

const orderList = '/account/order-list';
/** In ms; a browser opens a window only for a second after the tap. */
const maxPageMs = 500;

/** A browser demands a notification for each push: without a customer who has asked for them it shows no number. */
export async function showNotification(data: PushMessageData | null): Promise<void> {
  const message = v.safeParse(PushText, data?.text());
  const isOwn = message.success && (await subscriber().catch(() => undefined)) !== undefined;
  const title = isOwn
    ? `Pesanan ${shortNumber(message.output.order_number)} ${words.get(message.output.status) ?? 'berubah'}`
    : 'Ada kabar dari kedai';
  const options: NotificationOptions & { renotify: boolean } = {
    body: 'Ketuk untuk melihat pesanan Anda.',
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    lang: 'id',
    // A later one of the same order takes its place, and is heard like the first.
    tag: isOwn ? message.output.order_number : 'kedai',
    renotify: true,
  };
  await self.registration.showNotification(title, options);
  if (isOwn && message.output.status === 'ready') await badge.setAppBadge?.(1).catch(() => {});
}

/** The customer who is logged in, if they have asked for notifications here. A logout ends the subscription (decision W9). */
async function subscriber() {
  const { auth, push } = await read({ auth: Session, ...pushKeys });
  return auth && push?.customer === customerOf(auth) ? auth : undefined;
}

/** The browser has put another subscription in place of the old one (`pushsubscriptionchange`). */
export async function renewSubscription(): Promise<void> {
  const session = await subscriber();
  if (session) await subscribe(session, self.registration.pushManager);
}

export async function openOrders(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const pages = windows.filter(({ url }) => !isOfCounter(new URL(url).pathname));
  const answers = await Promise.all(pages.map(canShowOrders));
  const page = pages.find((_, at) => answers[at]);
  if (!page) return void (await self.clients.openWindow(orderList));
  page.postMessage({ type: 'SHOW_ORDERS' } satisfies WorkerMessage);
  await page.focus();
}

function canShowOrders(page: WindowClient) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  page.postMessage({ type: 'CAN_SHOW_ORDERS' } satisfies WorkerMessage, [port2]);
  const silence = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), maxPageMs));
  return Promise.race([answer, silence]).finally(() => port1.close());
}
