/**
 * What stands in a prerendered page and belongs to its first render: the page is hydrated with it, then asks the shop.
 */
import type { Store } from 'jotai';
import type { FirstPage } from '#core/renderer';
import type { Path } from '#core/routes';
import { categoriesAtom, menuAtom, tagsAtom } from './catalogue.ts';

export interface Prerendered {
  path: Path;
  /** Only where the screen shows some of it. */
  menu?: FirstPage | undefined;
}

/** What this page was rendered with; undefined for an empty shell, and where a host gives the page of another route. */
export function prerenderedPage(): Prerendered | undefined {
  const data = document.getElementById('prerendered')?.textContent;
  const page: Prerendered | undefined = data ? JSON.parse(data) : undefined;
  return page?.path === location.pathname ? page : undefined;
}

/** Shows the first page until the shop, or the device, has given the whole menu. */
export function showFirstPage(store: Store, { products, count, categories, tags }: FirstPage): void {
  void store.set(menuAtom, { known: { items: products, count, isFirstPage: products.length < count } });
  void store.set(categoriesAtom, { known: categories });
  void store.set(tagsAtom, { known: tags });
}
