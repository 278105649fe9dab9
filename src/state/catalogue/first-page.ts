/**
 * The data in a prerendered page for its first render: the page is hydrated with it, then loads the menu from the shop.
 */
import type { Store } from 'jotai';
import type { FirstPage } from '#core/renderer';
import type { Path } from '#core/routes';
import { categoriesAtom, menuAtom, tagsAtom } from './catalogue.ts';

export interface Prerendered {
  path: Path;
  /** Only if the screen shows a part of it. */
  menu?: FirstPage | undefined;
}

/** The data of this page; undefined for an empty shell, and where a host sends the page of another route. */
export function prerenderedPage(): Prerendered | undefined {
  const data = document.getElementById('prerendered')?.textContent;
  const page: Prerendered | undefined = data ? JSON.parse(data) : undefined;
  return page?.path === location.pathname ? page : undefined;
}

/** Shows the first page until the whole menu has arrived from the shop or the device. */
export function showFirstPage(store: Store, { products, count, categories, tags }: FirstPage): void {
  void store.set(menuAtom, { known: { items: products, count, isFirstPage: products.length < count } });
  void store.set(categoriesAtom, { known: categories });
  void store.set(tagsAtom, { known: tags });
}
