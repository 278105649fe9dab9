/** What this device stores of the shop, and whether the browser may delete it (decision S4). */
import { atom } from 'jotai';
import { type CacheSummary, cacheSummary } from '#device/cache-summary';
import { storedLists } from '#device/private-lists';
import { resource } from '../connection/resource.ts';

/** The contents of the storage panel. */
export interface Holdings {
  /** Undefined where the browser does not let the page read its caches. */
  cached: CacheSummary | undefined;
  /** How many of the customer's own orders and addresses can be read without a connection. */
  own: { orders: number; addresses: number };
  /** Bytes in all; undefined where the browser does not report it. */
  usage: number | undefined;
  /** Whether the browser has promised not to delete it automatically; undefined where it promises nothing. */
  persisted: boolean | undefined;
}

/** Read when it is first shown, and whenever it is set. */
export const holdingsAtom = resource<Holdings>(async () => {
  // Without a secure context there is no `storage` at all.
  const storage: StorageManager | undefined = navigator.storage;
  const unknown = () => undefined;
  const [cached, own, estimate, persisted] = await Promise.all([
    cacheSummary(),
    storedLists().catch(unknown),
    storage?.estimate?.().catch(unknown),
    storage?.persisted?.().catch(unknown),
  ]);
  const { 'own-orders': orders, 'own-addresses': addresses } = own ?? {};
  const counts = { orders: orders?.items.length ?? 0, addresses: addresses?.items.length ?? 0 };
  return { cached, own: counts, usage: estimate?.usage, persisted };
});

/** 'Jaga penyimpanan': asks the browser for persistent storage; resolves with whether it was granted. */
export const persistAtom = atom(null, async (_get, set) => {
  const persisted = await navigator.storage?.persist?.().catch(() => false);
  await set(holdingsAtom);
  return persisted ?? false;
});
