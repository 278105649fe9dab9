/** The whole menu in memory, and the products that a filter selects (decisions A6 and A7). */
import { atom, type Store, type WritableAtom } from 'jotai';
import { type Filter, isFiltered, matching, noFilter, ranked } from '#core/catalogue';
import type { Category, Product, Tag } from '#core/contract';
import {
  getBanks,
  getCategories,
  getFilteredProducts,
  getMiniMarkets,
  getProducts,
  getTags,
  type ListOptions,
} from '#device/api';
import type { WorkerMessage } from '#device/worker-messages';
import { loadWithRetry } from '../connection/load-with-retry.ts';
import { type Resource, resource } from '../connection/resource.ts';
import type { MenuOptions } from './menu-options.ts';

/** A cached menu younger than this, in ms, counts as confirmed by the shop. */
const freshFor = 60_000;

const isFresh = ({ cachedSince }: { cachedSince?: number }) =>
  cachedSince === undefined || Math.abs(Date.now() - cachedSince) < freshFor;

interface Menu {
  items: Product[];
  /** What the products can be had with; absent with the first page, and where none has options. */
  choices?: Omit<MenuOptions, 'items'>;
  /** How many products exist, also if `items` are not all of them. */
  count: number;
  /** When it came from the shop, in ms since 1970. */
  receivedAt?: number | undefined;
  /** Present while the cached menu is shown and the shop has not confirmed it; ms since 1970. */
  cachedSince?: number;
  /** The shop has confirmed it within `freshFor`. */
  isOfToday?: boolean;
  /** Whether it is the menu of the prerendered page; the whole menu is not loaded yet. */
  isFirstPage?: boolean;
}

/** The menu of the shop or the device, with its options. */
async function loadMenu(options: ListOptions): Promise<Menu & { cachedSince?: number }> {
  const { groups, ...menu } = await getProducts(options);
  if (!menu.items.some((product) => product.option_groups)) return menu;
  const { withOptions } = await loadWithRetry(() => import('./menu-options.ts'));
  const { items, ...choices } = withOptions(menu.items, groups);
  return { ...menu, items, choices };
}

const confirmed = (menu: Menu): Menu => ({ ...menu, receivedAt: menu.cachedSince ?? Date.now(), isOfToday: true });

/** The whole menu. */
export const menuAtom = resource<Menu>(async (_get, { noCache, show }) => {
  const menu = await loadMenu({ noCache });
  if (isFresh(menu)) return confirmed(menu);
  show({ ...menu, receivedAt: menu.cachedSince });
  return confirmed(await loadMenu({ noCache: true }));
});

/**
 * The product with an id, as the menu lists it now; null when it is gone, undefined while that is not known. It is known
 * only from a complete menu that the shop has just confirmed.
 */
export const listedProductAtom = atom((get) => {
  const { items = [], count, isOfToday } = get(menuAtom).data ?? {};
  const unlisted = isOfToday && items.length === count ? null : undefined;
  return (id: string) => items.find(({ _id }) => _id === id) ?? unlisted;
});

/** What the products can be had with; undefined while that is not known, and at a plain host (decision M4). */
export const choicesAtom = atom((get) => get(menuAtom).data?.choices);

export const categoriesAtom = resource<Category[]>(
  async (_get, { noCache }) => (await getCategories({ noCache })).items,
);
export const tagsAtom = resource<Tag[]>(async (_get, { noCache }) => (await getTags({ noCache })).items);
export const banksAtom = resource(getBanks);
export const miniMarketsAtom = resource(getMiniMarkets);

/** The specification's debounce of a search, in ms (section 9). */
const searchDebounce = 1_000;

/** The filter of the last request to the host. */
const filterAtom = atom<Filter>(noFilter);

const foundAtom = resource((get) => getFilteredProducts(get(filterAtom)), filterAtom);

const nameOf = ({ category, tags, keyword }: Filter) => JSON.stringify([category, tags, keyword.trim()]);

let debounced: ReturnType<typeof setTimeout> | undefined;

