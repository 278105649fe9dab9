/**
 * The contract between build and server for rendering the same pages: the renderer (`prerender.mjs`) and its templates
 * (`page-templates.json`).
 */
import { perPage } from './catalogue.ts';
import type { Category, Product, Tag } from './contract.ts';
import type { Path } from './routes.ts';

/** The part of a menu that pages show first: its first page, and the number of all products. */
export interface FirstPage {
  products: Product[];
  count: number;
  categories: Category[];
  tags: Tag[];
}

interface Menu {
  products: readonly Product[];
  categories: readonly Category[];
  tags: readonly Tag[];
}

/** The first page of a menu, as pages embed it. */
export const firstPageOf = ({ products, categories, tags }: Menu): FirstPage => ({
  // Only a product's detail shows its description, which is loaded with the whole menu: a page must fit into a few
  // packets.
  products: products.slice(0, perPage).map(({ option_groups, ...product }) => ({ ...product, description: '' })),
  count: products.length,
  categories: [...categories],
  tags: [...tags],
});

/** Resolves with the SVG at an address of this origin; undefined if there is none. */
export type DrawingAt = (address: string) => Promise<string | undefined>;

export interface Renderer {
  /**
   * The whole page of a route: `template` is the built page around an empty `#root`. Without a menu the screen waits for
   * one. With `drawing`, the drawings of the first paint are inlined.
   */
  pageOf(path: Path, template: string, menu?: FirstPage, drawing?: DrawingAt): Promise<string>;
}

/** The file of a route's page in a built storefront, where static hosts look for it. */
export const pageFile = (path: Path) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/**
 * The pages that show the menu: the server renders them again when it changes. All others stay the same until the next
 * build.
 */
export const menuPages: readonly Path[] = ['/products'];

/**
 * The empty page, in which scripts render the screen of any address. It is used where a page is not cached (all but
 * `publicPaths`), and where an address does not exist.
 */
export const shellFile = 'shell.html';
export const shellPath = `/${shellFile}`;
