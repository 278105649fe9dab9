/** The pictures that an imported menu names. */
import { readFile, stat } from 'node:fs/promises';
import type { MadePicture } from '../menu/make-picture.ts';
import { bundledImages, isServed, PictureError, type PictureKind, shortened } from '../menu/pictures.ts';
import type { Menu, MenuIssue, ParsedMenu } from '../menu/whole-menu.ts';
import { CommandError } from './command.ts';
import { findOwnersPicture } from './picture-files.ts';
import type { Terminal } from './terminal.ts';

/** Where the pictures are: in the owner's folder, undefined when none was named, and in the shop's own. */
interface Folders {
  folder: string | undefined;
  ownImages: string;
}

const keyOf = (kind: PictureKind, name: string) => `${kind}/${name}`;

/** Makes the pictures of a menu, which are not stored yet; what cannot be used is added to its issues. Throws a `CommandError` for a folder that is none. */
export async function makePictures(
  parsed: ParsedMenu,
  { folder, ownImages, terminal }: Folders & { terminal: Terminal },
) {
  if (folder !== undefined && !(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new CommandError(`${folder} bukan folder.`);
  }
  const found = await findPictures(parsed, { folder, ownImages });
  const made: { kind: PictureKind; picture: MadePicture }[] = [];
  /** What pictures have lost that a customer may miss. */
  const warnings: MenuIssue[] = [];
  const servedNames = new Map<string, string>();
  try {
    for (const [at, { kind, name, path, where }] of found.entries()) {
      terminal.progress?.(`Gambar ${at + 1} dari ${found.length} …`);
      try {
        // Other commands start without the library that draws.
        const { makePicture } = await import('../menu/make-picture.ts');
        const picture = await makePicture(kind, name, await readFile(path));
        made.push({ kind, picture });
        servedNames.set(keyOf(kind, name), picture.name);
        if (picture.lost.length > 0)
          warnings.push({
            ...{ where, field: 'image' },
            message: `"${name}" dibuat tanpa ${shortened(picture.lost)}: lihat hasilnya, atau simpan sebagai PNG.`,
          });
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        parsed.issues.push({ where, field: 'image', message: `"${name}" ${error.message}.` });
      }
    }
  } finally {
    terminal.progress?.('');
  }

  const named = <Entry extends { image_url: string }>(kind: PictureKind, entries: readonly Entry[]) =>
    entries.map((entry) => ({ ...entry, image_url: servedNames.get(keyOf(kind, entry.image_url)) ?? entry.image_url }));
  return {
    made,
    warnings,
    /** A menu with the names that its pictures will be served under; one that it has got from another source since keeps its own. */
    namedIn: (menu: Menu): Menu => ({
      ...menu,
      products: named('products', menu.products),
      banks: named('banks', menu.banks),
      mini_markets: named('mini-markets', menu.mini_markets),
    }),
  };
}

/** The pictures in the owner's folder, with the place of the first that has each, and the name that the menu's file calls it by. One that is neither there nor served by the shop is an issue of the menu. */
async function findPictures({ menu, places, issues }: ParsedMenu, { folder, ownImages }: Folders) {
  const found: { kind: PictureKind; name: string; path: string; where: string }[] = [];
  const seen = new Set<string>();
  const lists = [
    ['products', menu.products],
    ['banks', menu.banks],
    ['mini-markets', menu.mini_markets],
  ] as const;
  for (const [kind, entries] of lists) {
    for (const { _id, image_url: name } of entries) {
      if (name === '' || seen.has(keyOf(kind, name))) continue;
      seen.add(keyOf(kind, name));
      const where = places.get(_id) ?? _id;
      const path = folder === undefined ? undefined : await findOwnersPicture(folder, kind, name);
      if (path) found.push({ kind, name, path, where });
      else if (!(await isServed([ownImages, bundledImages], kind, name))) {
        const message =
          folder === undefined
            ? `kedai belum punya gambar "${name}"; tunjukkan tempatnya dengan --images FOLDER.`
            : `"${name}" tidak ada di ${folder}.`;
        issues.push({ where, field: 'image', message });
      }
    }
  }
  return found;
}
