/** The process of `page-cache.ts`: runs the built renderer once over all routes and says what came of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawingAt, Renderer } from '#core/renderer';
import { type Path, paths } from '#core/routes';
import { drawingsOf } from '../menu/pictures.ts';
import { pageResponse } from './build-record.ts';
import type { RenderedPages, RenderRequest, RenderResult } from './page-cache.ts';

async function render({ storefront, menu, images }: RenderRequest) {
  const renderer: Renderer = await import(pathToFileURL(join(storefront, 'prerender.mjs')).href);
  const templates: Record<Path, string> = JSON.parse(await readFile(join(storefront, 'page-templates.json'), 'utf8'));
  const ofMenu = drawingsOf(images);
  const drawing: DrawingAt = (address) =>
    address.startsWith('/pictures/')
      ? readFile(join(storefront, address), 'utf8').catch(() => undefined)
      : ofMenu(address);

  const pages: Partial<RenderedPages> = {};
  for (const path of paths) {
    const page = await pageResponse(storefront, await renderer.pageOf(path, templates[path] ?? '', menu, drawing));
    if (!page) throw new Error(`${path} came out without its end`);
    pages[path] = page;
  }
  return pages as RenderedPages;
}

process.once('message', (request: RenderRequest) => {
  const reply = (result: RenderResult) => process.send?.(result);
  render(request).then(
    (pages) => reply({ pages }),
    (error: Error) => reply({ error: error.message }),
  );
});
// Ends when the server is gone, and the pages are not needed any more.
process.once('disconnect', () => process.exit());
