/** The menu, in which products and choices are marked as sold out or available again (decisions W8 and M10). */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { OptionGroup, OptionGroups, Product } from '#core/contract';
import { inTurn } from '#device/locks';
import { getProducts, patchAvailable } from './api.ts';
import { longestKnown } from './board.ts';
import { read, write } from './device.ts';
import { sessionAtom, tokenAtom } from './session.ts';

interface Menu {
  products: readonly Product[];
  groups: readonly OptionGroup[];
  etag: string | undefined;
}

/** Undefined until it was loaded. */
export const menuAtom = atom<Menu>();

const Stored = v.object({ products: v.array(Product), groups: v.array(OptionGroup), loadedAt: v.number() });
const key = 'menu';
/** How often an unchanged menu is stored with its new time, in ms. */
const storeEvery = 60 * 60_000;
let storedAt = 0;

/** Loads the menu, if it has changed. Rejects as the call does; then the menu is the last one that this device knows (decision W20). */
export const loadMenu = (token: string, store: Store) =>
  inTurn('menu', async () => {
    const { data, etag } = await getProducts(token, store.get(menuAtom)?.etag).catch(async (failure: unknown) => {
      if (!store.get(menuAtom)) await readMenu(store);
      throw failure;
    });
    // Its member may have left meanwhile.
    if (store.get(tokenAtom) !== token) return;
    if (data)
      store.set(menuAtom, {
        products: data.items,
        groups: v.parse(OptionGroups, { option_groups: data.groups }),
        etag,
      });
    const loadedAt = Date.now();
    if (!data && Math.abs(loadedAt - storedAt) < storeEvery) return;
    storedAt = loadedAt;
    const { products = [], groups = [] } = store.get(menuAtom) ?? {};
    void write(key, { products, groups, loadedAt });
  });

async function readMenu(store: Store) {
  const stored = await read(key, Stored);
  if (!stored || Math.abs(Date.now() - stored.loadedAt) > longestKnown) return;
  store.set(menuAtom, { products: stored.products, groups: stored.groups, etag: undefined });
}

/** Marks a product or a choice, in the order of pressing. Rejects when the shop has not done it. Products that it makes sold out come with the shop's 'changed'. */
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
  });
