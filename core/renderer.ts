/** The contract between build and server: the renderer (`prerender.mjs`) and its templates (`page-templates.json`). */
import { perPage } from './catalogue.ts';
import type { Category, Product, Tag } from './contract.ts';
import type { Path } from './routes.ts';

export interface FirstPage {
  products: Product[];
  count: number;
  categories: Category[];
  tags: Tag[];
}

export const firstPageOf = ({ products, categories, tags }: Omit<FirstPage, 'count'>): FirstPage => ({
  // Only a product's detail shows it, and that loads the whole menu: a page must fit into a few packets.
  products: products.slice(0, perPage).map(({ option_groups, ...product }) => ({ ...product, description: '' })),
  count: products.length,
  categories,
  tags,
});

export type DrawingAt = (address: string) => Promise<string | undefined>;

export interface Renderer {
  /** `template` has an empty `#root`. Without a menu the screen waits for one; `drawing` inlines the first paint's drawings. */
  pageOf(path: Path, template: string, menu?: FirstPage, drawing?: DrawingAt): Promise<string>;
}

export const pageFile = (path: Path) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Rendered again when the menu changes; all others stay the same until the next build. */
export const menuPages: readonly Path[] = ['/products'];

/** The empty page in which scripts render any screen: where a page is not cached, and where an address does not exist. */
export const shellFile = 'shell.html';
export const shellPath = `/${shellFile}`;
