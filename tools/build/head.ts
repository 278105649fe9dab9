import type { Plugin } from 'vite';
import { isOfCounter } from '../../core/counter-pages.ts';
import { headOf } from '../../core/head.ts';
import { type Path, publicPaths } from '../../core/routes.ts';
import type { BuildSettings } from './settings.ts';

const headMarks = /<!--head-->[\s\S]*?<!--\/head-->/;

/** A page's HTML with the head of another route. */
export function withHeadOf(html: string, path: Path, publicUrl: string) {
  if (!headMarks.test(html)) throw new Error('The page has no <!--head--> to write into.');
  return html.replace(headMarks, () => `<!--head-->${headOf(path, publicUrl)}<!--/head-->`);
}

/**
 * Writes the page's head, `robots.txt`, and a sitemap if the shop's address is known.
 */
export function searchEngines({ publicUrl }: BuildSettings): Plugin {
  return {
    name: 'kedai:search-engines',
    transformIndexHtml: {
      order: 'pre',
      // In development the counter's page comes by here, too.
      handler: (html, { path }) => (isOfCounter(path) ? html : withHeadOf(html, '/', publicUrl)),
    },
    generateBundle() {
      // Nothing is disallowed: the menu comes from the API, and pages that must not be indexed say so themselves.
      const robots = ['User-agent: *', 'Allow: /', ...(publicUrl ? ['', `Sitemap: ${publicUrl}/sitemap.xml`] : [])];
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: `${robots.join('\n')}\n` });
      if (publicUrl) this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemapOf(publicUrl) });
    },
  };
}

export const sitemapOf = (publicUrl: string) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...publicPaths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
