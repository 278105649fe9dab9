import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Builds the page with the small replacement for valibot that the worker is built with, too (`device/valibot.ts`). */
export const smallValibot = (root: string): Plugin => ({
  name: 'kedai:small-valibot',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === 'valibot' ? join(root, 'device', 'valibot.ts') : undefined),
});
