/** For whoever watches over the shop: a supervisor, a proxy, an uptime check. */
import type { Database } from '../database/open.ts';
import { Refusal } from '../failures.ts';
import type { MenuInMemory } from '../menu.ts';
import type { App } from '../validation.ts';

export function healthRoutes(app: App, { database, menu }: { database: Database; menu: MenuInMemory }) {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  /** The process lives. It asks nobody else, so that a database that is away does not get every server restarted. */
  app.get('/health', () => ({ status: 'ok' }));

  /** Customers may be sent here: the data answers, the menu is read, and nobody has asked this server to close. */
  app.get('/ready', async () => {
    if (closing) throw new Refusal('closing', { retryAfter: 5 });
    await database.selectNoFrom((row) => row.lit(1).as('answer')).execute();
    await menu.current();
    return { status: 'ready' };
  });
}
