import { below } from '#core/region-pack';
import { apiPath, apiUrl } from './cache-rules.ts';
import { answerWith, keptAt } from './kept-answer.ts';

const levels = {
  'regions/provinces': 'pack',
  'regions/regences': 'pack',
  'regions/districts': 'pack',
  'regions/villages': 'villages-pack',
};

const isLevel = (path: string | undefined): path is keyof typeof levels =>
  path !== undefined && Object.hasOwn(levels, path);

/** Regions from the pack on the device, as the shop itself would answer; undefined where no pack can. */
export async function regionsFromPack(request: Request, url: URL): Promise<Response | undefined> {
  const path = apiPath(url);
  const parent = path === 'regions/provinces' ? '' : url.searchParams.get('code');
  if (!isLevel(path) || parent === null || request.cache === 'no-cache') return undefined;
  const pack = await keptAt(apiUrl(`regions/${levels[path]}`));
  if (!pack) return undefined;
  const data = isParent(path, parent) ? below(await pack.text(), parent) : [];
  return answerWith({ data, count: data.length }, pack);
}

/** A province has regencies below it, not districts: what is asked for one level is not answered with another. */
const isParent = (path: keyof typeof levels, code: string) =>
  code.split('.').length === Object.keys(levels).indexOf(path) || path === 'regions/provinces';
