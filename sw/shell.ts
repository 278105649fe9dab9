/**
 * The shell: the pages and files of this build, kept whole or not at all, and the files of the builds before it, which
 * tabs may still be showing. A page names the files of its build, so it is only ever kept and given beside them.
 */
import { menuPages, noPage, type PagePack } from '#core/renderer';
import { isPath, paths } from '#core/routes';
import { noteBuild } from './earlier-builds.ts';
import { keptAt, withRoom } from './kept-answer.ts';

/** Files with their hash in their name, of every build that is kept. */
const filesCache = 'kedai-shell';
const isFile = (path: string) => path.startsWith('/assets/');
const isPicture = (path: string) => path.startsWith('/pictures/');

/** The caches of files that have the same address in every build (pages, icons), one for each build. */
const pagesPrefix = 'kedai-pages';

/**
 * A rule of the Static Routing API (Service Workers, section 4.5.2), as far as it is used here; TypeScript does not
 * know it.
 */
export interface Route {
  condition: { urlPattern: { pathname: string; search?: string }; requestMode?: RequestMode };
  source: { cacheName: string };
}

/** A page or file of this build, as `injectManifest` lists them in the worker. */
export interface ManifestEntry {
  url: string;
  /** Tells builds apart where the address does not; null for a file with a digest in its name. */
  revision: string | null;
}

const typeOf = (path: string) =>
  path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'image/svg+xml';

/** A page's policy with this style's hash as the only one: the headers may be copied from a page with another style. */
const withOnlyStyle = (policy: string, hash: string) =>
  policy.replace(/style-src [^;]*/, (allowed) => `${allowed.replaceAll(/ 'sha256-[^']*'/g, '')} '${hash}'`);

