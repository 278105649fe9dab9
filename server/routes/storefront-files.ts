/** The files of the built storefront: scripts, styles, icons, the worker and the manifest; and those of the counter (decision W1). */
import { existsSync, ReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fastifyStatic from '@fastify/static';
import { serverOnlyFiles } from '#core/build-record';
import { counterPage, counterPaths, guidePage, guidePath } from '#core/counter-pages';
import { isStaffed } from '../accounts/staff.ts';
import type { Database } from '../database/open.ts';
import { type PrebuiltResponse, prebuild, ResponseCache } from '../http/prebuilt-response.ts';
import { fileHeaders, htmlHeaders } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';

const immutable = 'public, max-age=31536000, immutable';

/** In bytes: of all files that are in memory, and of one of them. */
const maxShared = 4_000_000;
const maxSharedFile = 500_000;

/**
 * Files whose change every device must notice: their ETag is a digest of the content. All other files are told apart by time and length,
 * by which a new worker could pass for the one before where a container image gives all its files the same time.
 */
const taggedByContent = [
  ['/sw.js', 'application/javascript; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
] as const;

/** The folder of the counter within a build; its files have routes of their own. */
const counterFolder = 'counter';

/** Serves the storefront's files in `folder`. */
export async function serveFiles(app: App, folder: string) {
  await serveFolder(app, folder, '/');
  for (const [path, type] of taggedByContent) serveFile(app, path, join(folder, path), { type });
}

/**
 * Serves each file of `folder` at `prefix` and its name, compressed where the build has done that; pages and the server's own files are none.
 */
async function serveFolder(app: App, folder: string, prefix: string) {
  const isCounters = (path: string) => posix.normalize(path).startsWith(`/${counterFolder}/`);
  const encoded = /\.(br|gz)$/;
  sendSharedBytes(app);
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: prefix === '/',
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    preCompressed: true,
    // A range of a compressed file is no range of the plain one, and no file here is worth requesting in parts.
    acceptRanges: false,
    cacheControl: false,
    // Every file has an ETag; a date would add bytes to every header and say nothing more (performance G6).
    lastModified: false,
    // Not the server's own files, nor pages, which have routes of their own, nor compressed siblings under their own names.
    allowedPath: (path) =>
      !serverOnlyFiles.includes(path.slice(1)) &&
      !/\.(html|br|gz)$/.test(path) &&
      !(prefix === '/' && isCounters(path)),
    setHeaders(reply, sent) {
      const cacheControl = cacheControlOf(folder, sent.replace(encoded, ''));
      reply.headers(fileHeaders).header('cache-control', cacheControl);
      // An immutable file is never revalidated, so it needs no ETag (performance G5).
      if (cacheControl === immutable) reply.removeHeader('etag');
    },
  });
}

/**
 * Sends files that are not large from one copy in memory. A stream of its own for each response would hold 128 KB and a descriptor for as long
 * as its client likes (fault B46).
 */
function sendSharedBytes(app: App) {
  const files = new ResponseCache<{ bytes: Buffer; size: number }>(maxShared);
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!(payload instanceof ReadStream) || Number(reply.getHeader('content-length')) > maxSharedFile)
      return done(null, payload);
    const key = `${payload.path} ${reply.getHeader('etag') ?? ''}`;
    let isRead = false;
    const file = files.get(key, async () => {
      isRead = true;
      const bytes = await buffer(payload);
      return { bytes, size: bytes.length };
    });
    if (!isRead) payload.destroy();
    file.then(({ bytes }) => done(null, bytes), done);
  });
}

/** Serves one file at `path`, from memory, and read again when it was replaced; while it is missing, as what does not exist. */
function serveFile(
  app: App,
  path: string,
  file: string,
  { type, headers = fileHeaders }: { type: string; headers?: Record<string, string> },
) {
  let known: { stamp: string; response: PrebuiltResponse } | undefined;
  app.get(path, async (request, reply) => {
    const found = await stat(file).catch(ifMissing);
    if (!found) return reply.callNotFound();
    const stamp = `${found.ctimeMs} ${found.size}`;
    if (known?.stamp !== stamp)
      known = { stamp, response: await prebuild(await readFile(file), type, { headers, compression: 'best' }) };
    return sendPrebuilt(request, reply, known.response);
  });
}

/** Undefined for a missing file; throws any other error, which must not become a 404. */
function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * `Cache-Control` of a file: forever under `assets/`, where names carry a digest of the content; an hour for icons, which one visit
 * requests twice; everything else is revalidated each time.
 */
function cacheControlOf(folder: string, file: string) {
  if (file.startsWith(join(folder, 'assets'))) return immutable;
  return file.startsWith(join(folder, 'icons')) ? 'public, max-age=3600' : 'no-cache';
}

const pages = [...counterPaths.map((path) => [path, counterPage] as const), [guidePath, guidePage] as const];

/** Serves the counter that the build left in `storefront`; while there is no staff, and without a build, as what does not exist. */
export async function counterFiles(app: App, storefront: string, database: Database) {
  const folder = join(storefront, counterFolder);
  if (!existsSync(folder)) return;
  app.addHook('onRequest', async (_request, reply) => {
    if (!(await isStaffed(database))) reply.callNotFound();
  });

  for (const [path, file] of pages) {
    serveFile(app, path, join(storefront, file), { type: 'text/html; charset=utf-8', headers: htmlHeaders({}) });
    app.get(`${path}/`, (_request, reply) => reply.redirect(path, 308));
  }
  // At the root: a worker controls nothing above its own address.
  serveFile(app, '/counter-sw.js', join(folder, 'sw.js'), { type: 'application/javascript; charset=utf-8' });
  await serveFolder(app, folder, '/counter/');
}
