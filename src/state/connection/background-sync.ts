import { outboxName } from '#device/locks';

/** Background Sync, where a browser has it; TypeScript does not know it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to wake the worker as soon as there is a connection, also when every tab is closed by then. Never
 * rejects.
 */
export async function registerSync(): Promise<void> {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(outboxName);
  } catch (refusal) {
    console.warn('The worker will not be woken', refusal);
  }
}
