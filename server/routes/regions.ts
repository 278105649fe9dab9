/** Indonesia's four levels of regions (specification §7; 'regences' is spelled as specified). */
import * as v from 'valibot';
import type { Database } from '../database/open.ts';
import { AnswerShelf, prebuiltList, sendPrebuilt } from '../prebuilt-answers.ts';
import type { App } from '../validation.ts';

const Parent = v.object({ code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(32)) });

/** Regions change with a decree, not with a day. */
const cacheControl = 'public, max-age=86400, stale-while-revalidate=2592000';

/** Codes have one length per level, so that a code of another level simply has no regions below it here. */
const parentLengths = { '/regions/regences': 2, '/regions/districts': 5, '/regions/villages': 8 } as const;

export function regionRoutes(app: App, database: Database) {
  const shelf = new AnswerShelf(1_000);
  const below = (parent: string) =>
    shelf.get(parent, async () =>
      prebuiltList(
        await database
          .selectFrom('regions')
          .select(['kode', 'nama'])
          .where('parent', '=', parent)
          .orderBy('kode')
          .execute(),
      ),
    );
  const none = prebuiltList([]);

  app.get('/regions/provinces', async (request, reply) => sendPrebuilt(request, reply, await below(''), cacheControl));

  for (const [path, length] of Object.entries(parentLengths)) {
    app.get(path, { schema: { querystring: Parent } }, async (request, reply) => {
      const { code } = request.query;
      // What cannot be a code never reaches the shelf, where it would push out what is asked for.
      const answer = code.length === length && /^[\d.]+$/.test(code) ? await below(code) : await none;
      return sendPrebuilt(request, reply, answer, cacheControl);
    });
  }
}

/** Whether four codes are a province, a regency in it, a district in that and a village in that one. */
export async function areChained(database: Database, codes: readonly [string, string, string, string]) {
  const rows = await database.selectFrom('regions').select(['kode', 'parent']).where('kode', 'in', codes).execute();
  const parents = new Map(rows.map(({ kode, parent }) => [kode, parent]));
  return codes.every((code, level) => parents.get(code) === (codes[level - 1] ?? ''));
}
