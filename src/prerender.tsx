/**
 * Renders every route as HTML, for a visitor who is not known. The build does this, and the server again whenever the menu
 * changes.
 */
import { createMemoryHistory } from '@tanstack/react-router';
import { createStore } from 'jotai';
import { renderToString } from 'react-dom/server';
import { embedded } from '#core/head';
import type { DrawingAt, FirstPage, Renderer } from '#core/renderer';
import type { Path } from '#core/routes';
import { createShopRouter, pageOf as elementOf } from './router.tsx';
import { type Prerendered, showFirstPage } from './state/catalogue/first-page.ts';

/** If a screen shows the menu, the page also contains it as data, because hydration must start with the same menu. */
export const pageOf: Renderer['pageOf'] = async (path, template, menu, drawing) => {
  const [html, withoutMenu] = await Promise.all([screenOf(path, menu), screenOf(path)]);
  const data: Prerendered = { path, ...(html !== withoutMenu && { menu }) };
  const content = drawing ? await withInlineDrawings(html, drawing) : html;
  return template.replace(
    '<div id="root"></div>',
    () => `<div id="root">${content}</div><script type="application/json" id="prerendered">${embedded(data)}</script>`,
  );
};

async function screenOf(path: Path, menu?: FirstPage) {
  const store = createStore();
  if (menu) showFirstPage(store, menu);
  const router = createShopRouter({ history: createMemoryHistory({ initialEntries: [path] }), isServer: true });
  await router.load();
  const html = renderToString(elementOf(store, router));
  // Removes React's preload hints, which name pictures that follow a few lines further down.
  return html.replace(/^(<link rel="preload" as="image"[^>]*>)+/, '');
}

/** SVG images of the first paint: not lazy ones. */
const drawings = /<img src="(\/[^"]+\.svg)"(?![^>]* loading="lazy")/g;

/** The longest inline drawings of a page together, in characters: compressed, the page must fit into one round trip (G1). */
const maxInline = 28_000;

/**
 * Inlines drawings as data URLs: each picture that is not requested saves a round trip before the scripts are loaded.
 * React does not change them (`suppressHydrationWarning`).
 */
async function withInlineDrawings(html: string, drawing: DrawingAt): Promise<string> {
  const addresses = [...html.matchAll(drawings)].map(([, address = '']) => address);
  const inlined = new Map<string, string>();
  let room = maxInline;
  for (const address of new Set(addresses)) {
    const svg = (await drawing(decodeURI(address)))?.replace(/\s+/g, ' ').trim();
    const length = (svg?.length ?? 0) * addresses.filter((one) => one === address).length;
    if (!svg || length > room) continue;
    room -= length;
    inlined.set(address, dataUrlOf(svg));
  }
  return html.replace(drawings, (image, address: string) =>
    image.replace(address, () => inlined.get(address) ?? address),
  );
}

/** Single quotes need no escape in an attribute; a drawing that contains some gets escaped double quotes. */
const dataUrlOf = (svg: string) => {
  const quoted = svg.includes("'") ? svg : svg.replaceAll('"', "'");
  return `data:image/svg+xml,${quoted.replace(/[%#"&<> ]/g, encodeURIComponent)}`;
};
