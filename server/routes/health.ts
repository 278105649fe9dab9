/** For whoever watches over the shop: a supervisor, a proxy, an uptime check. */
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';

/** `GET /health` and `GET /ready`. To be registered where no cache may keep responses. */
export function healthRoutes(app: App, { database, menu }: { database: Database; menu: MenuCache }) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  /** Whether the process lives. Does not ask the database, whose absence must not get every server restarted. */
  app.get('/health', () => ({ status: 'ok' }));

  /** Whether customers may be sent here: the database answers, the menu has been read, and the server is not closing. */
  app.get('/ready', async () => {
    if (closing) throw new ApiError('closing', { retryAfter: 5 });
    await database.selectNoFrom((row) => row.lit(1).as('answer')).execute();
    await menu.current();
    return { status: 'ready' };
  });
}
