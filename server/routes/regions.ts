/** Indonesia's four levels of regions (specification §7; 'regences' is spelled as specified). */
import * as v from 'valibot';
import { packed } from '#core/region-pack';
import type { Database } from '../database/open.ts';
import { prebuild, prebuildList } from '../http/prebuilt-response.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send-prebuilt.ts';
import type { App } from '../http/type-provider.ts';

const Parent = v.object({ code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)) });

/** Regions change with a decree, not with a day. */
const options = { headers: apiHeaders, cacheControl: 'public, max-age=86400, stale-while-revalidate=2592000' };

/** Bytes of lists that are kept; all 7,829 of them would take more. */
const maxListBytes = 4_000_000;

/** A village's code has this length; everything shorter is above it. */
const villageLength = 13;

/** Codes have one length per level, so that a code of another level simply has no regions below it here. */
const parentLengths = { '/regions/regences': 2, '/regions/districts': 5, '/regions/villages': 8 } as const;

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

  app.get('/regions/provinces', (request, reply) => sendPrebuilt(request, reply, below('')));

  for (const [path, length] of Object.entries(parentLengths)) {
    app.get(path, { schema: { querystring: Parent } }, (request, reply) => {
      const { code } = request.query;
      // A text that cannot be a code is not kept: it would displace lists that are asked for.
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
  const packs = { '/regions/pack': '<', '/regions/villages-pack': '=' } as const;
  for (const [path, operator] of Object.entries(packs)) {
    app.get(path, (request, reply) => sendPrebuilt(request, reply, pack(operator)));
  }
}

/** Whether four codes are a province, a regency in it, a district in that and a village in that one. */
export async function areChained(database: Database, codes: readonly [string, string, string, string]) {
  const rows = await database.selectFrom('regions').select(['kode', 'parent']).where('kode', 'in', codes).execute();
  const parents = new Map(rows.map(({ kode, parent }) => [kode, parent]));
  return codes.every((code, level) => parents.get(code) === (codes[level - 1] ?? ''));
}
