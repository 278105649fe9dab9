/** The fifteen pages as finished responses: as the build left them, and rendered again whenever the menu changes. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FirstPage, firstPageOf, menuPages, pageFile, shellFile } from '#core/renderer';
import type { Path } from '#core/routes';
import type { PrebuiltResponse } from '../http/prebuilt-response.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { answerOf } from '../own-process.ts';
import { pageResponse, readBuildRecord } from './build-record.ts';

interface PageCacheOptions {
  /** Without one the pages stay as they were built. */
  menu?: MenuCache | undefined;
  images?: readonly string[] | undefined;
  /** Called with one sentence when the pages cannot be rendered; the former pages stay. */
  logError?: (message: string) => void;
  /** When pages that could not be rendered are tried again, in ms: the machine may only have been short of memory. */
  retryMs?: number;
}

/** How often a new menu is looked for without a visit, in ms, so that the next visitor finds it rendered. */
const checkMs = 5_000;

/** The pages of a built `storefront`, which may be rebuilt while they are served. To be closed with the server. */
export class PageCache {
  readonly #storefront: string;
  readonly #options: PageCacheOptions;
  /** The files as they were asked for last, each of the build with this stamp. */
  readonly #built = new Map<string, { build: string; response: PrebuiltResponse }>();
  /** The pages of the build with this stamp. */
  #rendered: { build: string; pages: RenderedPages } | undefined;
  readonly #checking: NodeJS.Timeout;
  readonly #closed = new AbortController();
  #rendering: Promise<void> | undefined;
  /** The build and the menu that were rendered last, or not. */
  #attempted = '';
  /** When that is tried again, by `performance.now()`, if it has failed. */
  #retryAt = Number.POSITIVE_INFINITY;
  #lastError = '';

  constructor(storefront: string, options: PageCacheOptions = {}) {
    this.#storefront = storefront;
    this.#options = options;
    this.#checking = setInterval(() => this.#renew(), checkMs).unref();
    this.#renew();
  }

  /**
   * The page as it is now, without waiting for a rendering: the last rendered one; before the first rendering the built one, unless that
   * shows another menu than this shop's; else the empty shell. Undefined where the storefront has no page at all, or is being built.
   */
  async page(path: Path): Promise<PrebuiltResponse | undefined> {
    this.#renew();
    // A page that was rendered for a former build would name scripts that are gone.
    if (this.#rendered?.build === (await this.#stamp())) return this.#rendered.pages[path];
    const built = (await this.#showsAnotherMenu(path)) ? undefined : await this.#response(pageFile(path));
    return built ?? this.shell();
  }

  /** The empty shell, whose scripts show the screen of any address, or that it does not exist. */
  shell(): Promise<PrebuiltResponse | undefined> {
    return this.#response(shellFile);
  }

  async #response(file: string): Promise<PrebuiltResponse | undefined> {
    const build = await this.#stamp();
    const known = this.#built.get(file);
    if (known?.build === build) return known.response;
    const html = await readFile(join(this.#storefront, file), 'utf8').catch(() => '');
    const response = await pageResponse(this.#storefront, html);
    if (response) this.#built.set(file, { build, response });
    return response;
  }

  /** A text that changes whenever the build does, by time and size. */
  #stamp(): Promise<string> {
    return stat(join(this.#storefront, 'build.json')).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => 'none',
    );
  }

  close() {
    this.#closed.abort();
    clearInterval(this.#checking);
  }

  /** Whether the built page shows another menu than this shop's: the build knows the bundled menu only. */
  async #showsAnotherMenu(path: Path) {
    const { menu } = this.#options;
    if (!menu || !menuPages.includes(path) || readBuildRecord(this.#storefront)?.apiHost !== '/api') return false;
    // While the database does not answer, the built page may well be right.
    const current = await menu.current().catch(() => undefined);
    return current?.isOwners ?? false;
  }

  #renew() {
    const { menu, logError, retryMs = 60_000 } = this.#options;
    if (!menu || this.#rendering || this.#closed.signal.aborted) return;
    this.#rendering = this.#renderNewest(menu)
      .catch((error: Error) => {
        this.#retryAt = performance.now() + retryMs;
        const said = `${this.#attempted} ${error.message}`;
        if (this.#closed.signal.aborted || this.#lastError === said) return;
        this.#lastError = said;
        logError?.(`The pages could not be rendered, those before stay: ${error.message}`);
      })
      .finally(() => {
        this.#rendering = undefined;
      });
  }

  /** Renders the pages with the newest menu, unless they are; one that comes meanwhile is found by the next visit or check. */
  async #renderNewest(menu: MenuCache) {
    const current = await menu.current();
    // Taken before rendering, so that pages of a build that is replaced meanwhile are not taken for the new one's.
    const build = await this.#stamp();
    const record = readBuildRecord(this.#storefront);
    // An unfinished build does not say which API it is for, nor which hashes its pages' policy needs.
    if (!record) return;
    const wanted = `${build} ${current.version}`;
    if (wanted === this.#attempted && performance.now() < this.#retryAt) return;
    this.#attempted = wanted;
    this.#retryAt = Number.POSITIVE_INFINITY;
    // A storefront for another API shows that API's menu, which is not known here.
    if (record.apiHost !== '/api') return;
    const request = { storefront: this.#storefront, menu: firstPageOf(current), images: this.#options.images ?? [] };
    this.#rendered = { build, pages: await renderPages(request, this.#closed.signal) };
  }
}

export interface RenderRequest {
  storefront: string;
  menu: FirstPage;
  images: readonly string[];
}

/** Each page as the response that is sent, because compressing takes as much memory as rendering. */
export type RenderedPages = Record<Path, PrebuiltResponse>;

export type RenderResult = { pages: RenderedPages } | { error: string };

/** Rendering takes less than a second; a process that takes longer than this is stuck, in ms. */
const timeoutMs = 60_000;

/** The pages of every route with this menu, rendered in a process of its own, which takes 28 MB that no thread gives back. Rejects when they cannot be rendered or `signal` says that they are not needed any more. */
async function renderPages(request: RenderRequest, signal: AbortSignal): Promise<RenderedPages> {
  const program = new URL('./page-renderer-process.ts', import.meta.url);
  const result = await answerOf<RenderResult>(program, { ...request }, { timeoutMs, signal });
  if (!result) throw new Error('the renderer ended without a word');
  if ('error' in result) throw new Error(result.error);
  return result.pages;
}
