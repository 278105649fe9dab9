/** The API's description: for programs as OpenAPI, for people as a page without a script. */
import type { RouteOptions } from 'fastify';
import { prebuild } from '../http/prebuilt-response.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { apiHeaders, htmlHeaders, sourceOf } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send-prebuilt.ts';
import type { App } from '../http/type-provider.ts';
import { type ApiDescription, descriptionPage, pageStyle } from '../openapi/page.ts';

const pageHeaders = htmlHeaders({ styleHashes: [sourceOf(pageStyle)] });

/** `GET /docs/openapi.json` and `GET /docs`, made when first asked for. To be registered before the routes that are described. */
export function docsRoutes(app: App) {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.schema?.operationId !== undefined && route.method !== 'HEAD') routes.push(route);
  });
  const described = async () => (await import('../openapi/document.ts')).describeRoutes(routes);

  const cache = new ResponseCache(Number.POSITIVE_INFINITY);

  app.get('/docs/openapi.json', (request, reply) => {
    const response = cache.get('json', async () =>
      prebuild(`${JSON.stringify(await described(), null, 2)}\n`, 'application/json; charset=utf-8', {
        headers: apiHeaders,
      }),
    );
    return sendPrebuilt(request, reply, response);
  });

  app.get('/docs', (request, reply) => {
    const response = cache.get('page', async () =>
      prebuild(descriptionPage((await described()) as ApiDescription), 'text/html; charset=utf-8', {
        headers: pageHeaders,
      }),
    );
    return sendPrebuilt(request, reply, response);
  });
}
