/** The counter (decision W1): a program of its own, built into `counter/` beside the storefront, which loads none of its files. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { counterPage, counterPaths } from '../../core/counter-pages.ts';
import { licencesBanner } from './licences.ts';
import { scopedClassNames } from './prerender.ts';
import { sprite } from './sprite.ts';

const manifest = 'counter/manifest.webmanifest';

/** Builds the counter after the storefront, and serves it in development. `collect` notes its packages. */
export function counter(root: string, collect: Plugin): Plugin {
  let folder = '';
  let isWritten = false;
  return {
    name: 'kedai:counter',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        if (counterPaths.includes(path)) request.url = `/${counterPage}`;
        next();
      });
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler(error) {
        // Also called, without an error, when the build failed before its files were written.
        if (error || !isWritten) return;
        await buildCounter(root, folder, collect);
      },
    },
  };
}

async function buildCounter(root: string, folder: string, collect: Plugin) {
  const named = 'counter/assets/[name]-[hash:6]';
  await build({
    configFile: false,
    root,
    envDir: false,
    logLevel: 'warn',
    css: { modules: { generateScopedName: scopedClassNames } },
    plugins: [
      react(),
      collect,
      sprite(root),
      {
        name: 'kedai:counter-manifest',
        async generateBundle() {
          this.emitFile({ type: 'asset', fileName: manifest, source: await readFile(join(root, manifest), 'utf8') });
        },
      },
    ],
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: {
        input: counterPage,
        output: {
          entryFileNames: `${named}.js`,
          // One script: an open page loads nothing later, when its worker and the shop have another build.
          codeSplitting: false,
          assetFileNames: `${named}[extname]`,
          postBanner: licencesBanner,
        },
      },
    },
  });
  await build({
    configFile: false,
    root,
    envDir: false,
    logLevel: 'warn',
    plugins: [collect],
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'sw/counter-sw.ts',
        output: { entryFileNames: 'counter/sw.js', codeSplitting: false, postBanner: licencesBanner },
      },
    },
  });
}
