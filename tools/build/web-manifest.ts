import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Region } from '../../core/contract.ts';
import { namedRegencies } from '../../core/named-regencies.ts';
import { parseShopConfig, type Shop } from '../../core/shop-config.ts';
import { SettingRefused } from './settings.ts';

/** Emits the hand-written `manifest.webmanifest` unchanged. */
export function webManifest(root: string): Plugin {
  return {
    name: 'kedai:web-manifest',
    transformIndexHtml: {
      order: 'pre',
      // Without this, Vite would give the manifest a hashed address; browsers identify an installed app by a stable one.
      handler: (html) => html.replace('<link rel="manifest"', '<link vite-ignore rel="manifest"'),
    },
    async generateBundle() {
      const source = await readFile(manifestIn(root), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
  };
}

const manifestIn = (root: string) => join(root, 'manifest.webmanifest');

/**
 * Throws `ShopConfigError` when `shop.config.json` is not valid, `SettingRefused` when the manifest contradicts it. Must
 * be called before anything is built: after a failed build the PWA plugin would still overwrite the working worker.
 * Returns the regencies that the shop delivers to, for the page, which does not have all of them.
 */
export function checkFacts(root: string): Region[] {
  const shop = parseShopConfig(readFileSync(join(root, 'shop.config.json'), 'utf8'));
  const contradiction = contradictionIn(parsed(readFileSync(manifestIn(root), 'utf8')), shop);
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
