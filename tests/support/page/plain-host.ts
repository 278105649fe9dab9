/** A device whose shop is another API, which offers section 7 of the specification only (decision A2). */
import { vi } from 'vitest';
import type { Session } from '#core/contract';
import { getProducts } from '#device/api';
import { storeSession } from '#device/session';
import { ShopModel } from '../../device/history/shop-model.ts';
import { interceptRequests } from './checkout.ts';

/** Answers all calls with a model of such an API from now on, and logs Sari in there. */
export async function atPlainHost(): Promise<{ shop: ShopModel; session: Session }> {
  const shop = new ShopModel(true);
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    return shop.answer(request, await request.clone().text());
  });
  const session = shop.logIn('sari');
  await storeSession(session);
  await getProducts();
  return { shop, session };
}

/** Makes the real shop look like a plain host that knows no idempotency keys: its `Kedai-Api` header is removed. */
export const hideApiHeader = () =>
  interceptRequests(async (_request, send) => {
    const { body, status, headers } = await send();
    const others = [...headers].filter(([name]) => name !== 'kedai-api');
    return new Response(body, { status, headers: others });
  });
