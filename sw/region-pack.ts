import { below } from '#core/region-pack';
import { regionCache } from '#device/public-caches';
import { apiPath, apiUrl } from './api-url.ts';
import { jsonLike } from './filtered-menu.ts';

const levels = ['regions/provinces', 'regions/regences', 'regions/districts', 'regions/villages'];

export async function regionsFromPack(request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  const level = levels.indexOf(apiPath(url) ?? '');
  const parent = level === 0 ? '' : url.searchParams.get('code');
  if (level < 0 || parent === null || request.cache === 'no-cache') return undefined;
  const packUrl = apiUrl(level === 3 ? 'regions/villages-pack' : 'regions/pack');
  // Caches that cannot be read are treated as missing.
  const pack = await caches.match(packUrl, { cacheName: regionCache }).catch(() => undefined);
  if (!pack) return undefined;
  // A province has regencies, not districts.
  const isParent = level === 0 || parent.split('.').length === level;
  const data = isParent ? below(await pack.text(), parent) : [];
  return jsonLike(pack, { data, count: data.length });
}
