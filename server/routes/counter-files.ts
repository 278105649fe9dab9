/** The built counter: its two pages, which are one file, the guide, and their scripts, styles and pictures (decision W1). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counterPage, counterPaths, guidePage, guidePath } from '#core/counter-pages';
import { isStaffed } from '../accounts/staff.ts';
import type { Database } from '../database/open.ts';
import { htmlHeaders } from '../http/security-headers.ts';
import type { App } from '../http/type-provider.ts';
import { counterFolder, serveFile, serveFolder } from './storefront-files.ts';

const pages = [...counterPaths.map((path) => [path, counterPage] as const), [guidePath, guidePage] as const];

/** Serves the counter that the build left in `storefront`; while there is no staff, and without a build, as what does not exist. */
export async function counterFiles(app: App, storefront: string, database: Database) {
  const folder = join(storefront, counterFolder);
  if (!existsSync(folder)) return;
  app.addHook('onRequest', async (_request, reply) => {
    if (!(await isStaffed(database))) reply.callNotFound();
  });

  for (const [path, file] of pages) {
    serveFile(app, path, join(storefront, file), { type: 'text/html; charset=utf-8', headers: htmlHeaders({}) });
    app.get(`${path}/`, (_request, reply) => reply.redirect(path, 308));
  }
  // At the root: a worker controls nothing above its own address.
  serveFile(app, '/counter-sw.js', join(folder, 'sw.js'), { type: 'application/javascript; charset=utf-8' });
  await serveFolder(app, folder, '/counter/');
}
