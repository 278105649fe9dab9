import type { Store } from 'jotai';
import { patchProduct } from './api.ts';
import { sessionAtom } from './session.ts';

/** Marks a product as sold out or available again (decision W8). Rejects when the shop has not done it. */
export async function markProduct(store: Store, id: string, available: boolean) {
  const token = store.get(sessionAtom)?.token;
  if (token !== undefined) await patchProduct(token, id, available);
}
