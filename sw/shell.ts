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

/** What has the same address in every build, each build's in a cache of its own. */
const pagesPrefix = 'kedai-pages';

/** Of the Static Routing API (Service Workers, section 4.5.2), which TypeScript does not know, what is used here. */
export interface Route {
  condition: { urlPattern: { pathname: string; search?: string }; requestMode?: RequestMode };
  source: { cacheName: string };
}

/** What `injectManifest` writes into the worker of each page and file. */
export interface ManifestEntry {
  url: string;
  /** Of what its address does not tell apart. */
  revision: string | null;
}

/** A page allows its own style and no other; the one it is given the headers of may be the empty shell, with another style. */
const withOnlyStyle = (policy: string, hash: string) =>
  policy.replace(/style-src [^;]*/, (allowed) => `${allowed.replaceAll(/ 'sha256-[^']*'/g, '')} '${hash}'`);

export function shellOf(entries: ManifestEntry[]) {
  const packOf = (kind: string) => entries.find(({ url }) => url.startsWith(`/assets/${kind}-`))?.url;
  const pagePack = packOf('pages');
  const picturePack = packOf('pictures');
  const typeface = entries.find(({ url }) => url.endsWith('.woff2'))?.url;
  const listed = new Set(entries.flatMap(({ url }) => (url === pagePack || url === picturePack ? [] : url)));
  // The pages name all files: where they are the same, the build is.
  const revisions = entries.flatMap(({ url, revision }) => (isPath(url) ? (revision ?? []) : []));
  const pagesCache = [pagesPrefix, pagePack, picturePack, ...revisions].join(' ');

  const cacheOf = (path: string) => (isFile(path) ? filesCache : pagesCache);

  const kept = (path: string) => keptAt(path, { cacheName: cacheOf(path) });

  /** A portal's page, or a page of another build than this one (a deployment half uploaded), must not become the shell. */
  async function belongs(path: string, response: Response) {
    if (response.status !== 200) return false;
    const isPage = /\bhtml\b/.test(response.headers.get('content-type') ?? '');
    if (!isPath(path)) return !isPage;
    if (!isPage) return false;
    // What is asked for under ever new addresses (`src/opening/anew.ts`) no worker keeps.
    const scripts = (await response.clone().text()).match(/\/assets\/[\w.-]+\.js(?!\?)/g) ?? [];
    return scripts.length > 0 && scripts.every((script) => listed.has(script));
  }

  /** Behind everything else. A file with its hash in its name may come from the browser's own cache: the visit has just loaded it. */
  async function take(path: string) {
    const cache = isFile(path) ? 'default' : 'no-cache';
    const response = await fetch(path, { cache, credentials: 'same-origin', priority: 'low' });
    if (!(await belongs(path, response))) throw new Error(`${path} is not of this build`);
    return response;
  }

  async function keep(path: string, response: Response) {
    const cacheName = cacheOf(path);
    const isPage = isPath(path);
    // Kept by its address alone, whatever was asked with it; and what came by a redirect could not be given to a navigation.
    const varies = !/^(accept-encoding)?$/i.test(response.headers.get('vary') ?? '');
    const given = varies || isPage || response.redirected ? new Response(response.body, response) : response;
    if (varies) given.headers.delete('vary');
    // First of all: asked for by the page's first letter it would come too late to be shown (`font-display: optional`).
    if (isPage && typeface) given.headers.set('link', `<${typeface}>; rel=preload; as=font; crossorigin`);
    // A browser's own route takes an empty question for none, and then looks for the address letter by letter.
    const addresses = isPage ? [path, `${path}?`] : [path];
    const written = await withRoom(cacheName, async () => {
      const cache = await caches.open(cacheName);
      await Promise.all(addresses.map((address) => cache.put(address, given.clone())));
    });
    if (!written) throw new Error(`No room for ${path}`);
  }

  /** Fourteen pages that say nearly the same come as one file; each gets the headers that the shop gives its pages. */
  async function unpackPages(file: string) {
    const [like = '/'] = menuPages;
    const [answer, model] = await Promise.all([take(file), kept(like)]);
    if (!model) throw new Error('Nothing says which headers the pages have');
    const { pages, styles }: PagePack = await answer.json();
    for (const [path, html] of Object.entries(pages)) {
      const headers = new Headers(model.headers);
      headers.delete('etag');
      headers.delete('content-length');
      const policy = headers.get('content-security-policy');
      if (policy) headers.set('content-security-policy', withOnlyStyle(policy, styles[path] ?? ''));
      await keep(path, new Response(html, { headers }));
    }
  }

  /** So do the shop's drawings. */
  async function unpackPictures(file: string) {
    const pictures: Record<string, string> = await (await take(file)).json();
    const headers = { 'content-type': 'image/svg+xml' };
    for (const [path, svg] of Object.entries(pictures)) await keep(path, new Response(svg, { headers }));
  }

  /** All of these, and what comes in packs. Rejects when anything is missing or strange. */
  async function fetchAll(paths: string[]) {
    await Promise.all(paths.map(async (path) => keep(path, await take(path))));
    if (pagePack) await unpackPages(pagePack);
    if (picturePack) await unpackPictures(picturePack);
  }

  /** What of this build is not on the device. */
  async function lost() {
    const requests = await Promise.all([filesCache, pagesCache].map(async (name) => (await caches.open(name)).keys()));
    const there = new Set(requests.flat().map(({ url }) => new URL(url).pathname));
    return [...listed].filter((path) => !there.has(path));
  }

  /** Until somebody wants to know what has changed since. */
  let isTaken = false;

  async function renew() {
    if (isTaken) {
      isTaken = false;
      return;
    }
    // Browsers lose a cache, or let it be emptied, and keep the worker: until the next build nothing else would bring it back.
    const missing = await lost();
    if (missing.length > 0) await fetchAll(missing);
    for (const path of menuPages) {
      const [now, before] = await Promise.all([take(path), kept(path)]);
      if (now.headers.get('etag') !== before?.headers.get('etag')) await keep(path, now);
    }
  }

  return {
    /**
     * What a browser that knows such routes gives without waking this worker; what it does not find there it asks the shop for.
     * A page whose address says more than its route is answered below.
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
     * The answer to a visit of an address that is no page of this shop, which the shop alone may know; without it, what the page says of such
     * an address. Rejects as `fetch` does where that is not kept.
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
    /** All at once. Rejects when anything is missing or strange: this worker is then dropped and the one before it stays. */
    async install() {
      if (!menuPages.every((page) => listed.has(page))) throw new Error('This build has no pages');
      await fetchAll([...listed]);
      isTaken = true;
    },
    /** Fetches what the browser has lost of this build, and looks whether the shop has rendered its menu anew. Never rejects: what was kept stays. */
    refresh: () => renew().catch(() => undefined),
    /**
     * From now on this build is given. The files of the last builds stay for a month after they were replaced; everything else
     * goes, but for what a version that `follows` may have kept already: that tidies up when it is its turn.
     */
    async takeOver({ follows }: { follows: boolean }) {
      const needed = await noteBuild([...listed].filter(isFile).map((path) => new URL(path, location.origin).href));
      if (follows) return;
      const files = await caches.open(filesCache);
      const unneeded = (await files.keys()).filter(({ url }) => !needed.has(url));
      await Promise.all(unneeded.map((file) => files.delete(file)));
      const others = (await caches.keys()).filter((name) => name.startsWith(pagesPrefix) && name !== pagesCache);
      await Promise.all(others.map((name) => caches.delete(name)));
    },
  };
}