/** Sends the specified request for a filter; for a keyword 1000 ms after the last change. A later filter cancels an earlier one. */
export const askFilterAtom = atom(null, (get, set, filter: Filter) => {
  clearTimeout(debounced);
  const before = get(filterAtom);
  // A new object, which starts without the last result.
  set(filterAtom, { ...filter });
  // 'All', and a keyword that was emptied, load all again (specification §2).
  if (isFiltered(filter)) debounced = setTimeout(() => void set(foundAtom), filter.keyword ? searchDebounce : 0);
  else if (isFiltered(before)) void set(menuAtom);
});

/** Requests the products of the last filter again, if that has failed. */
export const retryFilterAtom = atom(null, (_get, set) => void set(foundAtom, { ifOld: true }));

/** Reloads the menu and the filtered products. */
export const reloadMenuAtom = atom(null, async (get, set, options: { noCache?: boolean } = {}) => {
  const [menu] = await Promise.all([set(menuAtom, options), isFiltered(get(filterAtom)) && set(foundAtom)]);
  return menu;
});

interface ProductList extends Resource<Product[]> {
  /**
   * How many products exist according to the host; more than in `data` when it sent only a part (decision A6). -1 while
   * unknown.
   */
  totalItems: number;
  /** Whether the specified request failed; `data` may be from the menu on the device. */
  filterFailed: boolean;
  /** Whether `data` is the first page of `totalItems`, and the rest is being loaded. */
  isFirstPage?: boolean;
}

/** The products that a filter selects: from memory at once, from the host's response when there is one. */
function productsOf(
  filter: Filter,
  menu: Resource<Menu>,
  found: Resource<{ items: Product[]; count: number }>,
): ProductList {
  if (!isFiltered(filter)) {
    const { data: { items, count = -1, isFirstPage = false } = {}, ...loading } = menu;
    if (!items) return { ...loading, totalItems: -1, filterFailed: false };
    // A reload or its failure never hides data.
    const status = isFirstPage ? menu.status : 'success';
    return { ...loading, status, data: items, totalItems: count, filterFailed: false, isFirstPage };
  }
  const filterFailed = found.failure !== undefined;
  const sorted = (items: readonly Product[]) => ranked(items, filter.keyword, menu.data?.items);
  if (found.data) {
    return { status: 'success', data: sorted(found.data.items), totalItems: found.data.count, filterFailed };
  }
  if (menu.data && !menu.data.isFirstPage) {
    const data = sorted(matching(menu.data.items, filter));
    return { status: 'success', data, totalItems: data.length, filterFailed };
  }
  return { status: filterFailed ? 'error' : 'process', totalItems: -1, filterFailed };
}

/** `productsOf` with the current menu and result. */
export const productListAtom = atom((get) => {
  const menu = get(menuAtom);
  const [asked, found] = [nameOf(get(filterAtom)), get(foundAtom.peekAtom)];
  return (filter: Filter) => productsOf(filter, menu, nameOf(filter) === asked ? found : { status: 'process' });
});

/**
 * 'Perbarui menu': reloads the menu from the shop; resolves with the number of products, undefined without a response.
 */
export const refreshMenuAtom = atom(null, async (_get, set) => {
  const [menu] = await Promise.all([
    set(reloadMenuAtom, { noCache: true }),
    set(categoriesAtom, { noCache: true }),
    set(tagsAtom, { noCache: true }),
  ]);
  return menu.status === 'success' ? menu.data?.items.length : undefined;
});

/** Reloads a list when the worker reports that its cached response has changed. */
export function followWorker(store: Store) {
  const lists = { products: reloadMenuAtom, categories: categoriesAtom, tags: tagsAtom, banks: banksAtom };
  const byName = new Map<string, WritableAtom<unknown, [], unknown>>(
    Object.entries({ ...lists, 'mini-markets': miniMarketsAtom }),
  );
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<Partial<WorkerMessage> | null>) => {
    const [, name = ''] = /\/([\w-]+)$/.exec((data?.type === 'CHANGED' && 'url' in data && data.url) || '') ?? [];
    const list = byName.get(name);
    if (list) store.set(list);
  });
}
