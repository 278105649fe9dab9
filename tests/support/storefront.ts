/** A storefront built for a test and served from its own origin, with the real server's headers. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { buildApp } from '../../server/app.ts';
import { openSqlite } from '../../server/database/open.ts';
import { prepareDatabase } from '../../server/database/prepare.ts';
import type { App } from '../../server/http/type-provider.ts';
import type { bundledMenu } from '../../server/menu/menu-json.ts';
import { storefrontRoutes } from '../../server/routes/storefront.ts';
import { noPressure } from './no-pressure.ts';
import { preparedData } from './start-shop.ts';

const root = join(import.meta.dirname, '..', '..');

const run = promisify(execFile);

/** The output of `npm run build`, for the bundled server. */
export const builtStorefront = join(root, 'dist');

/** Builds the storefront for an API into a folder that `remove` deletes. React reports mistakes only in its `development` build. */
export async function buildStorefront(apiHost: string, kind: 'production' | 'development' = 'production') {
  const folder = await mkdtemp(join(tmpdir(), 'kedai-storefront-'));
  await run('vite', ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: root,
    // Playwright sets it to 'test', which would not be the customers' build.
    env: {
      ...process.env,
      NODE_ENV: kind,
      VITE_API_HOST: apiHost,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The build of an older version, made from the repository's history, which a shallow clone lacks. */
export async function buildOfCommit(commit: string) {
  const source = await mkdtemp(join(tmpdir(), 'kedai-commit-'));
  const archive = join(source, 'source.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', source]);
  // With its own packages: today's may lack one.
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: source });
  await run(join(source, 'node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn'], {
    cwd: source,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return { folder: join(source, 'dist'), remove: () => rm(source, { recursive: true, force: true }) };
}

/** Replaces a served build by another one: the worker last, so that a tab that looks in between finds one or the other. */
export async function replaceBuild(folder: string, next: string) {
  const isWorker = (file: string) => basename(file).startsWith('sw.js');
  await cp(next, folder, { recursive: true, filter: (file) => !isWorker(file) });
  await cp(next, folder, { recursive: true });
  const names = await readdir(next, { recursive: true });
  for (const name of await readdir(folder, { recursive: true }))
    if (!names.includes(name)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Serves a built folder, also after it has changed. */
export async function serveStorefront(folder: string) {
  const app: App = Fastify({ forceCloseConnections: true });
  await app.register((site: App) => storefrontRoutes(site, folder));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, stop: () => app.close() };
}

/**
 * Opens the whole shop on a built folder, which may change under its open tabs, or without one its API alone. While `ordersAreLost`, no
 * order reaches it.
 */
export async function openShopOver(folder?: string, menu?: typeof bundledMenu) {
  // The prepared data have a menu already.
  const dataDir = menu ? await mkdtemp(join(tmpdir(), 'kedai-deployed-')) : await preparedData('kedai-deployed-');
  const database = await openSqlite(dataDir);
  await prepareDatabase(database, menu && { menu });
  const app = await buildApp({ database, pressure: noPressure, ...(folder && { storefront: folder }) });
  const line = { ordersAreLost: false };
  const requested: string[] = [];
  app.server.prependListener('request', ({ method, url = '', socket }) => {
    requested.push(url);
    if (line.ordersAreLost && method === 'POST' && url === '/api/orders') socket.destroy();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    line,
    /** The paths of all requests so far. */
    requested,
    async close() {
      await app.close();
      await database.destroy();
      await rm(dataDir, { recursive: true });
    },
  };
}

const isCompressed = (file: string) => ['.br', '.gz'].includes(extname(file));

/**
 * Turns a built folder into the next version of itself: every file with a hash gets another name, and all references follow. Resolves with
 * the old and the new address of the main script.
 */
export async function deployNextVersion(folder: string): Promise<{ oldScript: string; newScript: string }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
  await Promise.all(files.filter(isCompressed).map((file) => rm(file)));
  const renamed = files
    // Not the typeface, because the pages' inline styles name it and are allowed by their hash.
    .filter((file) => file.startsWith(join(folder, 'assets')) && ['.js', '.css', '.json'].includes(extname(file)))
    .map((file) => ({ file, name: basename(file), next: nextNameOf(basename(file)) }));

  // First the files, then what names them, then what says that the build is finished, as the build itself does, and the worker last, so
  // that a tab or the shop's renderer that looks meanwhile finds one version or the other.
  const isRenamed = (file: string) => renamed.some((one) => one.file === file);
  const texts = files.filter((file) => ['.html', '.js', '.json', '.css'].includes(extname(file)));
  const last = [join(folder, 'build.json'), join(folder, 'sw.js')];
  const inTurn = [
    ...texts.filter(isRenamed),
    ...texts.filter((file) => !isRenamed(file) && !last.includes(file)),
    ...last,
  ];
  for (const file of inTurn) {
    const text = renamed.reduce((all, { name, next }) => all.replaceAll(name, next), await readFile(file, 'utf8'));
    // A changed page gets another revision.
    const next = isRenamed(file) ? join(folder, 'assets', nextNameOf(basename(file))) : file;
    await writeFile(next, text.replaceAll(/("revision":)"\w+"(,"url":"\/[\w/-]*"})/g, '$1"next"$2'));
  }
  await Promise.all(renamed.map(({ file }) => rm(file)));

  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const main = renamed.find(({ next }) => page.includes(`data-scripts="/assets/${next} `));
  if (!main) throw new Error(`No main script in ${folder}`);
  return { oldScript: `/assets/${main.name}`, newScript: `/assets/${main.next}` };
}

const nextNameOf = (name: string) =>
  name.replace(/-(.{7})(\.\w+)$/, (_, hash: string, ending: string) => `-${[...hash].reverse().join('')}${ending}`);

export const copyOf = async (folder: string) => {
  const copy = await mkdtemp(join(tmpdir(), 'kedai-storefront-'));
  await cp(folder, copy, { recursive: true });
  return copy;
};
