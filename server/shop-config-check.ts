import { readFileSync } from 'node:fs';
import { parseShopConfig, ShopConfigError } from '#core/shop-config';

/** What is wrong with `shop.config.json`, in one sentence for its owner. To be called before `core/shop.ts` is loaded, which may fail. */
export function shopConfigError(): string | undefined {
  try {
    parseShopConfig(readFileSync(new URL('../shop.config.json', import.meta.url), 'utf8'));
    return undefined;
  } catch (error) {
    if (error instanceof ShopConfigError) return error.message;
    return `shop.config.json cannot be read: ${(error as Error).message}.`;
  }
}
