/**
 * Every route as HTML, for a visitor nobody knows yet: by the build, and again by the server whenever the menu changes.
 */
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { embedded } from '#core/head';
import type { DrawingAt, FirstPage, Renderer } from '#core/renderer';
import type { Path } from '#core/routes';
import { App } from './app.tsx';
import { routes } from './routes.ts';
import { type Prerendered, showFirstPage } from './state/first-page.ts';
import { openPlaceAtom, placeAt } from './state/place.ts';

/** The menu that a screen shows stands in the page as data, too, because hydration must begin with the same. */
export const pageOf: Renderer['pageOf'] = async (path, frame, menu, drawing) => {
  const [html, without] = await Promise.all([screenOf(path, menu), screenOf(path)]);
  const data: Prerendered = { path, ...(html !== without && { menu }) };
  const shown = drawing ? await withInlineDrawings(html, drawing) : html;
  return frame.replace(
    '<div id="root"></div>',
    () => `<div id="root">${shown}</div><script type="application/json" id="prerendered">${embedded(data)}</script>`,
  );
};

async function screenOf(path: Path, menu?: FirstPage) {
  const store = createStore();
  if (menu) showFirstPage(store, menu);
  store.set(openPlaceAtom, placeAt({ pathname: path }));
  await routes[path].load();
  const html = renderToString(
    <StrictMode>
      <Provider store={store}>
        <App />
      </Provider>
    </StrictMode>,
  );
  // Removes React's preload hints, which name pictures that follow a few lines further down.
  return html.replace(/^(<link rel="preload" as="image"[^>]*>)+/, '');
}

/** The drawings that are painted at once: SVG images that are not lazy, some of them behind another `<source>`. */
const atOnce = /(<source [^>]*>)?<img src="(\/[^"]+\.svg)" alt="([^"]*)"((?:(?! loading="lazy")[^>])*)>/g;

/**
 * In characters, all drawings of a page together: compressed, the page must still fit into one round trip
 * (performance P1).
 */
const mostInside = 28_000;

/**
 * Puts drawings into the page, as elements where possible, else as data URLs: each picture that is not requested saves
 * a round trip before the largest of them is painted and before the scripts are fetched (performance P4, P6).
 * `ui/inline-drawing.tsx` hydrates them.
 */
async function withInlineDrawings(html: string, drawing: DrawingAt): Promise<string> {
  const addresses = [...html.matchAll(atOnce)].map(([, , address = '']) => address);
  const drawings = new Map<string, string>();
  let room = mostInside;
  for (const address of new Set(addresses)) {
    const svg = (await drawing(decodeURI(address)))?.replace(/\s+/g, ' ').trim();
    const length = (svg?.length ?? 0) * addresses.filter((one) => one === address).length;
    if (!svg || length > room) continue;
    room -= length;
    drawings.set(address, svg);
  }
  let count = 0;
  return html.replace(atOnce, (image, source = '', address = '', alt = '', rest = '') => {
    const svg = drawings.get(address);
    if (!svg) return image;
    const element = source ? undefined : elementOf(svg, `d${count++}`);
    if (!element) return image.replace(`src="${address}"`, () => `src="${dataUrlOf(svg)}"`);
    const label = alt ? `role="img" aria-label="${alt}"` : 'aria-hidden="true"';
    const look = rest.replace(/ (?:loading|decoding)="[^"]*"|\/$/g, '');
    return element.replace('<svg', () => `<svg data-src="${address}" ${label}${look}`);
  });
}

/**
 * Double quotes become single ones, which need no escape (three characters each); not in a drawing that contains single
 * quotes.
 */
const dataUrlOf = (svg: string) => {
  const quoted = svg.includes("'") ? svg : svg.replaceAll('"', "'");
  return `data:image/svg+xml,${quoted.replace(/[%#"&<>]/g, encodeURIComponent)}`;
};

/**
 * Matches a drawing that consists of shapes only: a style would apply to the whole page, a link or a text would be
 * content.
 */
const shapes =
  /^(?:<\/?(?:svg|g|defs|use|clipPath|path|circle|ellipse|rect|line|polyline|polygon)(?: (?:xmlns|viewBox|x|y|r|c[xy]|r[xy]|[xy][12]|d|points|width|height|id|transform|clip-path|fill|fill-rule|clip-rule|opacity|(?:fill|stroke)-opacity|stroke|stroke-(?:width|linecap|linejoin|dasharray|miterlimit))="[^"<>&]*"| href="#[^"<>&]*")* ?\/?>| (?=<))+$/;

/**
 * A drawing as an element of the page, cropped to its box, its ids prefixed with `name`. Undefined where it is more
 * than shapes.
 */
function elementOf(svg: string, name: string): string | undefined {
  if (!shapes.test(svg)) return undefined;
  return svg
    .replace(/ xmlns="[^"]*"/, '')
    .replace(
      /^<svg[^>]*>/,
      (tag) => `${tag.slice(0, -1).replace(/ (?:width|height)="[^"]*"/g, '')} preserveAspectRatio="xMidYMid slice">`,
    )
    .replace(/(?<= id="| href="#|url\(#)/g, `${name}-`);
}
