/** The build's own record of what it is, and the responses that follow from it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BuildRecord } from '#core/build-record';
import { isSame } from '#core/canonical';
import { stylesIn } from '#core/page-code';
import { shop } from '#core/shop';
import { type PrebuiltResponse, prebuild } from '../http/prebuilt-response.ts';
import { htmlHeaders, sourceOf } from '../http/security-headers.ts';

/** What the build in `storefront` says about itself; undefined where that is missing or torn. */
export function readBuildRecord(storefront: string): BuildRecord | undefined {
  try {
    return v.parse(BuildRecord, JSON.parse(readFileSync(join(storefront, 'build.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** What the owner has to do about the built `storefront`, in one sentence; undefined where it is this shop's, at its `publicUrl` if it has one. */
export function buildWarning(storefront: string, publicUrl?: string): string | undefined {
  const build = readBuildRecord(storefront);
  if (!build)
    return 'Halaman kedai belum dibuat, baru API yang menjawab: jalankan `npm run build`, lalu nyalakan lagi.';
  // With other fees in the pages than on the server, every customer would be told that the price has changed.
  if (build.shop !== undefined && !isSame(build.shop, shop))
    return 'Halaman kedai masih memuat isi shop.config.json yang lama: jalankan `npm run build`, lalu nyalakan lagi.';
  // The pages would lack the absolute addresses that previews of shared links need.
  if (publicUrl !== undefined && build.publicUrl !== publicUrl)
    return `Halaman kedai dibuat ${build.publicUrl ? `untuk ${build.publicUrl}` : 'tanpa PUBLIC_URL'}: jalankan \`PUBLIC_URL=${publicUrl} npm run build\`, lalu nyalakan lagi.`;
  return undefined;
}

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
