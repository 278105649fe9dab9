/** Where an owner's pictures are: in the folder they come from, and in the shop's own. */
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, normalize, parse, relative, sep } from 'node:path';
import { type PictureKind, pictureKinds, servedAs } from '../menu/pictures.ts';
import { visible } from './terminal.ts';

/** The owner's file that the menu calls `name`, below `folder` or its folder for this kind; capitals do not matter. */
export async function findOwnersPicture(folder: string, kind: PictureKind, name: string): Promise<string | undefined> {
  for (const base of [join(folder, kind), folder]) {
    const path = normalize(join(base, name));
    if (relative(base, path).startsWith('..')) return undefined;
    if (await isFile(path)) return path;
    const { dir, base: wanted } = parse(path);
    const names = await readdir(dir).catch(() => []);
    const alike = names.find((one) => one.toLowerCase() === wanted.toLowerCase());
    if (alike && (await isFile(join(dir, alike)))) return join(dir, alike);
  }
  return undefined;
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** Whether the shop can show a picture of this name; one that it cannot is told to `warn`. */
export function canBeShown(kind: string, name: string, warn: (text: string) => void) {
  const shown = servedAs({ kind, '*': name }) !== undefined;
  if (!shown) warn(`${visible(`${kind}/${name}`)} dilewati: kedai tidak menampilkan gambar dengan nama seperti itu.`);
  return shown;
}

/** Every picture in `folder` that the shop can show; what else lies there is told to `warn`. */
export async function* storedPictures(folder: string, warn: (text: string) => void) {
  for (const kind of pictureKinds) {
    const place = join(folder, kind);
    if (!existsSync(place)) continue;
    for (const path of await readdir(place, { recursive: true })) {
      const name = path.replaceAll(sep, '/');
      const isHidden = /(^|\/)\./.test(name);
      if (isHidden || !(await isFile(join(place, path))) || !canBeShown(kind, name, warn)) continue;
      yield { kind, name, bytes: await readFile(join(place, path)) };
    }
  }
}
