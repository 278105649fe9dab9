/** What the worker sends and caches while no page is open. */
import { expect, test, vi } from 'vitest';
import { type Cart, listOf, Region } from '#core/contract';
import { orderFrom } from '#core/order';
import { handoverOf } from '#core/shop';
import { getBanks } from '#device/api';
import { changeCart } from '#device/cart-sync';
import { outboxOrdersOf, storeOutboxOrder } from '#device/outbox-store';
import { platform } from '#device/platform';
import { imageCache, regionCache } from '#device/public-caches';
import { cachedSince } from '#device/reachability';
import { saveAddress } from '#device/unsaved-addresses';
import { type CacheRule, cacheRules } from '../../sw/cache-rules.ts';
import { deliverPending } from '../../sw/delivery.ts';
import { fits, KeptAnswer, withRoom } from '../../sw/kept-answer.ts';
import {
  betweenShopAndPhone,
  cikini,
  connectionLost,
  inTheCart,
  ordersOf,
  savedAddresses,
} from '../support/page/checkout.ts';
import { loggedIn } from '../support/page/visit.tsx';

async function anOrderWaits() {
  const session = await loggedIn();
  await inTheCart({ 'kopi-tubruk': 2 });
  const cart = await changeCart((held: Cart) => held);
  const handover = handoverOf('goceng');
  const [paymentMethod] = await getBanks();
  if (!handover || !paymentMethod) throw new Error('The shop has no courier or no bank');
  await storeOutboxOrder(session, orderFrom({ cart, handover, address: cikini, paymentMethod }));
  return session;
}

test('woken with a connection, it delivers the order and then the cart', async () => {
  const session = await anOrderWaits();
  const calls: string[] = [];
  betweenShopAndPhone((request, send) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return send();
  });

  await deliverPending();

  expect(await ordersOf(session)).toHaveLength(1);
  expect((await outboxOrdersOf(session)).map(({ state }) => state)).toEqual(['accepted']);
  expect(calls.indexOf('POST /api/orders')).toBeLessThan(calls.indexOf('PUT /api/carts'));
  expect(calls).toContain('PUT /api/carts');
});

test('woken too early, it asks to be woken again, and nothing is lost or doubled', async () => {
  const session = await anOrderWaits();
  betweenShopAndPhone(connectionLost);

  await expect(deliverPending()).rejects.toThrow('Something still waits');
  vi.unstubAllGlobals();
  await deliverPending();
  await deliverPending();

  expect(await ordersOf(session)).toHaveLength(1);
});

test('woken with a connection, it saves a new address to the account, once', async () => {
  const session = await loggedIn();
  betweenShopAndPhone(connectionLost);
  expect(await saveAddress(session, cikini)).toBe('stored');
  await expect(deliverPending()).rejects.toThrow('Something still waits');
  vi.unstubAllGlobals();

  await deliverPending();
  await deliverPending();

  expect(await savedAddresses(session)).toEqual([cikini]);
});

test.each([
  ['the order', 'POST', '/orders'],
  ['the cart', 'PUT', '/carts'],
  ['the new address', 'POST', '/delivery-address'],
])('woken while only %s cannot be sent, it asks to be woken again for that', async (_what, method, path) => {
  const session = await anOrderWaits();
  betweenShopAndPhone(connectionLost);
  await saveAddress(session, cikini);
  vi.unstubAllGlobals();
  betweenShopAndPhone((request, send) =>
    request.method === method && request.url.endsWith(path) ? connectionLost() : send(),
  );

  await expect(deliverPending()).rejects.toThrow('Something still waits');
  vi.unstubAllGlobals();

  await expect(deliverPending()).resolves.toBeUndefined();
});

test('it does not ask to be woken again for an order that needs a login or was refused', async () => {
  const session = await anOrderWaits();
  betweenShopAndPhone(connectionLost);
  await saveAddress(session, cikini);
  vi.unstubAllGlobals();
  betweenShopAndPhone((request, send) => {
    if (!request.url.endsWith('/delivery-address') || request.method !== 'POST') return send();
    return Promise.resolve(Response.json({ error: { code: 'too_many', message: 'Penuh' } }, { status: 422 }));
  });
  await expect(deliverPending()).resolves.toBeUndefined();
  vi.unstubAllGlobals();
  betweenShopAndPhone(connectionLost);
  await saveAddress(session, { ...cikini, fullStreet: 'Jalan Lain' });
  vi.unstubAllGlobals();

  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });

  await expect(deliverPending()).resolves.toBeUndefined();
});

test('it does not ask to be woken again when no customer is logged in', async () => {
  await expect(deliverPending()).resolves.toBeUndefined();
});

