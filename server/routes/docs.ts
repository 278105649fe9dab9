/** The API's description, for programs (OpenAPI). */
import type { RouteOptions } from 'fastify';
import { prebuild, ResponseCache } from '../http/prebuilt-response.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';

/** `GET /docs/openapi.json`, made when first asked for. To be registered before the routes that are described. */
export function docsRoutes(app: App) {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.schema?.operationId !== undefined && route.method !== 'HEAD') routes.push(route);
  });

  const cache = new ResponseCache(Number.POSITIVE_INFINITY);

  app.get('/docs/openapi.json', (request, reply) => {
    const response = cache.get('json', async () => {
      const { describeRoutes } = await import('../openapi/document.ts');
      const text = `${JSON.stringify(await describeRoutes(routes), null, 2)}\n`;
      return prebuild(text, 'application/json; charset=utf-8', { headers: apiHeaders });
    });
    return sendPrebuilt(request, reply, response);
  });
}
