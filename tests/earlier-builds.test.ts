import { expect, test, vi } from 'vitest';
import { menuPages } from '#core/renderer';
import { withCurrent } from '../sw/earlier-builds.ts';
import { shellOf } from '../sw/shell.ts';

const day = 24 * 60 * 60 * 1_000;

test('a build that was replaced is kept for a month from then on', () => {
  const first = withCurrent([], ['/assets/one.js'], 0);
  const second = withCurrent(first, ['/assets/two.js'], 100 * day);

  expect(second).toEqual([{ files: ['/assets/two.js'] }, { files: ['/assets/one.js'], replacedAt: 100 * day }]);
  expect(withCurrent(second, ['/assets/two.js'], 129 * day)).toHaveLength(2);
  expect(withCurrent(second, ['/assets/two.js'], 130 * day)).toEqual([{ files: ['/assets/two.js'] }]);
});

test('at most three builds are kept besides the current one', () => {
  const builds = ['one', 'two', 'three', 'four', 'five'].reduce(
    (known, name, hour) => withCurrent(known, [name], hour),
    withCurrent([], ['zero'], 0),
  );

  expect(builds.map(({ files }) => files[0])).toEqual(['five', 'four', 'three', 'two']);
});

test('going back to an earlier build makes it the current one again', () => {
  const builds = withCurrent(withCurrent(withCurrent([], ['one'], 0), ['two'], 1), ['one'], 2);

  expect(builds).toEqual([{ files: ['one'] }, { files: ['two'], replacedAt: 2 }]);
});

/** As much of Cache Storage as a worker needs to take over. */
function cacheStorage() {
  const held = new Map<string, Map<string, Response>>();
  const at = (address: string) => new URL(address, 'http://kedai.example').href;
  return {
    keys: async () => [...held.keys()],
    delete: async (name: string) => held.delete(name),
    match: async (address: string, { cacheName }: { cacheName: string }) =>
      held.get(cacheName)?.get(at(address))?.clone(),
    async open(name: string) {
      const cache = held.get(name) ?? new Map<string, Response>();
      held.set(name, cache);
      return {
        match: async (address: string) => cache.get(at(address))?.clone(),
        put: async (address: string, answer: Response) => void cache.set(at(address), answer),
        keys: async () => [...cache.keys()].map((url) => ({ url })),
        delete: async ({ url }: { url: string }) => cache.delete(url),
      };
    },
  };
}

test('pages that a version has just stored are checked again at the next visit, not before', async () => {
  vi.stubGlobal('caches', cacheStorage());
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const isFile = path.startsWith('/assets/');
    const type = isFile ? 'text/javascript' : 'text/html';
    return new Response('<script src="/assets/one.js">', { headers: { 'content-type': type, etag: path } });
  });
  const shell = shellOf([...menuPages, '/assets/one.js'].map((url) => ({ url, revision: null })));

  await shell.install();
  expect(asked.splice(0).sort()).toEqual([...menuPages, '/assets/one.js'].sort());
  await shell.refresh();
  expect(asked).toEqual([]);
  await shell.refresh();
  expect(asked).toEqual(menuPages);
  vi.unstubAllGlobals();
});

test("a menu page that the shop rendered anew is shown at the next visit, but never a captive portal's or an error page", async () => {
  vi.stubGlobal('caches', cacheStorage());
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  const menu = new URL('http://kedai.example/products');
  const script = '<script src="/assets/one.js">';
  let [text, status] = [`${script}yesterday`, 200];
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/assets/one.js') return new Response('', { headers: { 'content-type': 'text/javascript' } });
    return new Response(text, { status, headers: { 'content-type': 'text/html', etag: text } });
  });
  const shell = shellOf(['/products', '/assets/one.js'].map((url) => ({ url, revision: null })));
  await shell.install();
  await shell.refresh();
  const opensNext = async () => {
    await shell.refresh();
    return (await shell.answer(new Request(menu), menu))?.text();
  };

  text = `${script}today`;
  expect(await opensNext()).toBe(`${script}today`);
  text = '<h1>Wifi gratis</h1>';
  expect(await opensNext()).toBe(`${script}today`);
  [text, status] = [`${script}fault`, 503];
  expect(await opensNext()).toBe(`${script}today`);
  vi.unstubAllGlobals();
});

test('a first version loads what no visit has loaded in one file, a later one each new file by itself', async () => {
  vi.stubGlobal('caches', cacheStorage());
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  const pack = (files?: object) => ({ pages: { '/about': '<script src="/assets/entry.js">' }, styles: {}, files });
  const shop: Record<string, [type: string, text: string]> = {
    '/products': ['text/html', '<script src="/assets/entry.js">'],
    '/assets/entry.js': ['text/javascript', 'entry'],
    '/assets/screen.js': ['text/javascript', 'by itself'],
    '/assets/changed.js': ['text/javascript', 'changed'],
    '/assets/pages-1.json': ['application/json', JSON.stringify(pack())],
    '/assets/first-1.json': [
      'application/json',
      JSON.stringify(pack({ '/assets/screen.js': 'in the pack', '/assets/wanted.css': 'a{}' })),
    ],
  };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const [type = '', text] = shop[path] ?? [];
    return new Response(text, { headers: { 'content-type': type } });
  });
  const version = (...files: string[]) =>
    shellOf(
      ['/products', '/assets/pages-1.json', '/assets/first-1.json', ...files].map((url) => ({
        url,
        revision: url + files,
      })),
    );
  const kept = async (path: string) => {
    const answer = await caches.match(path, { cacheName: 'kedai-shell' });
    return [answer?.headers.get('content-type'), await answer?.text()];
  };

  const first = version('/assets/entry.js', '/assets/screen.js', '/assets/wanted.css');
  await first.install();
  expect(asked.splice(0).sort()).toEqual(['/assets/entry.js', '/assets/first-1.json', '/products']);
  expect(await kept('/assets/screen.js')).toEqual(['text/javascript', 'in the pack']);
  expect(await kept('/assets/wanted.css')).toEqual(['text/css', 'a{}']);

  await version('/assets/entry.js', '/assets/changed.js', '/assets/wanted.css').install();
  expect(asked.sort()).toEqual(['/assets/changed.js', '/assets/pages-1.json', '/products']);
  vi.unstubAllGlobals();
});

