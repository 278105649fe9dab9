import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Region } from '../../core/contract.ts';
import { namedRegencies } from '../../core/named-regencies.ts';
import { parseShopConfig, type Shop } from '../../core/shop-config.ts';
import { SettingRefused } from './settings.ts';

/**
 * Throws `ShopConfigError` when `shop.config.json` is not valid, `SettingRefused` when the manifest contradicts it. Must
 * be called before anything is built: after a failed build the PWA plugin would still overwrite the working worker.
 * Returns the regencies that the shop delivers to, for the page, which does not have all of them.
 */
export function checkFacts(root: string): Region[] {
  const shop = parseShopConfig(readFileSync(join(root, 'shop.config.json'), 'utf8'));
  const contradiction = contradictionIn(
    parsed(readFileSync(join(root, 'public', 'manifest.webmanifest'), 'utf8')),
    shop,
  );
  if (contradiction) throw new SettingRefused(contradiction);
  return namedRegencies(shop, () =>
    readFileSync(join(root, 'node_modules', 'idn-area-data', 'data', 'regencies.csv'), 'utf8'),
  );
}

function parsed(manifest: string) {
  try {
    return JSON.parse(manifest);
  } catch (error) {
    throw new SettingRefused(`manifest.webmanifest is not valid JSON: ${(error as Error).message}.`);
  }
}

/** The first fact that manifest and shop disagree on, as a sentence. */
export function contradictionIn(manifest: Record<string, unknown>, facts: Shop): string | undefined {
  const pairs = { name: 'title', short_name: 'shortTitle', description: 'description' } as const;
  for (const [member, fact] of Object.entries(pairs)) {
    if (manifest[member] === facts[fact]) continue;
    return `manifest.webmanifest has "${member}": ${JSON.stringify(manifest[member])}, but shop.config.json has "${fact}": ${JSON.stringify(facts[fact])}; make them say the same.`;
  }
  return undefined;
}
