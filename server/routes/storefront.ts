/** Serves the built storefront: HTML for the fifteen routes, its files under their names, and 404 for everything else, to a browser as a page. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { serversOwn } from '#core/build-record';
import { isPath, paths } from '#core/routes';
import { ApiError } from '../http/api-error.ts';
import { handleError } from '../http/error-handler.ts';
import { type PrebuiltResponse, prebuild } from '../http/prebuilt-response.ts';
import { fileHeaders } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send-prebuilt.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { PageCache } from '../pages/page-cache.ts';

const immutable = 'public, max-age=31536000, immutable';

/**
 * Serves what the build left in `storefront`, its pages with the `menu` of now and its pictures in `images`; while there is nothing,
 * or a build that is not finished yet, the fifteen routes say so in one sentence.
 */
export async function storefrontRoutes(app: App, storefront: string, menu?: MenuCache, images?: readonly string[]) {
  if (!existsSync(storefront)) {
    app.setNotFoundHandler(nothingThere);
    for (const path of paths) {
      app.get(path, () => {
        throw new ApiError('storefront_missing', { retryAfter: 60 });
      });
    }
    return;
  }

  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 412) return handleError(new ApiError('file_changed'), request, reply);
    // A malformed, forbidden or odd address is answered like one that does not exist (faults B34, B35).
    if (statusCode >= 400 && statusCode < 500 && !(error instanceof ApiError)) return missing(request, reply);
    return handleError(error, request, reply);
  });

  const encoded = /\.(br|gz)$/;
  await app.register(fastifyStatic, {
    root: storefront,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    preCompressed: true,
    // A range of a compressed file is no range of the plain one, and no file here is worth requesting in parts.
    acceptRanges: false,
    cacheControl: false,
    // Every file has an ETag; a date would add bytes to every header and say nothing more (performance P10).
    lastModified: false,
    // Not the server's own files, nor pages, which have routes of their own, nor compressed siblings under their own names.
    allowedPath: (path) => !serversOwn.includes(path.slice(1)) && !/\.(html|br|gz)$/.test(path),
    setHeaders(reply, sent) {
      const cacheControl = cacheControlOf(storefront, sent.replace(encoded, ''));
      reply.headers(fileHeaders).header('cache-control', cacheControl);
      // An immutable file is never revalidated, so it needs no ETag (performance P3).
      if (cacheControl === immutable) reply.removeHeader('etag');
    },
  });

  for (const [path, type] of toldByContent) {
    const answerOf = finishedFile(join(storefront, path), type);
    app.get(path, async (request, reply) => sendPrebuilt(request, reply, (await answerOf()) ?? nothingThere()));
  }

  const pages = new PageCache(storefront, { menu, images, logError: (message) => app.logger.error({}, message) });
  app.addHook('preClose', async () => pages.close());
  const missing = async (request: FastifyRequest, reply: FastifyReply) => {
    // A page has routes for GET and HEAD; so this request has another method.
    const [path = ''] = request.url.split('?');
    if (isPath(path)) {
      // A form was sent without scripts: it leads back to its page, which says that they are needed.
      if (request.method === 'POST' && wantsPage(request)) return reply.redirect(path, 303);
      reply.header('allow', 'GET, HEAD');
      throw new ApiError('method_not_allowed');
    }
    // The page's router would take two slashes for the beginning of a host, so the address is corrected.
    const single = request.url.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/'));
    if (single !== request.url && isVisit(request, single)) return reply.redirect(single, 308);
    const shell = isVisit(request) ? await pages.shell() : undefined;
    return shell ? sendPrebuilt(request, reply.code(404), shell) : nothingThere();
  };
  app.setNotFoundHandler(missing);
  for (const path of paths) {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const page = await pages.page(path);
      if (!page) throw new ApiError('storefront_missing', { retryAfter: 60 });
      return sendPrebuilt(request, reply, page);
    });
    // A path with a slash at its end redirects to the page, instead of being a second address of it.
    if (path !== '/')
      app.get(`${path}/`, ({ url }, reply) => reply.redirect(path + (/\?.*/.exec(url)?.[0] ?? ''), 308));
  }
}

/**
 * Files whose change every device must notice: their ETag is a digest of the content. All other files are told apart by time and length,
 * by which a new worker could pass for the one before where a container image gives all its files the same time.
 */
const toldByContent = [
  ['/sw.js', 'application/javascript; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
] as const;

/** A function that resolves with the file as a finished answer, read again when it was replaced; with undefined while it is missing. */
function finishedFile(file: string, type: string) {
  let known: { stamp: string; answer: PrebuiltResponse } | undefined;
  return async () => {
    const found = await stat(file).catch(ifMissing);
    if (!found) return undefined;
    const stamp = `${found.ctimeMs} ${found.size}`;
    if (known?.stamp === stamp) return known.answer;
    const answer = await prebuild(await readFile(file), type, { headers: fileHeaders, compression: 'best' });
    known = { stamp, answer };
    return answer;
  };
}

/** Undefined for a missing file; throws any other failure, which must not become a 404. */
function ifMissing(failure: NodeJS.ErrnoException): undefined {
  if (failure.code !== 'ENOENT') throw failure;
}

/** Throws the `ApiError` of an address that does not exist, a 404. */
export function nothingThere(): never {
  throw new ApiError('not_found');
}

/**
 * Whether a browser navigates to an address, so that a mistyped one gets a page. Not for one that looks like a file, in whose place a
 * page could be run or kept (faults B35, F32), nor with a backslash, which a redirected browser reads as a slash.
 */
const isVisit = (request: FastifyRequest, url = request.url) =>
  ['GET', 'HEAD'].includes(request.method) && wantsPage(request) && /^(\/|(\/[^/.?\\]+)+\/?)(\?|$)/.test(url);

const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html');

/**
 * `Cache-Control` of a file: forever under `assets/`, where names carry a digest of the content; an hour for icons, which one visit
 * requests twice; everything else is revalidated each time.
 */
function cacheControlOf(storefront: string, file: string) {
  if (file.startsWith(join(storefront, 'assets'))) return immutable;
  return file.startsWith(join(storefront, 'icons')) ? 'public, max-age=3600' : 'no-cache';
}
