import { stylesIn } from '#core/page-code';
import { type PrebuiltResponse, prebuild } from '../http/prebuilt-response.ts';
import { htmlHeaders, sourceOf } from '../http/security-headers.ts';
import { readBuildRecord } from './build-record.ts';

const type = 'text/html; charset=utf-8';

/**
 * A page as a finished response. Its policy allows the code that the build put into pages, and of the styles only the page's own. Undefined
 * for a page that was cut off, which would be a blank screen, and while the build is unfinished, whose pages would not allow their own code.
 */
export async function pageResponse(storefront: string, html: string): Promise<PrebuiltResponse | undefined> {
  if (!/^<!doctype html>/i.test(html) || !html.trimEnd().endsWith('</html>')) return undefined;
  const build = readBuildRecord(storefront);
  if (!build) return undefined;
  const own = stylesIn(html).map(sourceOf);
  const styleHashes = build.styleHashes.filter((hash) => own.includes(hash));
  return prebuild(html, type, { headers: htmlHeaders({ ...build, styleHashes }), compression: 'best' });
}
