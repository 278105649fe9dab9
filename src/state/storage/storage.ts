/** What this device holds of the shop, and how safe it is there (decision S4). */
import { atom } from 'jotai';
import type { CacheSummary } from '#device/cache-summary';
import { cacheSummary } from '#device/cache-summary';
import { storedLists } from '#device/private-lists';
import { resource } from '../connection/resource.ts';

/** What the panel about the storage shows. */
export interface Holdings {
  /** Undefined where the browser does not show it. */
  kept: CacheSummary | undefined;
  /** How many of the customer's own orders and addresses can be read without a connection. */
  own: { orders: number; addresses: number };
  /** Bytes of everything; undefined where this browser does not say. */
  usage: number | undefined;
  /** Whether the browser has promised not to clear it by itself; undefined where it promises nothing. */
  persisted: boolean | undefined;
}

/** Read when it is first shown and whenever it is set. */
export const holdingsAtom = resource<Holdings>(async () => {
  // Without a secure context there is no `storage` at all.
  const storage: StorageManager | undefined = navigator.storage;
  const unknown = () => undefined;
  const [kept, own, estimate, persisted] = await Promise.all([
    cacheSummary(),
    storedLists().catch(unknown),
    storage?.estimate?.().catch(unknown),
    storage?.persisted?.().catch(unknown),
  ]);
  const { 'own-orders': orders, 'own-addresses': addresses } = own ?? {};
  const counts = { orders: orders?.items.length ?? 0, addresses: addresses?.items.length ?? 0 };
  return { kept, own: counts, usage: estimate?.usage, persisted };
});

/** 'Jaga penyimpanan': asks the browser for its promise; resolves with whether it gave it. */
export const persistAtom = atom(null, async (_get, set) => {
  const persisted = await navigator.storage?.persist?.().catch(() => false);
  await set(holdingsAtom);
  return persisted ?? false;
});
