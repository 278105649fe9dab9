/** The fifteen pages as HTML, and the renderer with which the server renders them again when the menu changes. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { type DrawingAt, firstPageOf, menuPages, pageFile, type Renderer, shellFile } from '../../core/renderer.ts';
import { type Path, paths } from '../../core/routes.ts';
import { shop } from '../../core/shop.ts';
import { afterBuild, besides } from './after-build.ts';
import { earlyTapsScript, pageTemplates, withoutSpaces } from './page-templates.ts';
import type { BuildSettings } from './settings.ts';

/** The module that renders a route, as in `src/router.tsx`. */
const screenOf = (path: Path) => `src/screens/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.tsx`;

/** Short class names, because every page contains hundreds of them; from a hash, so that a new module does not rename others. */
export const scopedClassNames = '[hash:base64:5]';

export function prerender(root: string, settings: BuildSettings, define: Record<string, string>): Plugin {
  let shell = '';
  let stylesheet = { file: '', css: '' };
  const scripts = new Map<Path, string[]>();
  return {
    name: 'kedai:prerender',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('{phone}', () => shop.contact.phone) },
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const styles = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
      if (page?.type !== 'asset' || styles?.type !== 'asset') return this.error('There is nothing to prerender.');
      shell = `${page.source}`;
      stylesheet = { file: styles.fileName, css: `${styles.source}`.trim() };
      for (const path of paths) scripts.set(path, scriptsOf(bundle, ['src/main.tsx', screenOf(path)]));
      page.fileName = shellFile;
      page.source = shellPage(shell);
    },
    ...afterBuild('pre', async (folder) => {
      await buildRenderer(root, folder, define);
      const { pageOf }: Renderer = await import(`${pathToFileURL(join(folder, 'prerender.mjs'))}?${Date.now()}`);
      // This build does not know the menu of another host.
      const menu = settings.apiHost === '/api' ? await bundledMenu(root) : undefined;
      const earlyTaps = await earlyTapsScript(root);
      const templates = await pageTemplates({ shell, stylesheet, scripts, earlyTaps, pageOf, menu, settings });
      await writeFile(join(folder, 'page-templates.json'), JSON.stringify(templates));
      for (const path of paths) {
        const page = await pageOf(path, templates[path], menu, drawingOf(root));
        const file = join(folder, pageFile(path));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, page);
        const [full, empty] = await Promise.all([menu, undefined].map((one) => pageOf(path, templates[path], one)));
        if (full !== empty && !menuPages.includes(path))
          throw new Error(`${path} shows the menu now: name it among the pages that do (core/renderer.ts).`);
      }
    }),
  };
}

/** The files that the given modules import statically, directly or through others; the first module's file is first. */
export function scriptsOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const scripts = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    chunk.imports.forEach(add);
  };
  for (const module of modules) add(fileOf(bundle, module));
  return [...scripts];
}

/** The file that contains a module, by the end of its path. Throws when there is none. */
function fileOf(bundle: Rolldown.OutputBundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (!chunk) throw new Error(`No chunk contains ${module}`);
  return chunk.fileName;
}

/**
 * The empty shell, in which scripts render the screen. It is served for unknown addresses, and by the worker for private
 * pages, so its title only names the shop.
 */
const shellPage = (shell: string) =>
  withoutSpaces(
    shell
      .replace(
        /<!--head-->.*<!--\/head-->/s,
        () => `<title>${shop.title}</title><meta name="robots" content="noindex" />`,
      )
      .replace('</noscript>', '<p>Halaman ini tidak ada. <a href="/products">Lihat menu</a></p></noscript>'),
  );

const bundledMenu = async (root: string) =>
  firstPageOf(JSON.parse(await readFile(join(root, 'server', 'menu', 'menu.json'), 'utf8')));

/** The drawings of the shell and of the bundled menu, by the address that a browser would request. */
const drawingOf =
  (root: string): DrawingAt =>
  (address) => {
    const [, picture] = /^\/api\/images(\/.+)$/.exec(address) ?? [];
    const file = picture ? join(root, 'server', 'menu', 'images', picture) : join(root, 'public', address);
    return readFile(file, 'utf8').catch(() => undefined);
  };

/** Builds `prerender.mjs`: one file without imports, which a server without the page's packages can run. */
async function buildRenderer(root: string, folder: string, define: Record<string, string>) {
  await build(
    besides(root, folder, {
      // Always React's production build, also in a development build of the page.
      define: { ...define, 'process.env.NODE_ENV': '"production"' },
      css: { modules: { generateScopedName: scopedClassNames } },
      plugins: [react(), { name: 'kedai:production-jsx', config: () => ({ oxc: { jsx: { development: false } } }) }],
      build: {
        ssr: 'src/prerender.tsx',
        minify: true,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
      },
      ssr: { noExternal: true },
    }),
  );
}
