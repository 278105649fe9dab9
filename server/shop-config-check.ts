import { readFileSync } from 'node:fs';
import { namedRegencies } from '#core/named-regencies';
import { parseShopConfig, ShopConfigError } from '#core/shop-config';
import { readRegencies } from './region-files.ts';

/** What is wrong with `shop.config.json`, in one sentence for its owner. To be called before `core/shop.ts` is loaded, which may fail. */
export function shopConfigError(): string | undefined {
  try {
    const shop = parseShopConfig(readFileSync(new URL('../shop.config.json', import.meta.url), 'utf8'));
    namedRegencies(shop, readRegencies);
    return undefined;
  } catch (error) {
    if (error instanceof ShopConfigError) return error.message;
    return `shop.config.json tidak bisa dibaca: ${(error as Error).message}.`;
  }
}
