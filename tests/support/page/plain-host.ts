/** A phone whose shop is somebody else's API: section 7 and nothing more (decision A2). */
import { vi } from 'vitest';
import type { Session } from '#core/contract';
import { getProducts } from '#device/api';
import { keepSession } from '#device/session';
import { ShopModel } from '../../device/history/shop-model.ts';
import { betweenShopAndPhone } from './checkout.ts';

/** Such a shop from now on, and Sari logged in there. */
export async function atPlainHost(): Promise<{ shop: ShopModel; session: Session }> {
  const shop = new ShopModel(true);
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    return shop.answer(request, await request.clone().text());
  });
  const session = shop.logIn('sari');
  await keepSession(session);
  await getProducts();
  return { shop, session };
}

/** The shop from now on as a host that says nothing of what it knows: to the phone it knows no keys. */
export const silentOfItself = () =>
  betweenShopAndPhone(async (_request, send) => {
    const { body, status, headers } = await send();
    const others = [...headers].filter(([name]) => name !== 'kedai-api');
    return new Response(body, { status, headers: others });
  });
