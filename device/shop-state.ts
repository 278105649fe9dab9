import { ShopState } from '#core/pause';
import { extra, jsonOf } from './api.ts';
import { hasKedaiCapabilities } from './capabilities.ts';

/** Decision W12. Undefined at a host that has not announced itself, which is not asked. Rejects as the calls of `api.ts`. */
export async function getShopState(): Promise<ShopState | undefined> {
  if (!(await hasKedaiCapabilities())) return undefined;
  return jsonOf('GET /shop', extra.get('shop', { cache: 'no-store' }), ShopState);
}
