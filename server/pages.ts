/** The fifteen pages as finished answers: as the build left them, and rendered again whenever the menu changes. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type DrawingAt, pageFile, type Renderer } from '#core/renderer';
import { type Path, paths } from '#core/routes';
import type { MenuInMemory } from './menu.ts';
import { type PrebuiltAnswer, prebuilt } from './prebuilt-answers.ts';
import { htmlHeaders, readBuild } from './security-headers.ts';

export interface Pages {
  /** What stands there now; undefined where the storefront has no page at all. Waits for no rendering. */
  page(path: Path): Promise<PrebuiltAnswer | undefined>;
  close(): void;
}

interface Options {
  /** Without one the pages stay as they were built. */
  menu?: MenuInMemory | undefined;
  /** The drawings of its products; those of the storefront are found beside its pages. */
  drawings?: DrawingAt | undefined;
  /** Called with one sentence when the pages cannot be rendered; what stood there stays. */
  complain?: (message: string) => void;
}

/** How often a shop that nobody visits looks for a new menu, so that its next visitor finds it, in ms. */
const looksEvery = 5_000;

const type = 'text/html; charset=utf-8';

/** The pages of a built `storefront`, which may be built anew while they are served. Close them with the server. */
export function pagesOf(storefront: string, { menu, drawings, complain = () => undefined }: Options = {}): Pages {
  const built = new Map<string, { stamp: string; page: PrebuiltAnswer | undefined }>();
  const rendered = new Map<Path, { stamp: string; html: string; page: PrebuiltAnswer }>();
  let tried = '';
  let renewing: Promise<void> | undefined;
  let closed = false;

  const drawing: DrawingAt = (address) =>
    address.startsWith('/pictures/')
      ? readFile(join(storefront, address), 'utf8').catch(() => undefined)
      : (drawings?.(address) ?? Promise.resolve(undefined));

  async function builtPage(file: string) {
    const stamp = await stampOf(join(storefront, file));
    const known = built.get(file);
    if (known?.stamp === stamp) return known;
    const read = { stamp, page: await readPage(storefront, file) };
    built.set(file, read);
    return read;
  }

  /** Renders until there is nothing newer; a menu that comes meanwhile is rendered afterwards. */
  async function renderWhatIsNew(source: MenuInMemory) {
    while (!closed) {
      const now = await source.current();
      const stamp = await stampOf(join(storefront, 'build.json'));
      const wanted = `${stamp} ${now.version}`;
      // What could not be rendered once is not tried again and again.
      if (wanted === tried) return;
      tried = wanted;
      const { apiHost } = readBuild(storefront);
      // A storefront of another API shows that one's menu, which nobody knows here.
      if (apiHost !== '/api') return;
      const { render, frames } = await readRenderer(storefront, stamp);
      for (const path of paths) {
        const html = await render(path, frames[path] ?? '', now, drawing);
        if (!isWhole(html)) throw new Error(`${path} came out without its end`);
        const { stamp } = await builtPage(pageFile(path));
        const before = rendered.get(path);
        if (before?.html !== html) rendered.set(path, { stamp, html, page: await pageOf(storefront, html) });
        else rendered.set(path, { ...before, stamp });
        // Whoever asks for something is served between two pages.
        await setImmediate();
      }
    }
  }

  function renew() {
    if (!menu || renewing || closed) return;
    renewing = renderWhatIsNew(menu)
      .catch((failure: unknown) => {
        if (!closed) complain(`The pages could not be rendered, those before stay: ${(failure as Error).message}`);
      })
      .finally(() => {
        renewing = undefined;
      });
  }

  const looking = setInterval(renew, looksEvery);
  looking.unref();
  renew();

  return {
    async page(path) {
      renew();
      const own = await builtPage(pageFile(path));
      const latest = rendered.get(path);
      // Rendered into the frame of a build that was replaced since, it would name scripts that are gone.
      if (latest?.stamp === own.stamp) return latest.page;
      return own.page ?? (await builtPage('shell.html')).page;
    },
    close() {
      closed = true;
      clearInterval(looking);
    },
  };
}

/** Changes with the file; a file that is not there has one, too. */
const stampOf = (file: string) =>
  stat(file).then(
    ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
    () => 'none',
  );

/** A page that was cut off would be a blank screen. */
const isWhole = (html: string) => /^<!doctype html>/i.test(html) && html.trimEnd().endsWith('</html>');

async function readPage(storefront: string, file: string): Promise<PrebuiltAnswer | undefined> {
  const html = await readFile(join(storefront, file), 'utf8').catch(() => '');
  return isWhole(html) ? pageOf(storefront, html) : undefined;
}

/** Allowed inside a page is what the build put into pages, and of the styles only the page's own. */
async function pageOf(storefront: string, html: string): Promise<PrebuiltAnswer> {
  const build = readBuild(storefront);
  const own = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `sha256-${createHash('sha256').update(style).digest('base64')}`,
  );
  const styleHashes = build.styleHashes.filter((hash) => own.includes(hash));
  return prebuilt(html, type, { headers: htmlHeaders({ ...build, styleHashes }), compression: 'best' });
}

async function readRenderer(storefront: string, stamp: string) {
  const file = pathToFileURL(join(storefront, 'prerender.mjs'));
  file.search = stamp;
  const renderer: Renderer = await import(file.href);
  const frames: Record<Path, string> = JSON.parse(await readFile(join(storefront, 'frames.json'), 'utf8'));
  return { render: renderer.pageOf, frames };
}
