import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Cart, type Product, Session } from '#core/contract';
import { quantitiesOf } from '#core/merged-cart';
import { getProducts } from '#device/api';
import { syncCart } from '#device/cart-sync';
import { platform } from '#device/platform';
import { storeSession } from '#device/session';
import { change } from '#device/store';
import { changeCart, isCartPending } from '#device/stored-cart';
import { interceptRequests } from '../support/page/checkout.ts';
import { newDevice, onDevice } from '../support/page/devices.ts';
import { atPlainHost } from '../support/page/plain-host.ts';
import { loggedIn, stored } from '../support/page/visit.tsx';
import { ShopModel } from './history/shop-model.ts';

const [tubruk, klepon] = ['kopi-tubruk', 'klepon'];

async function menu(): Promise<Product[]> {
  // The host announces itself in its catalogue responses (decision A2).
  return (await getProducts()).items;
}

async function add(id: string, times = 1) {
  const product = (await menu()).find(({ _id }) => _id === id);
  if (!product) throw new Error(`The menu has no ${id}`);
  for (let i = 0; i < times; i++) await changeCart((cart) => addOneOf(cart, product));
}

const addOneOf = (cart: Cart, product: Product): Cart =>
  cart.some(({ _id }) => _id === product._id)
    ? cart.map((item) => (item._id === product._id ? { ...item, qty: item.qty + 1 } : item))
    : [...cart, { ...product, qty: 1 }];

async function cartAtServer(session: Session) {
  const answer = await fetch('/api/carts', { headers: { authorization: `Bearer ${session.token}` } });
  return quantitiesOf(((await answer.json()) as { items: Cart }).items);
}

const localCart = async () => quantitiesOf(((await stored('cart')) ?? []) as Cart);

/** Syncs a cart of one piece, then sends it with a second one and loses the response. */
async function addTwoAndLoseResponse(): Promise<Session> {
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  await add(tubruk);
  await withLostAnswer(() => syncCart());
  return session;
}

/** Answers the first cart in the shop's place; later ones reach the shop. */
function answerTheFirstCart(answer: () => Response) {
  let isFirst = true;
  interceptRequests((request, send) => {
    if (request.method !== 'PUT' || !isFirst) return send();
    isFirst = false;
    return Promise.resolve(answer());
  });
}

test('what is put into the cart reaches the server and is counted', async () => {
  const session = await loggedIn();
  await add(tubruk, 2);

  const outcome = await syncCart();

  expect(outcome.state).toBe('synced');
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 2 });
  expect(await stored('counter')).toBe(2);
});

test('a new phone gets the cart back after login', async () => {
  const session = await loggedIn();
  await add(tubruk, 3);
  await syncCart();

  newDevice();
  await storeSession(session);
  await menu();
  const outcome = await syncCart();

  expect(outcome.state).toBe('loaded');
  expect(await localCart()).toEqual({ [tubruk]: 3 });
});

test('products whose ids every object has stay in the cart, on this device and with another one', async () => {
  const shop = new ShopModel(false);
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    return shop.answer(request, await request.clone().text());
  });
  const session = shop.logIn('sari');
  await storeSession(session);
  const [latte] = await menu();
  const ids = ['constructor', '__proto__', 'toString'];
  const pieces = async () => ((await stored('cart')) as Cart).map(({ _id, qty }) => [_id, qty]);
  for (const _id of ids) await changeCart((cart) => addOneOf(cart, { ...(latte as Product), _id }));

  const sent = await syncCart();
  const reloaded = await syncCart({ refresh: true });

  expect([sent.state, reloaded.state, await isCartPending()]).toEqual(['synced', 'synced', false]);
  expect(await pieces()).toEqual(ids.map((id) => [id, 1]));
  const phone = indexedDB;
  const tablet = newDevice();
  await storeSession(session);
  await menu();
  await syncCart();
  await onDevice(phone, () => changeCart((cart) => addOneOf(cart, { ...(latte as Product), _id: '__proto__' })));
  await onDevice(tablet, () => changeCart((cart) => cart.filter(({ _id }) => _id !== 'constructor')));
  await onDevice(tablet, () => syncCart());
  const merged = await onDevice(phone, () => syncCart());
  expect(merged).toEqual({ state: 'merged', left: [] });
  expect(await onDevice(phone, pieces)).toEqual([
    ['__proto__', 2],
    ['toString', 1],
  ]);
});

