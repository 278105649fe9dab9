import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { App } from './type-provider.ts';

/**
 * Answers what no route of `api` answers, with its headers and CORS: 405 and `Allow` where the address has another method (RFC 9110
 * §15.5.6), else 404. To be called before the routes are registered, because it collects their methods.
 */
export function answerUnknownCalls(api: App) {
  const methodsByUrl = new Map<string, Set<string>>();
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const [, methods] = [...methodsByUrl].find(([url]) => patternOf(url).test(path)) ?? [];
    if (!methods) throw new ApiError('not_found');
    reply.header('allow', [...methods].sort().join(', '));
    throw new ApiError('method_not_allowed');
  };
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'OPTIONS'];
  // In `onRequest`, before a body is read, which is not needed.
  api.route({ method, url: '/*', onRequest: answer, handler: answer });
  // Other methods, such as TRACE and PROPFIND, come here.
  api.setNotFoundHandler(answer);
  // Added after the route above, which fits every address and must not count.
  api.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    methodsByUrl.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
}

/** A pattern for the addresses that a route's address, with its `:names` and its `*`, fits. */
const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`);
