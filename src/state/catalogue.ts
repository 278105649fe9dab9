/** The menu: all of it in memory, and what a filter means (decisions A6 and A7). */
import { atom, type createStore } from 'jotai';
import { type Filter, isFiltered, matching } from '#core/catalogue';
import type { Category, Product, Tag } from '#core/contract';
import { getBanks, getCategories, getFilteredProducts, getMiniMarkets, getProducts, getTags } from './device.ts';
import { type Resource, resource } from './resource.ts';

/** Older than this, in ms, what the device keeps may no longer be what the shop says. */
const freshFor = 60_000;

const isFresh = ({ keptSince }: { keptSince?: number }) =>
  keptSince === undefined || Math.abs(Date.now() - keptSince) < freshFor;

interface Menu {
  items: Product[];
  /** How many there are, also where `items` are not all of them. */
  count: number;
  /** While the device's own menu is shown and the shop has not confirmed it; ms since 1970. */
  keptSince?: number;
  /** What a prerendered page brought along, until the whole menu is here. */
  isFirstPage?: boolean;
}

/** The whole menu. */
export const menuAtom = resource<Menu>(async (_get, { fresh, show }) => {
  const menu = await getProducts({ fresh });
  if (isFresh(menu)) return menu;
  show(menu);
  return getProducts({ fresh: true });
});
export const categoriesAtom = resource<Category[]>(async (_get, { fresh }) => (await getCategories({ fresh })).items);
export const tagsAtom = resource<Tag[]>(async (_get, { fresh }) => (await getTags({ fresh })).items);
export const banksAtom = resource(getBanks);
export const miniMarketsAtom = resource(getMiniMarkets);

/** The specification's debounce of a search, in ms (section 9). */
const searchDebounce = 1_000;

/** The last filter that was asked of the host, and what it answered. */
const askedAtom = atom<{ filter: string; answer: Resource<{ items: Product[]; count: number }> }>({
  filter: '',
  answer: { status: 'idle' },
});

const nameOf = (filter: Filter) => JSON.stringify([filter.category, filter.tags, filter.keyword.trim()]);

let debounced: ReturnType<typeof setTimeout> | undefined;

/** Makes the specified call for a filter, a keyword's after 1000 ms of rest; a later filter silences an earlier one. */
export const askFilterAtom = atom(null, (get, set, filter: Filter) => {
  clearTimeout(debounced);
  const name = nameOf(filter);
  const before = get(askedAtom).filter;
  set(askedAtom, { filter: name, answer: { status: 'process' } });
  if (!isFiltered(filter)) {
    // 'All', and a keyword that was emptied, load all again (specification §2).
    if (before && before !== name) void set(menuAtom);
    return;
  }
  const keep = (answer: Resource<{ items: Product[]; count: number }>) => {
    if (get(askedAtom).filter === name) set(askedAtom, { filter: name, answer });
  };
  const ask = () =>
    getFilteredProducts(filter).then(
      (data) => keep({ status: 'success', data }),
      (failure: unknown) => {
        console.warn('Error fetching filtered products', failure);
        keep({ status: 'error', failure });
      },
    );
  debounced = setTimeout(() => void ask(), filter.keyword ? searchDebounce : 0);
});

export interface ProductList extends Resource<Product[]> {
  /** What the host says there is; more than the data when it gave only a part (decision A6). -1 until something is known. */
  totalItems: number;
  /** The specified call failed although the menu on the device could answer. */
  filterFailed: boolean;
  /** The data are the first page of `totalItems`, and the rest is on its way. */
  isFirstPage?: boolean;
}

/** What a filter means now: from memory at once, from the host's answer as soon as there is one. */
function productsOf(
  filter: Filter,
  menu: Resource<Menu>,
  asked: { filter: string; answer: Resource<{ items: Product[]; count: number }> },
): ProductList {
  if (!isFiltered(filter)) {
    const { items, count = -1, isFirstPage = false } = menu.data ?? {};
    const known = withData(menu, items);
    return {
      ...known,
      ...(isFirstPage && { status: menu.status }),
      totalItems: count,
      filterFailed: false,
      isFirstPage,
    };
  }
  const answer: Resource<{ items: Product[]; count: number }> =
    asked.filter === nameOf(filter) ? asked.answer : { status: 'process' };
  const filterFailed = answer.status === 'error';
  if (answer.data) {
    return { status: 'success', data: answer.data.items, totalItems: answer.data.count, filterFailed };
  }
  if (menu.data && !menu.data.isFirstPage) {
    const data = matching(menu.data.items, filter);
    return { status: 'success', data, totalItems: data.length, filterFailed };
  }
  return { status: filterFailed ? 'error' : 'process', totalItems: -1, filterFailed };
}

const withData = <T>({ status, failure }: Resource<unknown>, data: T | undefined): Resource<T> => ({
  // Something to show is never hidden by a reload or its failure.
  status: data === undefined ? status : 'success',
  ...(data !== undefined && { data }),
  ...(failure !== undefined && { failure }),
});

/** `productsOf` the filter with what is loaded now. */
export const listAtom = atom((get) => {
  const menu = get(menuAtom);
  const asked = get(askedAtom);
  return (filter: Filter) => productsOf(filter, menu, asked);
});

/** 'Perbarui menu': asks the shop itself; resolves with how many products there are now, undefined when it did not answer. */
export const refreshMenuAtom = atom(null, async (_get, set) => {
  const [menu] = await Promise.all([
    set(menuAtom, { fresh: true }),
    set(categoriesAtom, { fresh: true }),
    set(tagsAtom, { fresh: true }),
  ]);
  return menu.status === 'success' ? menu.data?.items.length : undefined;
});

/** Loads again what the worker says has changed at the host since it was kept on the device. */
export function followWorker(store: ReturnType<typeof createStore>) {
  const reload: Record<string, () => Promise<unknown>> = {
    products: () => store.set(menuAtom),
    categories: () => store.set(categoriesAtom),
    tags: () => store.set(tagsAtom),
    banks: () => store.set(banksAtom),
    'mini-markets': () => store.set(miniMarketsAtom),
  };
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type !== 'CHANGED' || !URL.canParse(data.url)) return;
    const { pathname, search } = new URL(data.url);
    if (search === '') void reload[pathname.split('/').at(-1) ?? '']?.();
  });
}