test('F23 changes of two devices are added up, and nothing is lost', async () => {
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  const phone = indexedDB;
  const tablet = newDevice();
  await storeSession(session);
  await menu();
  await syncCart();

  await onDevice(tablet, () => add(klepon));
  await onDevice(phone, () => add(tubruk));
  await onDevice(tablet, () => syncCart());
  const outcome = await onDevice(phone, () => syncCart());

  expect(outcome.state).toBe('merged');
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 2, [klepon]: 1 });
  await onDevice(tablet, () => syncCart({ refresh: true }));
  expect(await onDevice(tablet, localCart)).toEqual({ [tubruk]: 2, [klepon]: 1 });
});

test('F44 a shop that was restored from a backup takes nothing out of the cart, and gets back what it lacks', async () => {
  // A second account represents the restored shop: it has the cart of the backup.
  const restored = await loggedIn();
  await add(tubruk);
  await syncCart();
  const phone = newDevice();
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  await add(tubruk);
  await add(klepon);
  await syncCart();

  await onDevice(phone, () => change({ auth: Session }, () => ({ auth: { ...session, token: restored.token } })));
  const outcome = await onDevice(phone, () => syncCart({ refresh: true }));

  expect(outcome.state).toBe('synced');
  expect(await onDevice(phone, localCart)).toEqual({ [tubruk]: 2, [klepon]: 1 });
  expect(await cartAtServer(restored)).toEqual({ [tubruk]: 2, [klepon]: 1 });
});

test('a cart whose response was lost is not counted twice', async () => {
  const session = await loggedIn();
  await add(tubruk, 2);
  await syncCart();
  await add(tubruk);

  const lost = await withLostAnswer(() => syncCart());
  await add(klepon);
  const again = await syncCart();

  expect(lost.state).toBe('pending');
  expect(again.state).toBe('synced');
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 3, [klepon]: 1 });
  expect(await localCart()).toEqual({ [tubruk]: 3, [klepon]: 1 });
});

test('F29 an answer that a frozen tab reads late does not undo what another tab has sent', async () => {
  grantAllLocks();
  const session = await loggedIn();
  await add(tubruk);
  await syncCart();
  const asked = Promise.withResolvers<void>();
  const wakes = Promise.withResolvers<void>();
  interceptRequests(async (request, send) => {
    const answer = await send();
    if (request.method !== 'GET' || !request.url.endsWith('/carts')) return answer;
    asked.resolve();
    await wakes.promise;
    return answer;
  });

  const frozen = syncCart({ refresh: true });
  await asked.promise;
  await add(tubruk);
  await syncCart();
  wakes.resolve();
  await frozen;

  expect(await localCart()).toEqual({ [tubruk]: 2 });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 2 });
});

test('without a connection the cart waits and is whole later', async () => {
  const session = await loggedIn();
  await add(tubruk);

  const offline = await withoutConnection(() => syncCart());
  const online = await syncCart();

  expect(offline.state).toBe('pending');
  expect(online.state).toBe('synced');
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 1 });
});

test('another customer on the same phone finds an empty cart', async () => {
  const first = await loggedIn();
  await add(tubruk);
  await syncCart();

  await loggedIn('Budi');

  expect(await localCart()).toEqual({});
  await syncCart();
  expect(await cartAtServer(first)).toEqual({ [tubruk]: 1 });
});

test('C1 C4 a host that knows no revisions is sent the cart itself, at a login too, but no empty one that was never edited', async () => {
  await atPlainHost();
  const [product] = await menu();
  if (!product) throw new Error('The menu is empty');
  const sent: unknown[] = [];
  interceptRequests(async (request, send) => {
    if (request.method === 'PUT') sent.push(await request.clone().json());
    return send();
  });
  const atLogin = { refresh: true, always: true };

  await syncCart(atLogin);
  expect(sent).toEqual([]);
  await changeCart((cart) => addOneOf(cart, product));
  await syncCart();
  await syncCart();
  await syncCart(atLogin);
  await changeCart(() => []);
  await syncCart();

  const withOne = { items: [{ ...product, qty: 1 }] };
  expect(sent).toEqual([withOne, withOne, { items: [] }]);
});

