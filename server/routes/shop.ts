/** What any client may know of the shop right now (decision W12). */
import { ShopState } from '#core/pause';
import type { Context } from '../context.ts';
import type { App } from '../http/type-provider.ts';
import { pauseAt } from '../menu/menu-snapshot.ts';

const reading = {
  operationId: 'getShop',
  summary: 'Whether the shop takes orders right now, and which menu it has.',
  description:
    '`pause` is there while it takes none; `until` says when it ends, if that is known. `menu_version` is another number after each change.',
  response: { 200: ShopState },
};

/** `GET /shop`. To be registered where no cache may keep responses. */
export function shopRoute(app: App, { menu, now }: Context) {
  app.get('/shop', { schema: reading }, async (): Promise<ShopState> => {
    const current = await menu.current();
    const pause = pauseAt(current, now());
    return { now: new Date(now()).toISOString(), menu_version: current.version, ...(pause && { pause }) };
  });
}