test('only complete answers of the shop itself are stored', async () => {
  const regions = listOf(Region);
  const picture = (status: number) => new Response('<svg/>', { status, headers: { 'content-type': 'image/svg+xml' } });
  const list = (status: number) => Response.json({ data: [{ kode: '31', nama: 'Jakarta' }], count: 1 }, { status });
  const redirected = (answer: Response) => Object.defineProperty(answer, 'redirected', { value: true });

  expect([await fits(picture(200), 'image'), await fits(list(200), regions)]).toEqual([true, true]);
  for (const status of [206, 404, 503]) {
    expect([await fits(picture(status), 'image'), await fits(list(status), regions)]).toEqual([false, false]);
  }
  // A network's own page is none of it, whatever stands in it.
  const page = new Response('[]', { headers: { 'content-type': 'text/html' } });
  expect(await fits(page, regions)).toBe(false);
  // Pictures may be redirected to another host; data that is redirected comes from a captive portal.
  expect(await fits(redirected(picture(200)), 'image')).toBe(true);
  expect(await fits(redirected(list(200)), regions)).toBe(false);
});

test('a fresh answer is not asked for again, unless the clock was set back since it was stored', async () => {
  const url = 'http://kedai.example/api/regions/provinces';
  const keptFor = (seconds: number) => {
    const record = new Request(url, { headers: { [cachedSince]: `${Date.now() - seconds * 1_000}` } });
    vi.stubGlobal('caches', { open: async () => ({ keys: async () => [record] }) });
    const rule = { path: /./, parameters: [], is: listOf(Region), cache: regionCache, freshFor: 5 };
    return new KeptAnswer(rule).keep(url, 60);
  };
  betweenShopAndPhone(async () => new Response('', { status: 503 }));

  expect([await keptFor(30), await keptFor(90), await keptFor(-3_600)]).toEqual(['kept', 'unfit', 'unfit']);
});

/** As much of a cache as `KeptAnswer` needs. */
function oneCache() {
  const held = new Map<string, { request: Request; answer: Response }>();
  return {
    keys: async (url?: string) =>
      [...held.values()].flatMap(({ request }) => (url === undefined || request.url === url ? request : [])),
    put: async (request: Request, answer: Response) => void held.set(request.url, { request, answer }),
    match: async (url: string) => held.get(url)?.answer.clone(),
    addresses: () => [...held.keys()],
  };
}

test('a picture that is stored again takes no additional room', async () => {
  const cache = oneCache();
  vi.stubGlobal('caches', { open: async () => cache });
  betweenShopAndPhone(async ({ url }) => {
    const bytes = Number(new URL(url).searchParams.get('bytes'));
    return new Response('x'.repeat(bytes), { headers: { 'content-type': 'image/webp' } });
  });
  const rule = { path: /./, parameters: [], is: 'image' as const, cache: imageCache, freshFor: 5, atMostBytes: 100 };
  const pictures = new KeptAnswer(rule);
  const pictureOf = (bytes: number) => pictures.keep(`http://kedai.example/api/images/a?bytes=${bytes}`, 0);

  expect(await pictureOf(60)).toBe('kept');
  expect(await pictureOf(60)).toBe('kept');
  expect(await pictureOf(40)).toBe('kept');
  expect(await pictureOf(1)).toBe('full');
});

test('the widest stored width of a picture is used for the others, also the next day', async () => {
  const cache = oneCache();
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  betweenShopAndPhone(async () => new Response('x', { headers: { 'content-type': 'image/webp' } }));
  const pictures = new KeptAnswer(cacheRules.find(({ is }) => is === 'image') as CacheRule);
  const picture = `${location.origin}/api/images/products/senja-0123abcd`;
  await pictures.keep(`${picture}.w480.webp`);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000);
  const behind: Promise<unknown>[] = [];

  const event = { waitUntil: (work: Promise<unknown>) => behind.push(work) } as unknown as Parameters<
    KeptAnswer['answer']
  >[1];
  await pictures.answer(new Request(`${picture}.w240.webp`), event);
  await Promise.all(behind);

  expect(cache.addresses()).toEqual([`${picture}.w480.webp`]);
});

test('a picture for which there is no room replaces no other', async () => {
  let written = 0;
  const full = async () => {
    written++;
    throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  };

  expect([await withRoom(imageCache, full), written]).toEqual([false, 1]);
});

test.each([
  ['any browser', new DOMException('Full', 'QuotaExceededError')],
  ['Firefox', { name: 'NS_ERROR_FILE_NO_DEVICE_SPACE', message: '' }],
])('F26 pictures are deleted to make room for other data when %s is full', async (_browser, full) => {
  const deleted: string[] = [];
  const images = { keys: async () => [{ url: '/a.svg' }], delete: async ({ url }: Request) => deleted.push(url) > 0 };
  vi.spyOn(platform, 'caches').mockReturnValue({ open: async () => images } as unknown as CacheStorage);
  const write = vi.fn(async () => undefined).mockRejectedValueOnce(full);

  expect(await withRoom(regionCache, write)).toBe(true);
  expect(deleted).toEqual(['/a.svg']);
});
