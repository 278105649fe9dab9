import type { App } from './type-provider.ts';

/** Whether a log of this level has a line for every response. */
export const logsResponses = (level: string) => ['trace', 'debug', 'info'].includes(level);

/** Writes one line for every response: the pattern of its address, the status and the time it took; nobody's address. */
export function logResponses(app: App) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    app.logger.info({ reqId, method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered');
    done();
  });
}