test.for([
  ['the bundled server', loggedIn],
  ['a plain host', atPlainHost],
] as const)('C2 a cart that %s will not take is not sent again before it is another one', async ([_whose, at]) => {
  await at();
  const [product] = await menu();
  if (!product) throw new Error('The menu is empty');
  await changeCart((cart) => addOneOf(cart, product));
  let sent = 0;
  interceptRequests((request, send) => {
    if (request.method !== 'PUT') return send();
    sent++;
    const body = { error: { code: 'unknown_product', message: 'Never had it.' } };
    return Promise.resolve(Response.json(body, { status: 422 }));
  });

  expect(await syncCart()).toEqual({ state: 'refused' });
  expect(await syncCart()).toEqual({ state: 'refused' });
  expect(sent).toBe(1);
  await changeCart((cart) => addOneOf(cart, product));
  await syncCart();

  expect(sent).toBe(2);
});

test.for([{ refresh: true }, { always: true }])('C2 a cart that was not taken is tried again at %o', async (moment) => {
  const session = await loggedIn();
  await add(tubruk);
  answerTheFirstCart(() => Response.json({ error: { code: 'unknown_product', message: 'Not yet.' } }, { status: 422 }));
  expect(await syncCart()).toEqual({ state: 'refused' });

  expect(await syncCart(moment)).toEqual({ state: 'synced' });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 1 });
});

