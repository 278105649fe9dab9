/** The built storefront: the fifteen routes answer HTML, its files answer themselves, everything else is 404. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Path, paths } from '#core/routes';
import { answerFailure, Refusal } from './failures.ts';
import { fileHeaders, htmlHeaders, readBuild } from './security-headers.ts';
import type { App } from './validation.ts';

export const isBuilt = (storefront: string) => existsSync(join(storefront, 'index.html'));

/** `/` is `index.html`; another route is its own prerendered file when there is one, else the same shell. */
function htmlFileOf(storefront: string, path: Path) {
  const own = path === '/' ? 'index.html' : `${path.slice(1)}.html`;
  return existsSync(join(storefront, own)) ? own : 'index.html';
}

const immutable = 'public, max-age=31536000, immutable';

/** Serves what the build left in `storefront`; when there is nothing, the fifteen routes say so in one sentence. */
export async function storefrontRoutes(app: App, storefront: string) {
  if (!isBuilt(storefront)) {
    for (const path of paths) {
      app.get(path, () => {
        throw new Refusal('storefront_missing', { retryAfter: 60 });
      });
    }
    return;
  }

  // An address that is malformed, forbidden or odd is one more that does not exist (faults B34, B35).
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
    return answerFailure(refused ? new Refusal('not_found') : error, request, reply);
  });

  const html = htmlHeaders(readBuild(storefront));
  const encoded = /\.(br|gz)$/;
  await app.register(fastifyStatic, {
    root: storefront,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    // `build.json` is the server's; a compressed sibling is only ever sent in place of its file.
    allowedPath: (path) => path !== '/build.json' && !encoded.test(path),
    setHeaders(reply, sent) {
      const file = sent.replace(encoded, '');
      reply.headers(file.endsWith('.html') ? html : fileHeaders);
      reply.header('cache-control', cacheControlOf(storefront, file));
    },
  });

  for (const path of paths) {
    const file = htmlFileOf(storefront, path);
    app.get(path, (_request: FastifyRequest, reply: FastifyReply) => reply.sendFile(file));
  }
}

/** A file under `assets/` has its content's hash in its name; everything else is asked for again each time. */
const cacheControlOf = (storefront: string, file: string) =>
  file.startsWith(join(storefront, 'assets')) && /-[\w-]{8,}\.\w+$/.test(basename(file)) ? immutable : 'no-cache';
