import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { pageFile, shellFile } from './core/renderer.ts';
import { publicPaths } from './core/routes.ts';
import { counter } from './tools/build/counter.ts';
import { checkFacts } from './tools/build/facts.ts';
import { finished } from './tools/build/finished.ts';
import { searchEngines } from './tools/build/head.ts';
import { licences, licencesBanner } from './tools/build/licences.ts';
import { prerender, scopedClassNames } from './tools/build/prerender.ts';
import { buildSettings } from './tools/build/settings.ts';
import { sprite } from './tools/build/sprite.ts';

const root = import.meta.dirname;
const { deliveryRegencies, ...settings } = settingsOrOneSentence();
const { collect, write } = licences(root);
const define = {
  'import.meta.env.VITE_API_HOST': JSON.stringify(settings.apiHost),
  'import.meta.env.PUBLIC_URL': JSON.stringify(settings.publicUrl),
  // As a text: Vitest takes no other value of an environment.
  'import.meta.env.DELIVERY_REGENCIES': JSON.stringify(JSON.stringify(deliveryRegencies)),
};

/** A browser's environment, a device's storage and a running shop, which each project starts for itself. */
const onDevice = {
  environment: './tests/support/page/environment.ts',
  globalSetup: 'tests/support/page/shop.ts',
  setupFiles: 'tests/support/page/setup.ts',
};
/** A PostgreSQL cluster of the project's own, and a prepared database of each kind. */
const ofServer = { environment: 'node', globalSetup: 'tests/support/postgres.ts', setupFiles: 'tests/server/setup.ts' };

// Seven characters (42 bits) tell builds apart; files name each other, and digests do not compress.
const named = 'assets/[name]-[hash:7]';
const fileNames = { entryFileNames: `${named}.js`, chunkFileNames: `${named}.js`, assetFileNames: `${named}[extname]` };

export default defineConfig({
  root,
  // The environment is read in one place, and checked there.
  envDir: false,
  define,
  css: { modules: { generateScopedName: scopedClassNames } },
  build: {
    // The page preloads its own files (`src/early-taps.ts`).
    modulePreload: false,
    assetsInlineLimit: 0,
    // A page contains the styles of its first paint; all styles come in one request after it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        ...fileNames,
        postBanner: licencesBanner,
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            // Apart from the entry, which names the file of every screen and so changes with each of them.
            { name: 'shop', tags: ['$initial'], test: /\/(core|design|device|state|ui)\// },
            // What several later files use, in one file for each kind of screen instead of one for each set of screens.
            { name: 'menu', minShareCount: 2, test: /\/ui\/(catalogue\/(?!option-)|cart\/add-to-cart)/ },
            { name: 'hours', minShareCount: 2, test: /\/(ui\/shop\/(opening|pause)|state\/checkout\/pause)/ },
            { name: 'forms', minShareCount: 2, test: /\/((ui|state)\/forms|ui\/shop)/ },
            // What a menu with options needs, also for a visitor.
            { name: 'options', test: /\/menu-options\.ts$/ },
            // What every page loads by itself after its start, with all that it imports.
            { name: 'background', test: /\/(background|notifications)\.tsx?$/ },
            // The same for a customer: a visitor has neither orders nor addresses.
            { name: 'orders', test: /\/customer-(background|notifications)\.tsx?$/ },
            { name: 'cart', minShareCount: 2, test: /\/ui\/cart\// },
            {
              name: 'customer',
              minShareCount: 2,
              test: /\/(core|device|state|ui\/(?!frame|installation|catalogue\/option-))/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${process.env.API_PORT ?? 3000}` },
  },
  // After the page's files are written, in this order: the prerendered pages, the counter, the worker, the licences, compressed copies.
  plugins: [
    react(),
    collect,
    searchEngines(settings),
    sprite(root),
    prerender(root, settings, define),
    counter(root, collect),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      integration: {
        configureCustomSWViteBuild(build) {
          build.plugins = [build.plugins, collect];
          Object.assign(build, { logLevel: 'warn' });
          // The plugin sets Rollup's options, whose `inlineDynamicImports` is `codeSplitting: false` in Rolldown. It builds `sw.mjs` and
          // writes the list of files into a copy of it, `sw.js`.
          Object.assign(build.build ?? {}, {
            rolldownOptions: {
              ...build.build?.rollupOptions,
              output: { entryFileNames: 'sw.mjs', codeSplitting: false, postBanner: licencesBanner },
            },
            rollupOptions: undefined,
          });
        },
      },
      injectManifest: {
        globPatterns: [
          ...publicPaths.map(pageFile),
          shellFile,
          'assets/**',
          'pictures/*.svg',
          'icons/favicon.svg',
          'manifest.webmanifest',
        ],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map(({ url, revision, size }) => ({
              // A page is stored under its route's address, not under its file's name.
              url: publicPaths.find((path) => pageFile(path) === url) ?? `/${url}`,
              // Shortened, because all of them are in the worker; enough to tell two builds apart.
              revision: revision?.slice(0, 8) ?? null,
              size,
            })),
          }),
        ],
      },
    }),
    write,
    finished(root, settings),
  ],
  test: {
    // More than there are cores: many tests wait for a pause, a process or a timeout.
    maxWorkers: 2 * availableParallelism(),
    // Generous, for a machine that does something else as well; nothing waits for a clock.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      ...withSharedModules({
        name: 'core',
        include: ['tests/core/**/*.test.ts', 'tests/*.test.ts'],
        environment: 'node',
      }),
      ...withSharedModules({ ...ofServer, name: 'server', include: ['tests/server/**/*.test.ts'] }),
      ...withSharedModules({ ...onDevice, name: 'page', include: ['tests/**/*.test.tsx'] }),
      ...withSharedModules({
        ...onDevice,
        name: 'device',
        include: ['tests/device/!(histories).test.ts', 'tests/counter/*.test.ts'],
      }),
      { extends: true, test: { ...onDevice, name: 'histories', include: ['tests/device/histories.test.ts'] } },
      // `npm run test:long`.
      ...(process.env.LONG
        ? [{ extends: true as const, test: { ...ofServer, name: 'long', include: ['tests/long/**/*.test.ts'] } }]
        : []),
    ],
  },
});

/**
 * A test project whose files share the modules that they import, which takes a third less time. Files that replace modules, or load them again,
 * are a second project, in which each file has its own.
 */
function withSharedModules({
  name,
  include,
  ...settings
}: { name: string; include: string[] } & TestProjectInlineConfiguration['test']) {
  const replacing = globSync(include, { cwd: root }).filter((file) =>
    /\bvi\.(mock|doMock|resetModules)\b|worker-scope|history\/world/.test(readFileSync(join(root, file), 'utf8')),
  );
  return [
    { extends: true as const, test: { ...settings, name, include, exclude: replacing, isolate: false } },
    { extends: true as const, test: { ...settings, name: `${name}-isolated`, include: replacing } },
  ];
}

function settingsOrOneSentence() {
  try {
    return { deliveryRegencies: checkFacts(root), ...buildSettings(process.env) };
  } catch (refused) {
    console.error(refused instanceof Error ? refused.message : refused);
    process.exit(1);
  }
}
