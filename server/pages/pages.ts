/** The fifteen pages as finished answers: as the build left them, and rendered again whenever the menu changes. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { firstPageOf, menuPages, pageFile } from '#core/renderer';
import { type Path, paths } from '#core/routes';
import type { PrebuiltResponse } from '../http/prebuilt-response.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { readBuildRecord } from './build-record.ts';
import { renderPages } from './page-renderer.ts';
import { pageResponse } from './page-response.ts';

export interface Pages {
  /**
   * The page as it is now, without waiting for a rendering: the last rendered one; before the first rendering the built one, unless that
   * shows another menu than this shop's; else the empty shell. Undefined where the storefront has no page at all, or is being built.
   */
  page(path: Path): Promise<PrebuiltResponse | undefined>;
  /** The empty shell, whose scripts show the message for an address that does not exist. */
  shell(): Promise<PrebuiltResponse | undefined>;
  close(): void;
}

interface Options {
  /** Without one the pages stay as they were built. */
  menu?: MenuCache | undefined;
  /** Where the pictures of its products are, searched in turn. */
  images?: readonly string[] | undefined;
  /** Called with one sentence when the pages cannot be rendered; what stood there stays. */
  logError?: (message: string) => void;
  /** When pages that could not be rendered are tried again, in ms: the machine may only have been short of memory. */
  retryMs?: number;
}

/** How often a new menu is looked for without a visit, in ms, so that the next visitor finds it rendered. */
const looksEvery = 5_000;

/** The pages of a built `storefront`, which may be built anew while they are served. Close them with the server. */
export function pagesOf(
  storefront: string,
  { menu, images = [], logError = () => undefined, retryMs = 60_000 }: Options = {},
): Pages {
  const built = new Map<string, { stamp: string; page: PrebuiltResponse }>();
  const rendered = new Map<Path, { build: string; stamp: string; page: PrebuiltResponse }>();
  let tried = '';
  /** When rendering that failed, by `performance.now()`; infinite while it has not. */
  let failedAt = Number.POSITIVE_INFINITY;
  let complaint = '';
  let renewing: Promise<void> | undefined;
  const closed = new AbortController();

  async function builtPage(file: string) {
    const stamp = await stampOf(storefront, file);
    const known = built.get(file);
    if (known?.stamp === stamp) return known.page;
    const page = await pageResponse(storefront, await readFile(join(storefront, file), 'utf8').catch(() => ''));
    // A file that could not be read may only have been one too many to open.
    if (page) built.set(file, { stamp, page });
    return page;
  }

  /** Whether the built page shows another menu than this shop's: the build knows the bundled menu only. */
  async function showsAnotherMenu(path: Path) {
    if (!menu || !menuPages.includes(path) || readBuildRecord(storefront)?.apiHost !== '/api') return false;
    try {
      return (await menu.current()).isOwners;
    } catch {
      // While the database does not answer, the built page may well be right.
      return false;
    }
  }

  /** Renders the pages with the newest menu, again and again until there is none newer. */
  async function renderWhatIsNew(source: MenuCache) {
    while (!closed.signal.aborted) {
      const now = await source.current();
      const stamp = await stampOf(storefront);
      const build = readBuildRecord(storefront);
      // An unfinished build does not say which API it is for, nor which hashes its pages' policy needs.
      if (!build) return;
      const wanted = `${stamp} ${now.version}`;
      // Pages that could not be rendered are tried again only after `retryMs`.
      if (wanted === tried && performance.now() - failedAt < retryMs) return;
      tried = wanted;
      failedAt = Number.POSITIVE_INFINITY;
      // A storefront for another API shows that API's menu, which is not known here.
      if (build.apiHost !== '/api') return;
      // Taken before rendering, so that pages of a build that is replaced meanwhile are not taken for the new one's.
      const stamps = await Promise.all(paths.map((path) => stampOf(storefront, pageFile(path))));
      const pages = await renderPages({ storefront, menu: firstPageOf(now), images }, closed.signal);
      for (const [at, path] of paths.entries())
        rendered.set(path, { build: stamp, stamp: stamps[at] ?? '', page: pages[path] });
    }
  }

  function renew() {
    if (!menu || renewing || closed.signal.aborted) return;
    renewing = renderWhatIsNew(menu)
      .catch((failure: unknown) => {
        failedAt = performance.now();
        const { message } = failure as Error;
        if (closed.signal.aborted || complaint === `${tried} ${message}`) return;
        complaint = `${tried} ${message}`;
        logError(`The pages could not be rendered, those before stay: ${message}`);
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
      const latest = rendered.get(path);
      // A page that was rendered for a former build would name scripts that are gone.
      if (latest && latest.stamp === (await stampOf(storefront, pageFile(path)))) return latest.page;
      const built = (await showsAnotherMenu(path)) ? undefined : await builtPage(pageFile(path));
      if (built) return built;
      // Of the same build: its file was damaged or removed since.
      if (latest && latest.build === (await stampOf(storefront))) return latest.page;
      return builtPage('shell.html');
    },
    shell: () => builtPage('shell.html'),
    close() {
      closed.abort();
      clearInterval(looking);
    },
  };
}

/** A text that changes whenever the build or one of these files does, by time and size; a missing file counts, too. */
async function stampOf(storefront: string, ...files: string[]) {
  const stamps = ['build.json', ...files].map((file) =>
    stat(join(storefront, file)).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => 'none',
    ),
  );
  return (await Promise.all(stamps)).join();
}
