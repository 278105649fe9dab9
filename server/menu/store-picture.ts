/** Puts pictures into the shop's own folder, also one that an owner sends from the counter (decision W15). */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../atomic-file.ts';
import { shareLikeFolder } from '../database/data-folder.ts';
import { answerOf } from '../own-process.ts';
import { Semaphore } from '../semaphore.ts';
import type { MadePicture, PictureFile } from './make-picture.ts';
import { PictureError, type PictureKind } from './pictures.ts';

/** What the process that decodes a picture says; `refusal` as in a `PictureError`. */
export type PictureReply = { picture: MadePicture } | { refusal: string };

const program = new URL('./picture-process.ts', import.meta.url);
const timeoutMs = 20_000;
/** One at a time: each may take as much memory as the shop. */
const turn = new Semaphore(1);

/** Stores a product's picture in `folder`, and resolves with the name for its `image_url`. Throws a `PictureError`. */
export async function storeSentPicture(folder: string, bytes: Buffer): Promise<string> {
  const reply = await turn.run(() => answerOf<PictureReply>(program, bytes, { timeoutMs }));
  // A process that ends without a word was killed by what it decoded.
  if (!reply) throw new PictureError('bukan gambar yang bisa dibaca, atau rusak');
  if ('refusal' in reply) throw new PictureError(reply.refusal);
  const { name, files } = reply.picture;
  await storePicture(
    folder,
    'products',
    files.map((file) => ({ name: file.name, bytes: Buffer.from(file.bytes) })),
  );
  return name;
}

/** Puts a picture's files into `folder`, each whole or not at all, and on the disk before the menu names one. */
export async function storePicture(folder: string, kind: PictureKind, files: readonly PictureFile[]) {
  for (const { name, bytes } of files) {
    const path = join(folder, kind, name);
    const firstMade = await mkdir(dirname(path), { recursive: true });
    const known = await readFile(path).catch(() => undefined);
    if (!known?.equals(bytes)) await writeAtomically(path, bytes);
    const made = [path];
    for (let above = dirname(path); firstMade && above !== dirname(firstMade); above = dirname(above))
      made.unshift(above);
    for (const one of made) shareLikeFolder(one);
  }
}
