/** Every route as HTML, for a visitor nobody knows yet: by the build, and again by the server whenever the menu changes. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { perPage } from '#core/catalogue';
import type { DrawingAt, MenuNow, Renderer } from '#core/renderer';
import type { Path } from '#core/routes';
import { newRouter } from './routes.tsx';
import { type FirstPage, type Prerendered, showFirstPage } from './state/first-page.ts';

/** What the screen shows of the menu stands in the page as data, too, so that its first render can be repeated. */
export const pageOf: Renderer['pageOf'] = async (path, frame, menu, drawing) => {
  const first = menu && firstPageOf(menu);
  const [html, without] = await Promise.all([screenOf(path, first), screenOf(path)]);
  const data: Prerendered = { path, ...(html !== without && { menu: first }) };
  const shown = drawing ? await withDrawingsInside(html, drawing) : html;
  return frame.replace(
    '<div id="root"></div>',
    () => `<div id="root">${shown}</div><script type="application/json" id="prerendered">${embedded(data)}</script>`,
  );
};

const firstPageOf = ({ products, categories, tags }: MenuNow): FirstPage => ({
  // What only a product's detail says comes with the whole menu: a page must fit into a few packets.
  products: products.slice(0, perPage).map((product) => ({ ...product, description: '' })),
  count: products.length,
  categories: [...categories],
  tags: [...tags],
});

async function screenOf(path: Path, first?: FirstPage) {
  const store = createStore();
  if (first) showFirstPage(store, first);
  const router = newRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const html = renderToString(
    <StrictMode>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>,
  );
  // React's hints for pictures that stand a few lines further down.
  return html.replace(/^(<link rel="preload" as="image"[^>]*>)+/, '');
}

/** What is painted at once: drawings that need not be scrolled to. */
const atOnce = /(?<=<img src=")(\/[^"]+\.svg)(?="(?![^>]* loading="lazy"))/g;

/** In characters, all drawings of a page together: compressed, the page must still fit into one round trip (performance P1). */
const mostInside = 28_000;

/**
 * Each picture that is not asked for is a round trip less, before the largest of them is painted and before the scripts
 * get their turn (performance P4, P6).
 */
async function withDrawingsInside(html: string, drawing: DrawingAt): Promise<string> {
  const inside = new Map<string, string>();
  let room = mostInside;
  for (const [address] of html.matchAll(atOnce)) {
    const svg = inside.has(address) ? undefined : await drawing(decodeURI(address));
    if (!svg || svg.length > room) continue;
    room -= svg.length;
    inside.set(address, `data:image/svg+xml,${svg.replace(/\s+/g, ' ').replace(/[%#"&<>]/g, encodeURIComponent)}`);
  }
  return html.replace(atOnce, (address) => inside.get(address) ?? address);
}

/** JSON inside a script element: nothing in it may look like the element's end, whatever a product is called. */
const embedded = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');
