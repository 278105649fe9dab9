import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Puts the sprite (`design/sprite.tsx`) at the beginning of a page, so that each symbol is known before the first drawing that uses it. */
export const sprite = (root: string): Plugin => ({
  name: 'kedai:sprite',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) => {
      const symbols = await readFile(join(root, 'design', 'sprite.svg'), 'utf8');
      return html.replace('<body>', () => `<body>\n${symbols.trim()}`);
    },
  },
});