test('F33 a version that takes over while the next one is being installed removes no file of either', async () => {
  const caches = cacheStorage();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  const files = await caches.open('kedai-shell');
  const version = async (name: string) => {
    await files.put(`/assets/${name}.js`, new Response());
    return shellOf([
      { url: '/', revision: name },
      { url: `/assets/${name}.js`, revision: null },
    ]);
  };
  const one = await version('one');
  await one.takeOver({ follows: false });
  const two = await version('two');
  const three = await version('three');

  await two.takeOver({ follows: true });
  await three.takeOver({ follows: false });

  const kept = (await files.keys()).map(({ url }) => url);
  expect(kept).toEqual(['one', 'two', 'three'].map((name) => `http://kedai.example/assets/${name}.js`));
  vi.unstubAllGlobals();
});

test('the files of the oldest of five versions are deleted, the stored menu is not', async () => {
  const caches = cacheStorage();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  const files = await caches.open('kedai-shell');
  await caches.open('kedai-menu');

  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    await files.put(`/assets/${name}.js`, new Response());
    await shellOf([{ url: `/assets/${name}.js`, revision: null }]).takeOver({ follows: false });
  }

  const kept = (await files.keys()).map(({ url }) => url);
  expect(kept).toEqual(['two', 'three', 'four', 'five'].map((name) => `http://kedai.example/assets/${name}.js`));
  expect(await caches.keys()).toContain('kedai-menu');
  vi.unstubAllGlobals();
});

test('F26 a version that takes over on a full phone deletes the files of the one before it', async () => {
  const caches = cacheStorage();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  const { open } = caches;
  caches.open = async (name) => {
    const put = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    return { ...(await open(name)), ...(name === 'kedai-builds' && { put }) };
  };
  await open('kedai-pages of the one before');

  await shellOf([{ url: '/', revision: 'one' }]).takeOver({ follows: false });

  expect(await caches.keys()).not.toContain('kedai-pages of the one before');
  vi.unstubAllGlobals();
});

test('F33 a version that takes over knows of the next one, whether that waits or is still being installed', async () => {
  const caches = cacheStorage();
  const heard = new Map<string, (event: object) => void>();
  const addEventListener = (kind: string, hear: (event: object) => void) => heard.set(kind, hear);
  const worker = { __WB_MANIFEST: [], addEventListener, clients: { claim: async () => {} }, registration: {} };
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', { origin: 'http://kedai.example' });
  vi.stubGlobal('self', worker);
  await import('../sw/sw.ts');
  await caches.open('kedai-pages of the next');
  const pagesOfTheNext = async (registration: object) => {
    worker.registration = registration;
    await new Promise((over) => heard.get('activate')?.({ waitUntil: over }));
    return (await caches.keys()).includes('kedai-pages of the next');
  };

  expect(await pagesOfTheNext({ installing: {}, waiting: null })).toBe(true);
  expect(await pagesOfTheNext({ installing: null, waiting: {} })).toBe(true);
  expect(await pagesOfTheNext({ installing: null, waiting: null })).toBe(false);
  vi.unstubAllGlobals();
});

test('a version without pages is not installed, so that the one before it stays', async () => {
  vi.stubGlobal('caches', cacheStorage());
  vi.stubGlobal('fetch', async () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }));
  const shell = shellOf([{ url: '/icons/favicon.svg', revision: 'one' }]);

  await expect(shell.install()).rejects.toThrow('no pages');
  vi.unstubAllGlobals();
});

test('a version of which a captive portal answered a file is not installed', async () => {
  vi.stubGlobal('caches', cacheStorage());
  vi.stubGlobal('fetch', async () => {
    const headers = { 'content-type': 'text/html' };
    return new Response('<script src="/assets/one.js">', { headers });
  });
  const shell = shellOf(['/products', '/assets/one.js'].map((url) => ({ url, revision: null })));

  await expect(shell.install()).rejects.toThrow('/assets/one.js is not of this build');
  vi.unstubAllGlobals();
});

test('F26 a version for which there is no room is not installed', async () => {
  const caches = cacheStorage();
  const { open } = caches;
  const put = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
  vi.stubGlobal('caches', { ...caches, open: async (name: string) => ({ ...(await open(name)), put }) });
  vi.stubGlobal('fetch', async (path: string) => {
    const headers = { 'content-type': path === '/products' ? 'text/html' : 'text/javascript' };
    return new Response('<script src="/assets/one.js">', { headers });
  });
  const shell = shellOf(['/products', '/assets/one.js'].map((url) => ({ url, revision: null })));

  await expect(shell.install()).rejects.toThrow('No room');
  vi.unstubAllGlobals();
});
