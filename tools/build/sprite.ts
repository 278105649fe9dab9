import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Puts the sprite (`design/sprite.tsx`) at the end of a page: what a customer reads is parsed and painted first (performance G1). */
export const sprite = (root: string): Plugin => ({
  name: 'kedai:sprite',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) => {
      const symbols = await readFile(join(root, 'design', 'sprite.svg'), 'utf8');
      return html.replace('</body>', () => `${symbols.trim()}\n</body>`);
    },
  },
});
