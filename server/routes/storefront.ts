/** Serves the built storefront: HTML for the fifteen routes, its files under their names, and 404 for everything else, to a browser as a page. */
import { existsSync } from 'node:fs';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { shellPath } from '#core/renderer';
import { isPath, meantRoute, paths } from '#core/routes';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { handleError } from '../http/error-handler.ts';
import { sendPrebuilt } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { PageCache } from '../pages/page-cache.ts';
import { counterFiles, serveFiles } from './storefront-files.ts';

/**
 * Serves what the build left in `folder`, its pages with the `menu` of now and its pictures in `images`, and the counter when there is a
 * `database`; while there is nothing, or a build
 * that is not finished yet, the fifteen routes say so in one sentence.
 */
export async function storefrontRoutes(
  app: App,
  folder: string,
  { menu, images, database }: { menu?: MenuCache; images?: readonly string[]; database?: Database } = {},
) {
  if (!existsSync(folder)) {
    app.setNotFoundHandler(notFound);
    for (const path of paths) app.get(path, notBuilt);
    return;
  }

  const pages = new PageCache(folder, { menu, images, logError: (message) => app.log.error(message) });
  app.addHook('preClose', async () => pages.close());
  answerUnknownAddresses(app, pages);
  await serveFiles(app, folder);
  servePages(app, pages);
  if (database) await app.register((counter: App) => counterFiles(counter, folder, database));
}

/** Throws the `ApiError` of an address that does not exist, a 404. */
export function notFound(): never {
  throw new ApiError('not_found');
}

function notBuilt(): never {
  throw new ApiError('storefront_missing', { retryAfter: 60 });
}

function servePages(app: App, pages: PageCache) {
  for (const path of paths) {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) =>
      sendPrebuilt(request, reply, (await pages.page(path)) ?? notBuilt()),
    );
  }
  // The worker stores it, and answers with it for the private pages and, offline, for addresses that do not exist.
  app.get(shellPath, async (request: FastifyRequest, reply: FastifyReply) =>
    sendPrebuilt(request, reply, (await pages.shell()) ?? notBuilt()),
  );
}

/** Answers addresses that do not exist: a browser that navigates there gets the shell, which says so. */
function answerUnknownAddresses(app: App, pages: PageCache) {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // A page has routes for GET and HEAD; so this request has another method.
    const [path = ''] = request.url.split('?');
    if (isPath(path)) {
      // A form was sent without scripts: it leads back to its page, which says that they are needed.
      if (request.method === 'POST' && wantsPage(request)) return reply.redirect(path, 303);
      reply.header('allow', 'GET, HEAD');
      throw new ApiError('method_not_allowed');
    }
    const meant = isRead(request) && meantRoute(path);
    if (meant) return reply.redirect(meant + request.url.slice(path.length), 308);
    const shell = isVisit(request) ? await pages.shell() : undefined;
    return shell ? sendPrebuilt(request, reply.code(404), shell) : notFound();
  };

  app.setNotFoundHandler(answer);
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 412) return handleError(new ApiError('file_changed'), request, reply);
    // A malformed, forbidden or odd address is answered like one that does not exist (faults B34, B35).
    if (statusCode >= 400 && statusCode < 500 && !(error instanceof ApiError)) return answer(request, reply);
    return handleError(error, request, reply);
  });
}

/**
 * Whether a browser navigates to an address, so that a mistyped one gets a page. Not for one that looks like a file, in whose place a
 * page could be run or kept (faults B35, F32), nor with a backslash, which a redirected browser reads as a slash.
 */
const isVisit = (request: FastifyRequest) =>
  isRead(request) && wantsPage(request) && /^(\/|(\/[^/.?\\]+)+\/?)(\?|$)/.test(request.url);

const isRead = ({ method }: FastifyRequest) => ['GET', 'HEAD'].includes(method);

const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html');
