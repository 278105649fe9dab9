/** Every route as HTML, for a visitor nobody knows yet: by the build, and again by the server whenever the menu changes. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { perPage } from '#core/catalogue';
import type { MenuNow, Renderer } from '#core/renderer';
import type { Path } from '#core/routes';
import { newRouter } from './routes.tsx';
import { type FirstPage, type Prerendered, showFirstPage } from './state/first-page.ts';

/** What the screen shows of the menu stands in the page as data, too, so that its first render can be repeated. */
export const pageOf: Renderer['pageOf'] = async (path, frame, menu) => {
  const first = menu && firstPageOf(menu);
  const [html, without] = await Promise.all([screenOf(path, first), screenOf(path)]);
  const data: Prerendered = { path, ...(html !== without && { menu: first }) };
  return frame.replace(
    '<div id="root"></div>',
    () => `<div id="root">${html}</div><script type="application/json" id="prerendered">${embedded(data)}</script>`,
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

/** JSON inside a script element: nothing in it may look like the element's end, whatever a product is called. */
const embedded = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');
