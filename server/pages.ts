/** The fifteen pages as finished answers: as the build left them, and rendered again whenever the menu changes. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { firstPageOf, menuPages, pageFile } from '#core/renderer';
import { type Path, paths } from '#core/routes';
import { readBuild } from './built.ts';
import type { MenuInMemory } from './menu.ts';
import { pageAnswer } from './page-answer.ts';
import type { PrebuiltAnswer } from './prebuilt-answers.ts';
import { renderPages } from './rendering.ts';

export interface Pages {
  /**
   * What stands there now, waiting for no rendering: before the first one as it was built, where that is right, or the empty
   * shell. Undefined where the storefront has no page at all, or is being built.
   */
  page(path: Path): Promise<PrebuiltAnswer | undefined>;
  /** The empty shell, whose scripts say of an address that is none what it is. */
  shell(): Promise<PrebuiltAnswer | undefined>;
  close(): void;
}

interface Options {
  /** Without one the pages stay as they were built. */
  menu?: MenuInMemory | undefined;
  /** Where the pictures of its products are, searched in turn. */
  images?: readonly string[] | undefined;
  /** Called with one sentence when the pages cannot be rendered; what stood there stays. */
  complain?: (message: string) => void;
  /** After how long pages that could not be rendered are tried again, in ms: the machine may have been short of memory. */
  retryMs?: number;
}

/** How often a shop that nobody visits looks for a new menu, so that its next visitor finds it, in ms. */
const looksEvery = 5_000;

/** The pages of a built `storefront`, which may be built anew while they are served. Close them with the server. */
export function pagesOf(
  storefront: string,
  { menu, images = [], complain = () => undefined, retryMs = 60_000 }: Options = {},
): Pages {
  const built = new Map<string, { stamp: string; page: PrebuiltAnswer | undefined }>();
  const rendered = new Map<Path, { stamp: string; page: PrebuiltAnswer }>();
  let tried = '';
  /** When that failed, on the clock of `performance.now()`. */
  let failedAt = Number.POSITIVE_INFINITY;
  let complaint = '';
  let renewing: Promise<void> | undefined;
  const closed = new AbortController();

  async function builtPage(file: string) {
    const stamp = await stampOf(storefront, file);
    const known = built.get(file);
    if (known?.stamp === stamp) return known.page;
    const page = await pageAnswer(storefront, await readFile(join(storefront, file), 'utf8').catch(() => ''));
    built.set(file, { stamp, page });
    return page;
  }

  /** The build knows the bundled menu only: of an owner's own its page would show what nobody sells. */
  async function showsAnotherMenu(path: Path) {
    if (!menu || !menuPages.includes(path) || readBuild(storefront)?.apiHost !== '/api') return false;
    try {
      return (await menu.current()).isOwners;
    } catch {
      // While nobody knows, the page may well be right.
      return false;
    }
  }

  /** Renders until there is nothing newer; a menu that comes meanwhile is rendered afterwards. */
  async function renderWhatIsNew(source: MenuInMemory) {
    while (!closed.signal.aborted) {
      const now = await source.current();
      const stamp = await stampOf(storefront);
      const build = readBuild(storefront);
      // Until it is finished nobody knows whose menu it shows, nor what its pages allow.
      if (!build) return;
      const wanted = `${stamp} ${now.version}`;
      // What could not be rendered is not tried again and again.
      if (wanted === tried && performance.now() - failedAt < retryMs) return;
      tried = wanted;
      failedAt = Number.POSITIVE_INFINITY;
      // A storefront of another API shows that one's menu, which nobody knows here.
      if (build.apiHost !== '/api') return;
      // Taken before: what a new build replaces meanwhile is not what was rendered.
      const stamps = await Promise.all(paths.map((path) => stampOf(storefront, pageFile(path))));
      const pages = await renderPages({ storefront, menu: firstPageOf(now), images }, closed.signal);
      for (const [at, path] of paths.entries()) rendered.set(path, { stamp: stamps[at] ?? '', page: pages[path] });
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
        complain(`The pages could not be rendered, those before stay: ${message}`);
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
      // Rendered into the frame of a build that was replaced since, it would name scripts that are gone.
      if (latest && latest.stamp === (await stampOf(storefront, pageFile(path)))) return latest.page;
      const built = (await showsAnotherMenu(path)) ? undefined : await builtPage(pageFile(path));
      return built ?? builtPage('shell.html');
    },
    shell: () => builtPage('shell.html'),
    close() {
      closed.abort();
      clearInterval(looking);
    },
  };
}

/** Changes with each of the files, and with the build they are of; a file that is not there has one, too. */
async function stampOf(storefront: string, ...files: string[]) {
  const stamps = ['build.json', ...files].map((file) =>
    stat(join(storefront, file)).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => 'none',
    ),
  );
  return (await Promise.all(stamps)).join();
}
