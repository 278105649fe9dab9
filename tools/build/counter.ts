/** The counter (decision W1): a program of its own, built into `counter/` beside the storefront, which loads none of its files. */
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { counterPage, counterPaths, guidePage, guidePath } from '../../core/counter-pages.ts';
import { afterBuild, besides } from './after-build.ts';
import { renderGuide } from './guide.ts';
import { licencesBanner } from './licences.ts';
import { scopedClassNames } from './prerender.ts';
import { sprite } from './sprite.ts';

/** Builds the counter after the storefront, and serves it in development. `collect` notes its packages. */
export const counter = (root: string, collect: Plugin): Plugin => ({
  ...guide(root),
  name: 'kedai:counter',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const [path = ''] = (request.url ?? '').split('?');
      if (counterPaths.includes(path)) request.url = `/${counterPage}`;
      if (path === guidePath) request.url = `/${guidePage}`;
      next();
    });
  },
  ...afterBuild('pre', (folder) => buildCounter(root, folder, collect)),
});

const guide = (root: string) =>
  ({
    name: 'kedai:guide',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { path }) => {
        const content = path === `/${guidePage}` ? await renderGuide(root) : '';
        return html.replace('<!--panduan-->', () => content);
      },
    },
  }) satisfies Plugin;

async function buildCounter(root: string, folder: string, collect: Plugin) {
  const named = 'counter/assets/[name]-[hash:6]';
  const page = {
    entryFileNames: `${named}.js`,
    // One script: an open page loads nothing later, when its worker and the shop have another build.
    codeSplitting: false,
    assetFileNames: `${named}[extname]`,
    postBanner: licencesBanner,
  };
  await build(
    besides(root, folder, {
      css: { modules: { generateScopedName: scopedClassNames } },
      plugins: [react(), collect, sprite(root)],
      build: { cssCodeSplit: false, rolldownOptions: { input: counterPage, output: page } },
    }),
  );
  await build(
    besides(root, folder, {
      plugins: [guide(root), collect],
      build: { cssCodeSplit: false, rolldownOptions: { input: guidePage, output: page } },
    }),
  );
  const worker = { entryFileNames: 'counter/sw.js', codeSplitting: false, postBanner: licencesBanner };
  await build(
    besides(root, folder, {
      plugins: [collect],
      build: { rolldownOptions: { input: 'sw/counter-sw.ts', output: worker } },
    }),
  );
}
