/** The menu, in which products are marked as sold out or available again (decision W8). */
import { atom, type Store } from 'jotai';
import type { Product } from '#core/contract';
import { inTurn } from '#device/platform';
import { getProducts, patchProduct } from './api.ts';
import { sessionAtom } from './session.ts';

/** Undefined until it was loaded. */
export const menuAtom = atom<{ products: readonly Product[]; etag: string | undefined }>();

/** Loads the menu, if it has changed. Rejects as the call does. */
export const loadMenu = (store: Store, token: string) =>
  inTurn('menu', async () => {
    const { data, etag } = await getProducts(token, store.get(menuAtom)?.etag);
    if (data) store.set(menuAtom, { products: data.items, etag });
  });

/** Marks a product, in the order of pressing. Rejects when the shop has not done it. */
export const markProduct = (store: Store, id: string, available: boolean) =>
  inTurn(`product ${id}`, async () => {
    const token = store.get(sessionAtom)?.token;
    if (token === undefined) return;
    const product = await patchProduct(token, id, available);
    const menu = store.get(menuAtom);
    if (menu) store.set(menuAtom, { ...menu, products: menu.products.map((one) => (one._id === id ? product : one)) });
  });
