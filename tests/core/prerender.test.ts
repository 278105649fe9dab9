import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createStore, Provider } from 'jotai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { paths } from '#core/routes';
import { newRouter } from '../../src/routes.tsx';

/** The first render of a route where there is no browser at all. */
async function firstRender(path: string) {
  const router = newRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(
    createElement(Provider, { store: createStore() }, createElement(RouterProvider, { router } as never)),
  );
}

test.each(paths)('%s renders without a browser, for somebody nobody knows yet', async (path) => {
  expect(typeof window).toBe('undefined');

  const html = await firstRender(path);

  expect(html).toContain('<h1');
  // Neither a log-in prompt nor anybody's data before the device was read (decision S1).
  expect(html).not.toContain('Silahkan Log In terlebih dahulu');
  expect(html).not.toContain('Cart is');
});
