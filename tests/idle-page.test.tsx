import { expect, test, vi } from 'vitest';
import { deliver } from '#device/outbox';
import { cikini, cutLine, interceptRequests, postAddress } from './support/page/checkout.ts';
import { storedOrder } from './support/page/customer.ts';
import { stopClock } from './support/page/fake-clock.ts';
import { orderStream } from './support/page/order-stream.ts';
import { hideApiHeader } from './support/page/plain-host.ts';
import { arrived, closeTabs, loggedIn, visit } from './support/page/visit.tsx';

const { setImmediate } = globalThis;

/** Calls that wait for the clock of the test. */
const delayed = new Set<Request>();

/** The calls of a page: `after` passes so many seconds, each once every call was answered, and returns those that were made. */
function watchCalls() {
  const made: string[] = [];
  const all: string[] = [];
  let pending = 0;
  interceptRequests(async (request, send) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`;
    made.push(call);
    all.push(call);
    pending++;
    try {
      // Otherwise the clock passes the page's time limits while the body arrives.
      return await arrived(await send());
    } finally {
      pending--;
    }
  });
  stopClock();
  const settled = async () => {
    for (let quiet = 0; quiet < 20; quiet = pending > delayed.size ? 0 : quiet + 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    /** All calls so far. */
    all,
    async after(seconds: number) {
      await settled();
      made.length = 0;
      for (let i = 0; i < seconds; i++) {
        await vi.advanceTimersByTimeAsync(1_000);
        // A page imports files soon after its start; minutes of this clock would pass until they are there.
        if (i < 10) await vi.dynamicImportSettled();
        await settled();
      }
      return [...made];
    },
  };
}

test.each([
  ['the menu', '/products', false],
  ['the menu of a customer', '/products', true],
  ["a customer's order list", '/account/order-list', true],
  ["a customer's addresses", '/account/address', true],
  ['the menu of a plain host', '/products', true],
])('%s calls nothing while nothing waits', async (what, path, isCustomer) => {
  if (what === 'the menu of a plain host') hideApiHeader();
  if (isCustomer) await postAddress(await loggedIn(), cikini);
  const { after } = watchCalls();
  await visit(path);
  await after(30);

  expect(await after(12 * 60)).toEqual([]);
});

test.each([
  ['with calls of its own', '/products', ['GET /categories', 'GET /products', 'GET /tags'], 3],
  ['without any', '/about', ['GET /categories'], 0],
] as const)('a page %s finds out with a single call whether the shop answers', async (_what, path, calls, own) => {
  const { after, all } = watchCalls();
  await visit(path);
  // The clock stands until the page's own calls were made.
  while (all.length < own) await new Promise((resolve) => setImmediate(resolve));
  dispatchEvent(new Event('pageshow'));
  await after(60);

  expect(all.sort()).toEqual(calls);
});

test.each([
  ['a list that no screen shows', '/about', '/api/orders'],
  ['a filter', '/products?category=Manual+Brew', 'category='],
])('%s whose call alone always fails is asked for less and less often', async (_what, path, failing) => {
  hideApiHeader();
  await loggedIn();
  cutLine(({ url }) => url.includes(failing));
  const { after } = watchCalls();
  await visit(path);
  // Ten failures in a row end it (`resource.ts`); once a minute is the slowest.
  await after(30 * 60);

  expect((await after(30 * 60)).length).toBeLessThanOrEqual(8);
});

test("a customer's lists are not fetched at every load: orders may come from another device, addresses seldom do", async () => {
  await loggedIn();
  const { after } = watchCalls();
  const lists = ['GET /orders', 'GET /delivery-address'];
  const fetched = async () => {
    await visit('/about');
    const made = await after(4);
    closeTabs();
    return made.filter((call) => lists.includes(call)).sort();
  };

  expect(await fetched()).toEqual([...lists].sort());
  expect(await fetched()).toEqual(['GET /orders']);
  await after(10 * 60);
  expect(await fetched()).toEqual([...lists].sort());
});

test('an order under way is asked about at the next load, and every 15 seconds where there is no stream', async () => {
  const { id } = await storedOrder();
  await deliver(id);
  orderStream(() => new Response('', { status: 404 }));
  const { after } = watchCalls();
  await visit('/about');
  await after(5);
  closeTabs();

  await visit('/about');
  expect(await after(5)).toContain('GET /orders');
  closeTabs();
  await visit('/account/order-list');
  await after(5);
  expect((await after(60)).filter((call) => call === 'GET /orders')).toHaveLength(4);
});

test('a shop that answers slowly is asked less and less often', async () => {
  interceptRequests(async (request, send) => {
    delayed.add(request);
    // On the clock of the test.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    delayed.delete(request);
    return send();
  });
  const { after } = watchCalls();
  await visit('/about');
  await after(60);

  expect((await after(20 * 60)).length).toBeLessThanOrEqual(12);
});
