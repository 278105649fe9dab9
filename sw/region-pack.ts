import { below } from '#core/region-pack';
import { regionCache } from '#device/public-caches';
import { apiPath, apiUrl } from './api-url.ts';
import { jsonLike } from './filtered-menu.ts';

const levels = {
  'regions/provinces': 'pack',
  'regions/regences': 'pack',
  'regions/districts': 'pack',
  'regions/villages': 'villages-pack',
};

const isLevel = (path: string | undefined): path is keyof typeof levels =>
  path !== undefined && Object.hasOwn(levels, path);

export async function regionsFromPack(request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  const path = apiPath(url);
  const parent = path === 'regions/provinces' ? '' : url.searchParams.get('code');
  if (!isLevel(path) || parent === null || request.cache === 'no-cache') return undefined;
  const packUrl = apiUrl(`regions/${levels[path]}`);
  // Caches that cannot be read are treated as missing.
  const pack = await caches.match(packUrl, { cacheName: regionCache }).catch(() => undefined);
  if (!pack) return undefined;
  const data = isParent(path, parent) ? below(await pack.text(), parent) : [];
  return jsonLike(pack, { data, count: data.length });
}

/** A province has regencies, not districts. */
const isParent = (path: keyof typeof levels, code: string) =>
  code.split('.').length === Object.keys(levels).indexOf(path) || path === 'regions/provinces';
