/** The built storefront: the fifteen routes answer HTML, its files answer themselves, everything else is 404, in the shop's words to a browser. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { serversOwn } from '#core/build-record';
import { isSame } from '#core/canonical';
import { isPath, paths } from '#core/routes';
import { shop } from '#core/shop';
import { readBuild } from './built.ts';
import { answerFailure, Refusal } from './failures.ts';
import type { MenuInMemory } from './menu.ts';
import { pagesOf } from './pages.ts';
import { type PrebuiltAnswer, prebuilt, sendPrebuilt } from './prebuilt-answers.ts';
import { fileHeaders } from './security-headers.ts';
import type { App } from './validation.ts';

/** What the owner has to do about the built `storefront`, in one sentence; undefined where it is this shop's, at its `publicUrl` if it has one. */
export function faultOfBuild(storefront: string, publicUrl?: string): string | undefined {
  const build = readBuild(storefront);
  if (!build) return 'The storefront is not built yet, only the API answers: run `npm run build`, then start again.';
  // A fee that only the server knows is told to every customer as one that has changed.
  if (build.shop !== undefined && !isSame(build.shop, shop))
    return 'The storefront still shows what shop.config.json said before: run `npm run build`, then start again.';
  // Whoever is sent a link would see no picture beside it.
  if (publicUrl !== undefined && build.publicUrl !== publicUrl)
    return `The storefront was built ${build.publicUrl ? `for ${build.publicUrl}` : 'without PUBLIC_URL'}: run \`PUBLIC_URL=${publicUrl} npm run build\`, then start again.`;
  return undefined;
}

const immutable = 'public, max-age=31536000, immutable';

/**
 * Serves what the build left in `storefront`, its pages with the `menu` of now and its pictures in `images`; while there is nothing,
 * or a build that is not finished yet, the fifteen routes say so in one sentence.
 */
export async function storefrontRoutes(app: App, storefront: string, menu?: MenuInMemory, images?: readonly string[]) {
  if (!existsSync(storefront)) {
    app.setNotFoundHandler(nothingThere);
    for (const path of paths) {
      app.get(path, () => {
        throw new Refusal('storefront_missing', { retryAfter: 60 });
      });
    }
    return;
  }

  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 412) return answerFailure(new Refusal('file_changed'), request, reply);
    // An address that is malformed, forbidden or odd is one more that does not exist (faults B34, B35).
    if (statusCode >= 400 && statusCode < 500 && !(error instanceof Refusal)) return reply.callNotFound();
    return answerFailure(error, request, reply);
  });

  const encoded = /\.(br|gz)$/;
  await app.register(fastifyStatic, {
    root: storefront,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    preCompressed: true,
    // A part of a file in one coding is no part of it in another, and no file here is worth asking for in parts.
    acceptRanges: false,
    cacheControl: false,
    // Each has an ETag: a date beside it says nothing more, in every head (performance P10).
    lastModified: false,
    // What is the server's, and pages, which have addresses of their own; a compressed sibling is only ever sent in place of its file.
    allowedPath: (path) => !serversOwn.includes(path.slice(1)) && !/\.(html|br|gz)$/.test(path),
    setHeaders(reply, sent) {
      const cacheControl = cacheControlOf(storefront, sent.replace(encoded, ''));
      reply.headers(fileHeaders).header('cache-control', cacheControl);
      // Nobody asks whether it has changed (performance P3).
      if (cacheControl === immutable) reply.removeHeader('etag');
    },
  });

  for (const [path, type] of toldByContent) {
    const answerOf = finishedFile(join(storefront, path), type);
    app.get(path, async (request, reply) => sendPrebuilt(request, reply, (await answerOf()) ?? nothingThere()));
  }

  const pages = pagesOf(storefront, { menu, images, complain: (message) => app.journal.error({}, message) });
  app.addHook('preClose', async () => pages.close());
  app.setNotFoundHandler(async (request, reply) => {
    // They answer what reads them; only another method comes here.
    const [path = ''] = request.url.split('?');
    if (isPath(path)) {
      // Sent by a form whose scripts are off: its page says what needs them.
      if (request.method === 'POST' && wantsPage(request)) return reply.redirect(path, 303);
      reply.header('allow', 'GET, HEAD');
      throw new Refusal('method_not_allowed');
    }
    // To the page's router two slashes begin a host, so it cannot be shown there.
    const single = request.url.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/'));
    if (single !== request.url && isVisit(request, single)) return reply.redirect(single, 308);
    const shell = isVisit(request) ? await pages.shell() : undefined;
    return shell ? sendPrebuilt(request, reply.code(404), shell) : nothingThere();
  });
  for (const path of paths) {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const page = await pages.page(path);
      if (!page) throw new Refusal('storefront_missing', { retryAfter: 60 });
      return sendPrebuilt(request, reply, page);
    });
    // As it may be typed or shared: not a second address of the same page, but the way to it.
    if (path !== '/')
      app.get(`${path}/`, ({ url }, reply) => reply.redirect(path + (/\?.*/.exec(url)?.[0] ?? ''), 308));
  }
}

/**
 * What a device has to notice when it changes: told apart by its content (a strong ETag). By its time and length, as all other files
 * are, a new worker would be taken for the one before where an image gives all its files the same time.
 */
const toldByContent = [
  ['/sw.js', 'application/javascript; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
] as const;

/** Reads a file as a finished answer, anew when it was replaced; undefined while it is not there. */
function finishedFile(file: string, type: string) {
  let known: { stamp: string; answer: PrebuiltAnswer } | undefined;
  return async () => {
    const found = await stat(file).catch(ifMissing);
    if (!found) return undefined;
    const stamp = `${found.ctimeMs} ${found.size}`;
    if (known?.stamp === stamp) return known.answer;
    const answer = await prebuilt(await readFile(file), type, { headers: fileHeaders, compression: 'best' });
    known = { stamp, answer };
    return answer;
  };
}

/** Gives undefined for a file that is not there; one that cannot be read is another matter, and no 404. */
function ifMissing(failure: NodeJS.ErrnoException): undefined {
  if (failure.code !== 'ENOENT') throw failure;
}

/** What no route answers is a 404. */
export function nothingThere(): never {
  throw new Refusal('not_found');
}

/**
 * Somebody who mistyped an address, as their browser says. What could be a file is none: a page in its place would be run or kept (faults
 * B35, F32). A backslash is a slash to a browser that is sent there, and two of them begin a host.
 */
const isVisit = (request: FastifyRequest, url = request.url) =>
  ['GET', 'HEAD'].includes(request.method) && wantsPage(request) && /^(\/|(\/[^/.?\\]+)+\/?)(\?|$)/.test(url);

const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html');

/**
 * A file under `assets/` has a digest of its content in its name. The shop's icon is asked for twice by one visit, and may be an hour
 * old. Everything else is asked for again each time.
 */
function cacheControlOf(storefront: string, file: string) {
  if (file.startsWith(join(storefront, 'assets'))) return immutable;
  return file.startsWith(join(storefront, 'icons')) ? 'public, max-age=3600' : 'no-cache';
}
