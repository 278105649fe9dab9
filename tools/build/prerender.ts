/** The fifteen pages as HTML, and the renderer with which the server makes them again when the menu changes. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { type DrawingAt, firstPageOf, menuPages, pageFile, type Renderer, shellFile } from '../../core/renderer.ts';
import { type Path, paths } from '../../core/routes.ts';
import { shop } from '../../core/shop.ts';
import { onDemandChunks } from './chunks.ts';
import { classNames, prefixes } from './class-names.ts';
import { baseOf, parted, withUsedProperties } from './critical-styles.ts';
import { earlyScript, framesOf, type Stylesheet, withoutSpaces } from './frames.ts';
import { chunkWith, scriptsOf } from './scripts.ts';
import type { BuildSettings } from './settings.ts';

/** Which module draws each route, as `src/routes.ts` says. */
const screenOf = (path: Path) => `src/screens/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.tsx`;

export function prerender(root: string, settings: BuildSettings, define: Record<string, string>): Plugin {
  let folder = '';
  let shell = '';
  let stylesheet: Stylesheet = { files: [], styles: '' };
  let isWritten = false;
  let anew = '';
  const scripts = new Map<Path, string[]>();
  return {
    name: 'kedai:prerender',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('{phone}', () => shop.contact.phone) },
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') return this.error('There is no index.html to prerender.');
      shell = `${page.source}`;
      for (const path of paths) {
        const modules = ['src/main.tsx', 'node_modules/react-dom/client.js', screenOf(path)];
        scripts.set(path, scriptsOf(bundle, modules));
      }
      const { fileName, imports } = chunkWith(bundle, 'src/startup/anew.ts');
      if (imports.length > 0)
        return this.error('src/startup/anew.ts needs a file, which may be the one that did not come.');
      anew = `/${fileName}`;
      const styles = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
      if (styles?.type !== 'asset') return this.error('There is no stylesheet.');
      const all = withUsedProperties(`${styles.source}`.trim());
      // Every page contains the base; the stylesheets must not repeat it, which would restyle the whole page.
      const base = baseOf(all);
      const { onDemand, others } = parted(all.slice(base.length), onDemandClasses(root, bundle));
      styles.source = others;
      const emitted = this.emitFile({ type: 'asset', name: 'on-demand.css', source: onDemand });
      const onDemandFile = this.getFileName(emitted);
      stylesheet = { files: [styles.fileName, onDemandFile], styles: all };
      page.fileName = shellFile;
      page.source = shellPage(shell, base, onDemandFile);
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler(error) {
        // Also called, without an error, when the build failed before its files were written; a failure here would hide
        // the reason.
        if (error || !isWritten) return;
        await buildRenderer(root, folder, define);
        const renderer: Renderer = await import(`${pathToFileURL(join(folder, 'prerender.mjs'))}?${Date.now()}`);
        // The menu of another host is not known to this build.
        const menu = settings.apiHost === '/api' ? await bundledMenu(root) : undefined;
        const frames = await framesOf({
          shell,
          stylesheet,
          scripts,
          anew,
          early: await earlyScript(root),
          render: renderer.pageOf,
          menu,
          settings,
        });
        await writeFile(join(folder, 'frames.json'), JSON.stringify(frames));
        for (const path of paths) {
          const page = await renderer.pageOf(path, frames[path], menu, drawingOf(root));
          const file = join(folder, pageFile(path));
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, page);
          if (menuPages.includes(path)) continue;
          const [withMenu, without] = [menu, undefined].map((one) => renderer.pageOf(path, frames[path], one));
          if ((await withMenu) !== (await without)) {
            this.error(`${path} shows the menu now: name it among the pages that do (core/renderer.ts).`);
          }
        }
      },
    },
  };
}

/**
 * The empty shell, which its scripts fill: served for unknown addresses, and by the worker for private pages. So its
 * title names the shop only.
 */
const shellPage = (shell: string, base: string, onDemandFile: string) =>
  withoutSpaces(
    shell
      .replace(
        /<!--head-->.*<!--\/head-->/s,
        () => `<title>${shop.title}</title><meta name="robots" content="noindex" />`,
      )
      .replace('</noscript>', '<p>Halaman ini tidak ada. <a href="/products">Lihat menu</a></p></noscript>')
      .replace(
        /<link rel="stylesheet"[^>]*>/,
        (link) => `<style>${base}</style>${link}<link rel="stylesheet" href="/${onDemandFile}">`,
      ),
  );

const bundledMenu = async (root: string) =>
  firstPageOf(JSON.parse(await readFile(join(root, 'server', 'menu', 'menu.json'), 'utf8')));

/** The drawings of the shell and of the bundled menu, as a browser would ask for them. */
const drawingOf =
  (root: string): DrawingAt =>
  (address) => {
    const [, picture] = /^\/api\/images(\/.+)$/.exec(address) ?? [];
    const file = picture ? join(root, 'server', 'menu', 'images', picture) : join(root, 'public', address);
    return readFile(file, 'utf8').catch(() => undefined);
  };

/** A function that tells whether a class belongs to a module of the `onDemandChunks`. */
function onDemandClasses(root: string, bundle: Rolldown.OutputBundle) {
  const wanted = Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' && onDemandChunks.includes(file.name) ? file.moduleIds : [],
  );
  const named = new Map([...prefixes(root)].map(([file, prefix]) => [prefix, join(root, file)]));
  return (name: string) => wanted.includes(named.get(name.replace(/\d+$/, '')) ?? '');
}

/** Builds `prerender.mjs`: one file without imports, which a server without the page's packages can run. */
async function buildRenderer(root: string, folder: string, define: Record<string, string>) {
  await build({
    configFile: false,
    root,
    envDir: false,
    logLevel: 'warn',
    // React's production build, whatever the page is built with.
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    css: { modules: { generateScopedName: classNames(root) } },
    plugins: [react(), { name: 'kedai:production-jsx', config: () => ({ oxc: { jsx: { development: false } } }) }],
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
}
