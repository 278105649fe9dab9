/** For monitoring: a supervisor, a proxy, an uptime check. */
import * as v from 'valibot';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import { underPressureToo } from '../http/under-pressure.ts';

const health = {
  operationId: 'getHealth',
  summary: 'The process lives. The database is not asked.',
  response: { 200: v.object({ status: v.literal('ok') }) },
};

const readiness = {
  operationId: 'getReadiness',
  summary: 'Customers may be sent here: the database answers, and the server is not closing.',
  response: { 200: v.object({ status: v.literal('ready') }) },
};

/** `GET /health` and `GET /ready`. To be registered where no cache may keep responses. */
export function healthRoutes(app: App, { database, menu }: Context) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  app.get('/health', { schema: health, config: underPressureToo }, () => ({ status: 'ok' }));

  app.get('/ready', { schema: readiness, config: underPressureToo }, async () => {
    if (closing) throw new ApiError('closing', { retryAfter: 5 });
    await database.selectNoFrom((row) => row.lit(1).as('answer')).execute();
    await menu.current();
    return { status: 'ready' };
  });
}
