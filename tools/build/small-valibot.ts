import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The page is built with the few lines of valibot that its worker has, too (`device/valibot.ts`). */
export const smallValibot = (root: string): Plugin => ({
  name: 'kedai:small-valibot',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === 'valibot' ? join(root, 'device', 'valibot.ts') : undefined),
});
