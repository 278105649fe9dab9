/** The pictures of products and payment methods, below `/images` on the API host (specification §3). */
import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as v from 'valibot';
import type { DrawingAt } from '#core/renderer';
import { Refusal } from '../failures.ts';
import { AnswerShelf, prebuilt, sendPrebuilt, weightOf } from '../prebuilt-answers.ts';
import { imageHeaders } from '../security-headers.ts';
import type { App } from '../validation.ts';

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

export const pictureKinds = ['products', 'banks', 'mini-markets'] as const;

const Picture = v.object({
  kind: v.picklist(pictureKinds),
  '*': v.pipe(v.string(), v.maxLength(200), v.regex(/^(?!.*\.\.)\w[\w .()-]*(\/\w[\w .()-]*)*$/)),
});

/**
 * A picture's file below the folders, and its type, by the `kind` and the name (`*`, with `/` where it stands deeper) of its
 * address; `undefined` for what has no address here.
 */
export function servedAs(address: unknown): { file: string; type: string } | undefined {
  const picture = v.safeParse(Picture, address);
  if (!picture.success) return undefined;
  const { kind, '*': name } = picture.output;
  const type = types[extname(name).toLowerCase()];
  return type === undefined ? undefined : { file: join(kind, name), type };
}

const anHour = 'public, max-age=3600, stale-while-revalidate=86400';
/** Of a picture with the digest of its content in its name (`makePicture`), which is never another one. */
const immutable = 'public, max-age=31536000, immutable';
/** Never digits only: an owner may write the day into a name, `kopi-20261120.webp`. */
const digest = /(?!\d{8})[0-9a-f]{8}/;
const hasDigest = new RegExp(`-${digest.source}(\\.w\\d+)?\\.(webp|svg)$`);

/** Of a picture's content, for its name. */
export const digestOf = (content: Buffer) => digest.exec(hash('sha256', content, 'hex'))?.[0] ?? '';

/** Enough for the pictures of a menu of five hundred. */
const mostBytes = 16_000_000;

/** Registered where no hook writes headers. `folders` are searched in turn, so that an owner's own pictures can stand before the bundled ones. */
export function imageRoutes(app: App, folders: readonly string[]) {
  const shelf = new AnswerShelf(mostBytes);

  app.get('/images/:kind/*', async (request, reply) => {
    const picture = servedAs(request.params);
    if (!picture) throw new Refusal('not_found');
    const { file, type } = picture;
    const found = await find(folders, file);
    if (!found) throw new Refusal('not_found');

    // Only of one that `makePicture` made: of another the same name may be another picture.
    const isMade = hasDigest.test(file);
    const avif = isMade && type === 'image/webp' ? await find(folders, asAvif(file)) : undefined;
    const showsAvif = (weightOf('image/avif', request.headers.accept ?? '') ?? 0) > 0;
    const sent = avif && showsAvif ? { ...avif, type: 'image/avif' } : { ...found, type };
    const answer = await shelf.get(`${sent.path} ${sent.mtimeMs} ${avif !== undefined}`, async () =>
      prebuilt(await readFile(sent.path), sent.type, {
        headers: { ...imageHeaders, ...(avif && { vary: 'Accept' }) },
        cacheControl: isMade ? immutable : anHour,
        compression: sent.type === 'image/svg+xml' ? 'good' : 'none',
      }),
    );
    return sendPrebuilt(request, reply, answer);
  });
}

/** The drawings among them, by the address at which this server gives them. */
export const drawingsOf =
  (folders: readonly string[]): DrawingAt =>
  async (address) => {
    const [, kind, name] = /^\/api\/images\/([^/]+)\/(.+\.svg)$/.exec(address) ?? [];
    const picture = servedAs({ kind, '*': name });
    const found = picture && (await find(folders, picture.file));
    return found ? readFile(found.path, 'utf8') : undefined;
  };

/** Where the AVIF of a WebP stands: a browser that asks for the one and can show the other is given that, as it is smaller. */
export const asAvif = (file: string) => file.replace(/\.webp$/, '.avif');

async function find(folders: readonly string[], file: string) {
  for (const folder of folders) {
    const path = join(folder, file);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile()) return { path, mtimeMs: facts.mtimeMs };
  }
  return undefined;
}
