/** What the plugins of a build share. */
import { resolve } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

/** The hooks of a plugin that works on the files of a build, whose folder it gets. Not called when the build has failed. */
export function afterBuild(order: 'pre' | 'post', work: (folder: string) => Promise<void>) {
  let folder = '';
  let isWritten = false;
  return {
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order,
      sequential: true,
      async handler(error) {
        // Also called, without an error, when the build failed before its files were written; a failure here would hide the reason.
        if (!error && isWritten) await work(folder);
      },
    },
  } satisfies Partial<Plugin>;
}

/** A further program, built into the folder of the first. */
export const besides = (root: string, folder: string, { build, ...config }: InlineConfig): InlineConfig => ({
  configFile: false,
  root,
  envDir: false,
  logLevel: 'warn',
  ...config,
  build: {
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    ...build,
  },
});