test('C2 a cart that was refused because the session has ended waits for the login', async () => {
  const session = await loggedIn();
  await add(tubruk);
  await fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${session.token}` } });
  // The session seems to end only after the cart was read.
  interceptRequests((request, send) =>
    request.method === 'GET' && request.url.endsWith('/carts')
      ? Promise.resolve(Response.json({ items: [], seq: 0 }, { headers: { etag: '"0"', 'kedai-api': '1' } }))
      : send(),
  );

  expect(await syncCart()).toEqual({ state: 'needs_login' });
  expect(await isCartPending()).toBe(true);
});

test('a cart changed back after a lost answer is still sent', async () => {
  const session = await addTwoAndLoseResponse();
  await changeCart((cart) => cart.map((item) => ({ ...item, qty: 1 })));

  expect(await isCartPending()).toBe(true);
  await syncCart();

  expect(await cartAtServer(session)).toEqual({ [tubruk]: 1 });
});

test('C3 sending a cart again after a lost answer does not remove what another device has added since', async () => {
  const session = await addTwoAndLoseResponse();
  await onDevice(new IDBFactory(), async () => {
    await storeSession(session);
    await menu();
    await syncCart();
    await add(klepon);
    await syncCart();
  });

  await syncCart();
  await add(tubruk);
  await syncCart();

  expect(await localCart()).toEqual({ [tubruk]: 3, [klepon]: 1 });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 3, [klepon]: 1 });
});

/** Web Locks that are always granted at once, as if each one were stolen from its holder. */
function grantAllLocks() {
  const { locks } = platform;
  platform.locks = () =>
    ({ request: (...[, , work]: [string, object, () => unknown]) => work() }) as unknown as LockManager;
  onTestFinished(() => void Object.assign(platform, { locks }));
}

/** Holds back every response to a cart call with this method, separately for each customer. */
function holdCartResponses(method: string) {
  const held = new Map<string, { asked: PromiseWithResolvers<void>; goOn: PromiseWithResolvers<void> }>();
  const of = (token: string) => {
    const one = held.get(token) ?? { asked: Promise.withResolvers<void>(), goOn: Promise.withResolvers<void>() };
    held.set(token, one);
    return one;
  };
  interceptRequests(async (request, send) => {
    const answer = await send();
    if (request.method !== method || !request.url.endsWith('/carts')) return answer;
    const { asked, goOn } = of(request.headers.get('authorization')?.slice('Bearer '.length) ?? '');
    asked.resolve();
    await goOn.promise;
    return answer;
  });
  return {
    asked: ({ token }: Session) => of(token).asked.promise,
    letGo: ({ token }: Session) => of(token).goOn.resolve(),
  };
}

test.for(['GET', 'PUT'])("F29 a frozen tab's late %s /carts does not change the next customer's", async (method) => {
  grantAllLocks();
  const sari = await loggedIn();
  await add(tubruk);
  await syncCart();
  newDevice();
  await storeSession(sari);
  await menu();
  if (method === 'PUT') await add(tubruk);
  const carts = holdCartResponses(method);

  const frozen = syncCart();
  await carts.asked(sari);
  const budi = await loggedIn('Budi');
  await add(klepon);
  const awake = syncCart();
  await carts.asked(budi);
  carts.letGo(sari);
  await frozen;
  carts.letGo(budi);
  await awake;
  await add(klepon);
  await syncCart();

  expect(await localCart()).toEqual({ [klepon]: 2 });
  expect(await cartAtServer(budi)).toEqual({ [klepon]: 2 });
  expect(await cartAtServer(sari)).toEqual({ [tubruk]: method === 'PUT' ? 2 : 1 });
});

test("F29 a late confirmation of a frozen tab's cart does not count later changes twice", async () => {
  grantAllLocks();
  const session = await loggedIn();
  await add(tubruk);
  let isFirst = true;
  const taken = Promise.withResolvers<void>();
  const wakes = Promise.withResolvers<void>();
  interceptRequests(async (request, send) => {
    const answer = await send();
    if (request.method !== 'PUT' || !isFirst) return answer;
    isFirst = false;
    taken.resolve();
    await wakes.promise;
    return answer;
  });

  const frozen = syncCart();
  await taken.promise;
  await add(tubruk);
  await syncCart();
  wakes.resolve();
  await frozen;
  await add(tubruk);
  await syncCart();

  expect(await localCart()).toEqual({ [tubruk]: 3 });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 3 });
});

test('a cart that the shop has accepted is not sent again', async () => {
  await loggedIn();
  await add(tubruk);
  const sent = countUploads();

  expect(await isCartPending()).toBe(true);
  for (let round = 0; round < 3; round++) expect(await syncCart()).toEqual({ state: 'synced' });

  expect(await isCartPending()).toBe(false);
  expect(sent.count).toBe(1);
});

const askedToWait = { error: { code: 'too_many_requests', message: 'Later.' } };

test.for([
  ['the shop when it has too much to do', () => Response.json(askedToWait, { status: 429 })],
  ['the shop when the line was too slow', () => Response.json(askedToWait, { status: 408 })],
  ['a gateway', () => new Response('<html>Blocked', { status: 403, headers: { 'content-type': 'text/html' } })],
] as const)('C2 a cart that is refused for now by %s is sent later as it is', async ([_whose, answer]) => {
  const session = await loggedIn();
  await add(tubruk);
  answerTheFirstCart(answer);

  expect(await syncCart()).toEqual({ state: 'pending' });
  expect(await syncCart()).toEqual({ state: 'synced' });
  expect(await cartAtServer(session)).toEqual({ [tubruk]: 1 });
});

test('B39 a tampered cart reads as empty and is set aside', async () => {
  await loggedIn();
  await add(tubruk);
  const { change } = await import('#device/store');
  const { unknown } = await import('valibot');
  await change({ cart: unknown() }, () => ({ cart: [{ _id: tubruk, name: 'x', price: 'free', qty: -3 }] }));

  const cart = await changeCart((held) => held);

  expect(cart).toEqual([]);
  expect(await stored('set-aside:cart')).toMatchObject([{ qty: -3 }]);
});

/** Counts the carts sent from now on. */
function countUploads() {
  const sent = { count: 0 };
  interceptRequests((request, send) => {
    if (request.method === 'PUT') sent.count++;
    return send();
  });
  return sent;
}

/** Runs `work` while no request reaches the server. */
async function withoutConnection<T>(work: () => Promise<T>): Promise<T> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Runs `work` while requests reach the server and the responses are lost. */
async function withLostAnswer<T>(work: () => Promise<T>): Promise<T> {
  const reach = globalThis.fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await reach(...request);
    throw new TypeError('Failed to fetch');
  });
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

test('a cart that another device changes during every attempt waits, and does not count as saved', async () => {
  await loggedIn();
  await syncCart();
  const [coffee] = (await getProducts()).items as [Product];
  await changeCart(() => [{ ...coffee, qty: 2 }]);
  let revision = 100;
  interceptRequests(async (request, send) =>
    request.method === 'PUT' && request.url.endsWith('/carts')
      ? Response.json({ items: [] }, { status: 412, headers: { etag: `"${++revision}"`, 'kedai-api': '1' } })
      : send(),
  );

  expect(await syncCart()).toEqual({ state: 'pending' });

  expect(await isCartPending()).toBe(true);
});
