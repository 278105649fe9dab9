/** Registers the counter's worker, with which its page opens without a network (decision W20). */
import { trustedWorker } from '#device/worker-address';

export function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(trustedWorker('/counter-sw.js'), { scope: '/counter' })
    .catch((refusal: unknown) => console.warn('There is no worker', refusal));
}
