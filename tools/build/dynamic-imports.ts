import type { Plugin } from 'vite';

/**
 * Before it imports a chunk, Vite's helper fetches that chunk's styles and whatever it imports itself: three thousand characters,
 * for lists that are empty in this build (`build.modulePreload`, `build.cssCodeSplit`). What stays is its word to whoever
 * listens that a file did not come (`src/opening/missing-files.ts`).
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
