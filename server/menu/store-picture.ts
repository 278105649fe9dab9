/** Puts pictures into the shop's own folder. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../atomic-file.ts';
import { shareLikeFolder } from '../database/data-folder.ts';
import type { PictureFile } from './make-picture.ts';
import type { PictureKind } from './pictures.ts';

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
