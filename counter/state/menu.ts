/** The menu, in which products and choices are marked as sold out or available again (decisions W8 and M10). */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { type OptionGroup, OptionGroups, type Product } from '#core/contract';
import { inTurn } from '#device/locks';
import { getProducts, patchAvailable } from './api.ts';
import { sessionAtom } from './session.ts';

interface Menu {
  products: readonly Product[];
  groups: readonly OptionGroup[];
  etag: string | undefined;
}

/** Undefined until it was loaded. */
export const menuAtom = atom<Menu>();

/** Loads the menu, if it has changed. Rejects as the call does. */
export const loadMenu = (store: Store, token: string) =>
  inTurn('menu', async () => {
    const { data, etag } = await getProducts(token, store.get(menuAtom)?.etag);
    if (!data) return;
    store.set(menuAtom, {
      products: data.items,
      groups: v.parse(OptionGroups, { option_groups: data.groups }),
      etag,
    });
  });

/** Marks a product or a choice, in the order of pressing. Rejects when the shop has not done it. */
export const markAvailable = (store: Store, kind: 'products' | 'choices', id: string, available: boolean) =>
  inTurn(`${kind} ${id}`, async () => {
    const token = store.get(sessionAtom)?.token;
    if (token === undefined) return;
    const { available: isAvailable = true } = await patchAvailable(kind, token, id, available);
    const marked = <One extends { _id: string }>(one: One): One =>
      one._id === id ? { ...one, available: isAvailable } : one;
    const menu = store.get(menuAtom);
    if (!menu) return;
    if (kind === 'products') return store.set(menuAtom, { ...menu, products: menu.products.map(marked) });
    const groups = menu.groups.map((group) => ({ ...group, choices: group.choices.map(marked) }));
    store.set(menuAtom, { ...menu, groups });
    // A group of which too little is left makes its products sold out.
    await loadMenu(store, token);
  });
