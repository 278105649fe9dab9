/** Which files stay cached for tabs that still show an earlier build. */
import * as v from 'valibot';
import { withRoom } from '#device/public-caches';

const Builds = v.array(v.object({ files: v.array(v.string()), replacedAt: v.optional(v.number()) }));
type Builds = v.InferOutput<typeof Builds>;

const month = 30 * 24 * 60 * 60 * 1_000;

/** This build and the last three before it, each for a month after it was replaced; `now` in ms. */
export const withCurrent = (builds: Builds, files: string[], now: number): Builds => [
  { files },
  ...builds
    .filter((build) => build.files.join() !== files.join())
    .map(({ files, replacedAt = now }) => ({ files, replacedAt }))
    .filter(({ replacedAt }) => now - replacedAt < month)
    .slice(0, 3),
];

export async function noteBuild(files: string[]): Promise<ReadonlySet<string>> {
  const ledger = await caches.open('kedai-builds');
  const known = v.safeParse(Builds, await ledger.match('/builds').then((record) => record?.json()));
  const builds = withCurrent(known.success ? known.output : [], files, Date.now());
  // If there is no room for the record, the files of earlier builds are deleted nevertheless.
  await withRoom(() => ledger.put('/builds', new Response(JSON.stringify(builds)))).catch(() => undefined);
  return new Set(builds.flatMap((build) => build.files));
}
