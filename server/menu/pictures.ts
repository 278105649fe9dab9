/** The pictures of products and payment methods as files: which there may be, where they are found, and what their names say. */
import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { DrawingAt } from '#core/renderer';

/** Why a picture cannot be used: the end of a sentence that begins with the picture's name. */
export class PictureError extends Error {}

/** The folder of the bundled pictures. */
export const bundledImages = fileURLToPath(new URL('./images', import.meta.url));

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** The folders of pictures, as their addresses name them. */
export const pictureKinds = ['products', 'banks', 'mini-markets'] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** The `kind` and the name of a picture's address. */
export const Picture = v.object({
  kind: v.picklist(pictureKinds),
  '*': v.pipe(v.string(), v.maxLength(200), v.regex(/^(?!.*\.\.)\w[\w .()-]*(\/\w[\w .()-]*)*$/)),
});

/**
 * A picture's file below the folders, and its type, by the `kind` and the name (`*`, with `/` where it is deeper) of its
 * address; `undefined` for what has no address here.
 */
export function servedAs(address: unknown): { file: string; type: string } | undefined {
  const picture = v.safeParse(Picture, address);
  if (!picture.success) return undefined;
  const { kind, '*': name } = picture.output;
  const type = types[extname(name).toLowerCase()];
  return type === undefined ? undefined : { file: join(kind, name), type };
}

/** Never digits only: an owner may write the day into a name, `kopi-20261120.webp`. */
const digest = /(?!\d{8})[0-9a-f]{8}/;
const madeName = new RegExp(`-${digest.source}(\\.w\\d+)?\\.(webp|svg)$`);

/** The digest of a picture's content, from its name. */
export const digestOf = (content: Buffer) => digest.exec(hash('sha256', content, 'hex'))?.[0] ?? '';

/** Whether the name carries the digest of the content (`makePicture`): there is never another picture of that name. */
export const isImmutable = (file: string) => madeName.test(file);

/** Where the AVIF of a WebP is: a browser that asks for the one and can show the other is given that, as it is smaller. */
export const asAvif = (file: string) => file.replace(/\.webp$/, '.avif');

/** A file in the first of the folders that has it, with the time it was written, in ms since 1970; undefined where none has it. */
export async function findPicture(folders: readonly string[], file: string) {
  for (const folder of folders) {
    const path = join(folder, file);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile()) return { path, mtimeMs: facts.mtimeMs };
  }
  return undefined;
}

/** Whether the shop shows a picture under this name: a file alone does not do, a GIF that was put there by hand for one. */
export async function isServed(folders: readonly string[], kind: PictureKind, name: string) {
  const picture = servedAs({ kind, '*': name });
  return picture !== undefined && (await findPicture(folders, picture.file)) !== undefined;
}

/** A few of the things that a drawing has lost. */
export const shortened = (lost: readonly string[]) =>
  [...lost.slice(0, 3), ...(lost.length > 3 ? [`${lost.length - 3} lagi`] : [])].join(', ');

/** The drawings among them, by the address at which this server gives them. */
export const drawingsOf =
  (folders: readonly string[]): DrawingAt =>
  async (address) => {
    const [, kind, name] = /^\/api\/images\/([^/]+)\/(.+\.svg)$/.exec(address) ?? [];
    const picture = servedAs({ kind, '*': name });
    const found = picture && (await findPicture(folders, picture.file));
    return found ? readFile(found.path, 'utf8') : undefined;
  };
