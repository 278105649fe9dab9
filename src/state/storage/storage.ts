/** What this device stores of the shop, and whether the browser may delete it (decision S4). */
import { atom } from 'jotai';
import { cacheSummary } from '#device/cache-summary';
import { storedLists } from '#device/private-lists';
import { resource } from '../connection/resource.ts';

/** The contents of the storage panel. */
export type Holdings = Awaited<ReturnType<typeof readHoldings>>;

/**
 * `cached`: undefined where the browser does not let the page read its caches. `own`: how many of the customer's orders and addresses can be read
 * without a connection. `usage`: bytes in all. `persisted`: whether the browser has promised not to delete it automatically.
 */
async function readHoldings() {
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
}

/** Read when it is first shown, and whenever it is set. */
export const holdingsAtom = resource(readHoldings);

/** 'Jaga penyimpanan': asks the browser for persistent storage; resolves with whether it was granted. */
export const persistAtom = atom(null, async (_get, set) => {
  const persisted = await navigator.storage?.persist?.().catch(() => false);
  await set(holdingsAtom);
  return persisted ?? false;
});
