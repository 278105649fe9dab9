/**
 * What the build and the server agree on to make the same pages: the renderer (`prerender.mjs`) and the pages it fills
 * (`page-templates.json`).
 */
import { perPage } from './catalogue.ts';
import type { Category, Product, Tag } from './contract.ts';
import type { Path } from './routes.ts';

/** What pages show of a menu: its first page, and how many products there are in all. */
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
  // Descriptions, which only a product's detail shows, come with the whole menu: a page must fit into a few packets.
  products: products.slice(0, perPage).map((product) => ({ ...product, description: '' })),
  count: products.length,
  categories: [...categories],
  tags: [...tags],
});

/** The SVG at an address of this origin; undefined where there is none. */
export type DrawingAt = (address: string) => Promise<string | undefined>;

export interface Renderer {
  /**
   * The whole page of a route: `template` is the built page around an empty `#root`. Without a menu its screen waits for
   * one. With `drawing`, what is painted at once stands in the page itself.
   */
  pageOf(path: Path, template: string, menu?: FirstPage, drawing?: DrawingAt): Promise<string>;
}

/** Where the page of a route stands in a built storefront, as static hosts look for it. */
export const pageFile = (path: Path) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/**
 * The pages that show the menu, so the server renders them anew when it changes; all others stay the same until the
 * next build.
 */
export const menuPages: readonly Path[] = ['/products'];

/** The pages that the worker stores as they are: the public ones. All others it answers with the shell. */
export const storedPages: readonly Path[] = ['/', '/products', '/about', '/contact'];

/**
 * The empty page, which its scripts fill with the screen of any address: where a page is not stored, and where an
 * address does not exist.
 */
export const shellFile = 'shell.html';
export const shellPath = `/${shellFile}`;
