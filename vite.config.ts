import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { pageFile, shellFile } from './core/renderer.ts';
import { publicPaths } from './core/routes.ts';
import { counter } from './tools/build/counter.ts';
import { finished } from './tools/build/finished.ts';
import { searchEngines } from './tools/build/head.ts';
import { licences, licencesBanner } from './tools/build/licences.ts';
import { prerender, scopedClassNames } from './tools/build/prerender.ts';
import { buildSettings } from './tools/build/settings.ts';
import { sprite } from './tools/build/sprite.ts';
import { checkFacts, webManifest } from './tools/build/web-manifest.ts';

const root = import.meta.dirname;
const { deliveryRegencies, ...settings } = settingsOrOneSentence();
const { collect, write } = licences(root);
const define = {
  'import.meta.env.VITE_API_HOST': JSON.stringify(settings.apiHost),
  'import.meta.env.PUBLIC_URL': JSON.stringify(settings.publicUrl),
  // As a text: Vitest takes no other value of an environment.
  'import.meta.env.DELIVERY_REGENCIES': JSON.stringify(JSON.stringify(deliveryRegencies)),
};

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
    webManifest(root),
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
    maxWorkers: '150%',
    // Generous, for a machine that does something else as well; nothing waits for a clock.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: ['tests/core/**/*.test.ts', 'tests/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/support/postgres.ts',
        },
      },
      onDevice('device', ['tests/device/!(histories).test.ts', 'tests/counter/*.test.ts']),
      onDevice('histories', ['tests/device/histories.test.ts']),
      onDevice('page', ['tests/**/*.test.tsx']),
      // `npm run test:long`.
      ...(process.env.LONG
        ? [
            {
              extends: true as const,
              test: {
                name: 'long',
                include: ['tests/long/**/*.test.ts'],
                environment: 'node',
                globalSetup: 'tests/support/postgres.ts',
              },
            },
          ]
        : []),
    ],
  },
});

/** A test project with a browser's environment, a device's storage and a running shop. */
function onDevice(name: string, include: string[]) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      environment: './tests/support/page/environment.ts',
      globalSetup: 'tests/support/page/shop.ts',
      setupFiles: 'tests/support/page/setup.ts',
    },
  };
}

function settingsOrOneSentence() {
  try {
    return { deliveryRegencies: checkFacts(root), ...buildSettings(process.env) };
  } catch (refused) {
    console.error(refused instanceof Error ? refused.message : refused);
    process.exit(1);
  }
}
