/** Indonesia's four levels of regions (specification §7; 'regences' is spelled as specified). */
import * as v from 'valibot';
import { Region } from '#core/contract';
import { packed } from '#core/region-pack';
import type { Database } from '../database/open.ts';
import { prebuild, prebuildList, ResponseCache } from '../http/prebuilt-response.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';
import { listOf, revalidated } from '../openapi/route-schema.ts';

const Parent = v.object({
  code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32), v.description('Code of the region above, like 31.71.')),
});

const response = revalidated(listOf(Region));

/** The licence of the data, which has to be named beside it (ODbL §4.2; RFC 8288, RFC 4946). */
const licence = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"';

/** Regions change with a decree, not with a day. */
const options = {
  headers: { ...apiHeaders, link: licence },
  cacheControl: 'public, max-age=86400, stale-while-revalidate=2592000',
};

/** Bytes of lists that are cached; all 7,829 of them would take more. */
const maxListBytes = 4_000_000;

/** A village's code has this length; everything shorter is above it. */
const villageLength = 13;

/** Codes have one length per level, so that a code of another level simply has no regions below it here. */
const levels = {
  '/regions/regences': { length: 2, operationId: 'listRegencies', summary: 'The regencies of a province.' },
  '/regions/districts': { length: 5, operationId: 'listDistricts', summary: 'The districts of a regency.' },
  '/regions/villages': { length: 8, operationId: 'listVillages', summary: 'The villages of a district.' },
} as const;

/** `GET /regions/…`. To be registered where no hook writes headers: the responses bring their own. */
export function regionRoutes(app: App, database: Database) {
  const cache = new ResponseCache(maxListBytes);
  const below = (parent: string) =>
    cache.get(parent, async () =>
      prebuildList(
        await database
          .selectFrom('regions')
          .select(['kode', 'nama'])
          .where('parent', '=', parent)
          .orderBy('kode')
          .execute(),
        options,
      ),
    );
  const none = prebuildList([], options);

  const provinces = {
    operationId: 'listProvinces',
    summary: 'The provinces of Indonesia.',
    description: 'Regions are data of idn-area-data, under the Open Database License (ODbL).',
    response,
  };
  app.get('/regions/provinces', { schema: provinces }, (request, reply) => sendPrebuilt(request, reply, below('')));

  for (const [path, { length, operationId, summary }] of Object.entries(levels)) {
    const schema = { operationId, summary, querystring: Parent, response };
    app.get(path, { schema }, (request, reply) => {
      const { code } = request.query;
      // A text that cannot be a code is not cached: it would displace lists that are asked for.
      const response = code.length === length && /^[\d.]+$/.test(code) ? below(code) : none;
      return sendPrebuilt(request, reply, response);
    });
  }

  packRoutes(app, database);
}

/** Everything at once, for a phone to keep (`core/region-pack`): three levels in one text, all villages in another. */
function packRoutes(app: App, database: Database) {
  const cache = new ResponseCache(Number.POSITIVE_INFINITY);
  const pack = (operator: '<' | '=') =>
    cache.get(operator, async () => {
      const regions = await database
        .selectFrom('regions')
        .select(['kode', 'nama', 'parent'])
        .where((row) => row(row.fn<number>('length', ['kode']), operator, villageLength))
        .orderBy('parent')
        .orderBy('kode')
        .execute();
      return prebuild(packed(regions), 'text/plain; charset=utf-8', { ...options, compression: 'best' });
    });
  const packs = {
    '/regions/pack': {
      operator: '<',
      operationId: 'getRegionPack',
      summary: 'Provinces, regencies and districts at once.',
    },
    '/regions/villages-pack': { operator: '=', operationId: 'getVillagePack', summary: 'All villages at once.' },
  } as const;
  for (const [path, { operator, operationId, summary }] of Object.entries(packs)) {
    const schema = {
      operationId,
      summary,
      description: 'Its format is described in `core/region-pack.ts`.',
      response: revalidated(v.string()),
      produces: ['text/plain'],
    };
    app.get(path, { schema }, (request, reply) => sendPrebuilt(request, reply, pack(operator)));
  }
}
