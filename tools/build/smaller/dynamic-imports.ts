import type { Plugin } from 'vite';

/**
 * Replaces Vite's helper for `import()`, which preloads a chunk's styles and imports: three thousand characters for
 * lists that are empty in this build (`build.modulePreload`, `build.cssCodeSplit`). What remains is the event for a
 * file that did not come, which `src/startup/missing-files.ts` hears.
 */
export const dynamicImports = (): Plugin => ({
  name: 'kedai:dynamic-imports',
  apply: 'build',
  configResolved({ build: { cssCodeSplit, modulePreload } }) {
    if (cssCodeSplit || modulePreload)
      throw new Error('A chunk has styles or preloads, which need the helper of Vite.');
  },
  transform: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `
      export const __vitePreload = (load) =>
        load().catch((failure) => {
          dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
          throw failure;
        });
    `,
  },
});
