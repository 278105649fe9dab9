/** The owner in front of a terminal: runs commands, and has files and photographs to give to them. */
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { inject } from 'vitest';
import { runCommand } from '../../../server/commands/run-command.ts';
import type { Home } from '../../support/databases.ts';
import { fixtureMenu } from '../fixture-menu.ts';
import { openShop } from '../shop.ts';
import { folder } from '../test-folder.ts';

/** Writes a file into `folder`; resolves with its path. */
export async function file(name: string, content: string | Buffer) {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** The variables by which a command finds the data. */
export const environmentOf = ({ dataDir, databaseUrl }: Home['settings']) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});

/**
 * Puts a shop with the menu that Kedai comes with into `dataDir`, on SQLite, in less time than a first start takes; resolves
 * with the variables by which a command finds it.
 */
export async function prepareShop(dataDir: string) {
  await cp(inject('sampleTemplate'), dataDir, { recursive: true });
  return { DATA_DIR: dataDir };
}

/** A shop, and the variables by which its owner's commands find it. */
export async function openShopOfOwner(newHome: () => Promise<Home>) {
  const home = await newHome();
  return { home, environment: environmentOf(home.settings), shop: await openShop(home) };
}

/** Runs a command as `npm run shop -- …` does; resolves with its output and exit code. */
export async function owner(environment: Record<string, string | undefined>, ...words: string[]) {
  const said: string[] = [];
  const warned: string[] = [];
  const code = await runCommand(words, environment, {
    say: (text) => void said.push(text),
    warn: (text) => void warned.push(text),
  });
  const out = said.join('\n');
  return { code, out, err: warned.join('\n'), data: () => JSON.parse(out || warned.join('\n')) };
}

/** The owner imports a menu's file of this name and content. */
export const importMenu = async (
  environment: Record<string, string | undefined>,
  name: string,
  content: string,
  ...options: string[]
) => owner(environment, 'menu', 'import', await file(name, content), ...options);

/** A photograph as a camera takes it, with its copyright noted inside. */
export const photo = (width = 1_600, height = 1_200) =>
  sharp({ create: { width, height, channels: 3, background: '#7a4a2b' } })
    .withExif({ IFD0: { Copyright: 'Rumah Sari' } })
    .jpeg()
    .toBuffer();

/** A picture as an import leaves it, without what a camera notes. */
export const smallPicture = (format: 'jpeg' | 'webp' | 'png' | 'avif' = 'jpeg') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#7a4a2b' } })
    .toFormat(format)
    .toBuffer();

/** The home of a shop that has a picture for everything on the fixture menu, in the folder `images`. */
export async function withPictures(home: Home) {
  // With PostgreSQL the folder contains pictures only, and each test needs its own.
  const dataDir = home.kind === 'SQLite' ? home.settings.dataDir : await mkdtemp(join(folder, 'data-'));
  const images = join(dataDir, 'images');
  const { products, banks, mini_markets } = fixtureMenu;
  for (const [kind, ofKind] of Object.entries({ products, banks, 'mini-markets': mini_markets })) {
    await mkdir(join(images, kind), { recursive: true });
    for (const { image_url } of ofKind) await writeFile(join(images, kind, image_url), '<svg/>');
  }
  const settings = { ...home.settings, dataDir };
  return { home: { ...home, settings }, environment: environmentOf(settings), images };
}