/** The shell of the build that these entries list. */
export function shellOf(entries: ManifestEntry[]) {
  const packOf = (kind: string) => entries.find(({ url }) => url.startsWith(`/assets/${kind}-`))?.url;
  const firstPack = packOf('first');
  const pagePack = packOf('pages');
  const picturePack = packOf('pictures');
  const packs = [firstPack, pagePack, picturePack];
  const typeface = entries.find(({ url }) => url.endsWith('.woff2'))?.url;
  const listed = new Set(entries.flatMap(({ url }) => (packs.includes(url) ? [] : url)));
  // The pages name all files of their build, so their revisions identify it.
  const revisions = entries.flatMap(({ url, revision }) => (isPath(url) ? (revision ?? []) : []));
  const pagesCache = [pagesPrefix, pagePack, picturePack, ...revisions].join(' ');

  const cacheOf = (path: string) => (isFile(path) ? filesCache : pagesCache);

  const kept = (path: string) => keptAt(path, { cacheName: cacheOf(path) });

  /**
   * Whether an answer is this build's: neither a portal's page, nor a page of another build (a deployment half
   * uploaded).
   */
  async function belongs(path: string, response: Response) {
    if (response.status !== 200) return false;
    const isPage = /\bhtml\b/.test(response.headers.get('content-type') ?? '');
    if (!isPath(path)) return !isPage;
    if (!isPage) return false;
    // Except `anew.ts`, which is imported with a query and never kept.
    const scripts = (await response.clone().text()).match(/\/assets\/[\w.-]+\.js(?!\?)/g) ?? [];
    return scripts.length > 0 && scripts.every((script) => listed.has(script));
  }

  /**
   * Fetches a page or file with low priority; a file with a digest in its name from the browser's own cache, where the
   * visit has just put it. Rejects when it is not this build's.
   */
  async function take(path: string) {
    const cache = isFile(path) ? 'default' : 'no-cache';
    const response = await fetch(path, { cache, credentials: 'same-origin', priority: 'low' });
    if (!(await belongs(path, response))) throw new Error(`${path} is not of this build`);
    return response;
  }

  async function keep(path: string, response: Response) {
    const cacheName = cacheOf(path);
    const isPage = isPath(path);
    // Copied where needed: kept answers must not vary, and a redirected one must not answer a navigation.
    const varies = !/^(accept-encoding)?$/i.test(response.headers.get('vary') ?? '');
    const given = varies || isPage || response.redirected ? new Response(response.body, response) : response;
    if (varies) given.headers.delete('vary');
    // Preloaded, because requested when the first letter is laid out the typeface would be too late (`font-display:
    // optional`).
    if (isPage && typeface) given.headers.set('link', `<${typeface}>; rel=preload; as=font; crossorigin`);
    // A route of the Static Routing API matches `/about?` like `/about`, but looks it up by its exact address.
    const addresses = isPage ? [path, `${path}?`] : [path];
    const written = await withRoom(cacheName, async () => {
      const cache = await caches.open(cacheName);
      await Promise.all(addresses.map((address) => cache.put(address, given.clone())));
    });
    if (!written) throw new Error(`No room for ${path}`);
  }

  const open = async (pack: string) => (await take(pack)).json();

  async function keepTexts(texts: Record<string, string>) {
    for (const [path, text] of Object.entries(texts)) {
      await keep(path, new Response(text, { headers: { 'content-type': typeOf(path) } }));
    }
  }

  /** Keeps pages out of a pack, with the headers of the menu's page. */
  async function keepPages({ pages, styles }: PagePack) {
    const [like = '/'] = menuPages;
    const model = await kept(like);
    if (!model) throw new Error('Nothing says which headers the pages have');
    for (const [path, html] of Object.entries(pages)) {
      const headers = new Headers(model.headers);
      headers.delete('etag');
      headers.delete('content-length');
      const policy = headers.get('content-security-policy');
      if (policy) headers.set('content-security-policy', withOnlyStyle(policy, styles[path] ?? ''));
      await keep(path, new Response(html, { headers }));
    }
  }

  /**
   * Fetches and keeps these paths, the pages and the drawings. Rejects when anything is missing or not this build's.
   */
  async function fetchAll(missing: string[]) {
    // After an update most files are there already, and what is new comes by itself.
    const pack = missing.length === listed.size ? firstPack : pagePack;
    const packed: PagePack | undefined = pack && (await open(pack));
    const files = packed?.files ?? {};
    await keepTexts(files);
    await Promise.all(missing.map(async (path) => path in files || keep(path, await take(path))));
    if (packed) await keepPages(packed);
    if (picturePack) await keepTexts(await open(picturePack));
  }

  /** The paths of this build that are not on the device. */
  async function lost() {
    const requests = await Promise.all([filesCache, pagesCache].map(async (name) => (await caches.open(name)).keys()));
    const there = new Set(requests.flat().map(({ url }) => new URL(url).pathname));
    return [...listed].filter((path) => !there.has(path));
  }

  /** Whether everything was fetched a moment ago, so that the first refresh can be skipped. */
  let isTaken = false;

  async function renew() {
    if (isTaken) {
      isTaken = false;
      return;
    }
    // A browser may lose a cache and keep the worker; nothing else would bring the files back before the next build.
    const missing = await lost();
    if (missing.length > 0) await fetchAll(missing);
    for (const path of menuPages) {
      const [now, before] = await Promise.all([take(path), kept(path)]);
      if (now.headers.get('etag') !== before?.headers.get('etag')) await keep(path, now);
    }
  }

  return {
    /**
     * What a browser with the Static Routing API answers from the caches without waking this worker; what it does not
     * find it fetches. A page with search parameters is not among it (`answer`).
     */
    routes: [
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: filesCache } },
      ...paths.map(
        (pathname): Route => ({
          condition: { urlPattern: { pathname, search: '' }, requestMode: 'navigate' },
          source: { cacheName: pagesCache },
        }),
      ),
    ],
    /** The answer to a request for a page or a file, whatever its search parameters; undefined for what is neither. */
    answer(request: Request, { origin, pathname }: URL): Promise<Response> | undefined {
      if (request.method !== 'GET' || origin !== location.origin) return undefined;
      if (!listed.has(pathname) && !isPath(pathname) && !isFile(pathname) && !isPicture(pathname)) return undefined;
      return kept(pathname).then((response) => response ?? fetch(request));
    },
    /**
     * Answers a visit to an address that is no page of this build: with what the shop says, or without the shop with
     * its page for such addresses. Rejects as `fetch` does when that page is not kept.
     */
    async elsewhere(request: Request, { origin, pathname, search }: URL): Promise<Response> {
      try {
        return await fetch(request);
      } catch (failure) {
        const path = pathname.replace(/\/+$/, '');
        if (isPath(path)) return Response.redirect(origin + path + search);
        const page = await kept(noPage);
        if (!page) throw failure;
        return new Response(page.body, { status: 404, headers: page.headers });
      }
    },
    /**
     * Keeps the whole build. Rejects when anything is missing or not this build's: then the browser drops this worker
     * and keeps the one before.
     */
    async install() {
      if (!menuPages.every((page) => listed.has(page))) throw new Error('This build has no pages');
      await fetchAll(await lost());
      isTaken = true;
    },
    /**
     * Fetches what the browser has lost of this build, and looks whether the shop has rendered its menu anew. Never
     * rejects: what was kept stays.
     */
    refresh: () => renew().catch(() => undefined),
    /**
     * Notes that this build is served from now on, and deletes what is no longer needed: the files of the last builds
     * stay for a month after they were replaced. Deletes nothing when a newer version `follows`, which may have kept
     * its files already and tidies up itself.
     */
    async takeOver({ follows }: { follows: boolean }) {
      const needed = await noteBuild([...listed].map((path) => new URL(path, location.origin).href));
      if (follows) return;
      const files = await caches.open(filesCache);
      const unneeded = (await files.keys()).filter(({ url }) => !needed.has(url));
      await Promise.all(unneeded.map((file) => files.delete(file)));
      const others = (await caches.keys()).filter((name) => name.startsWith(pagesPrefix) && name !== pagesCache);
      await Promise.all(others.map((name) => caches.delete(name)));
    },
  };
}
