import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Shop, shop } from '../../core/shop.ts';
import { checkShop } from '../../core/shop-config.ts';

/** Emits the hand-written `manifest.webmanifest` as it is, and refuses to build one that contradicts the shop's facts. */
export function webManifest(root: string): Plugin {
  return {
    name: 'kedai:web-manifest',
    transformIndexHtml: {
      order: 'pre',
      // Left alone, Vite would give the manifest a hashed address; browsers know an installed app by a stable one.
      handler: (html) => html.replace('<link rel="manifest"', '<link vite-ignore rel="manifest"'),
    },
    async generateBundle() {
      checkShop();
      const source = await readFile(join(root, 'manifest.webmanifest'), 'utf8');
      const contradiction = contradictionIn(JSON.parse(source), shop);
      if (contradiction) this.error(contradiction);
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
  };
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
