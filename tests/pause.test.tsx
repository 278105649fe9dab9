import { act, screen, waitFor } from '@testing-library/react';
import { createStore, type Store } from 'jotai';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { shop } from '#core/shop';
import { getCategories } from '#device/api';
import { followShop, readShop } from '../src/state/checkout/follow-shop.ts';
import { readOutboxAtom } from '../src/state/checkout/outbox.ts';
import { pauseAtom } from '../src/state/checkout/pause.ts';
import { anyOrder, changeMenu, interceptRequests, isOrder, ordersOf } from './support/page/checkout.ts';
import { customer, storePending } from './support/page/customer.ts';
import { atPayment, pay } from './support/page/payment-screen.ts';
import { configuredHours } from './support/page/setup.ts';
import { loggedIn, openState, visit } from './support/page/visit.tsx';

const fromKedai = { 'kedai-api': '1' };
const isAboutShop = ({ url }: Request) => new URL(url).pathname === '/api/shop';
const shopSays = (state: object) =>
  Response.json({ now: new Date().toISOString(), menu_version: 1, ...state }, { headers: fromKedai });

/** A Saturday noon: the shop is open until 22.00, and on Sunday from 08.00. */
const noon = Date.parse('2026-11-28T12:00:40+07:00');
beforeEach(() => {
  shop.openingHours = configuredHours;
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
});

/** The page follows the shop until the test ends: it would ask for the next test's page, too. */
const follow = (store: Store) => onTestFinished(followShop(store, (work) => work()));

/** The shop pauses until `until`, in ms; without it until staff end it. */
function pause(until?: number) {
  const end = until && { until: new Date(until).toISOString() };
  interceptRequests(async (request, send) => {
    if (isAboutShop(request)) return shopSays({ pause: { ...end } });
    if (!isOrder(request)) return send();
    const error = { code: 'paused', message: 'x', ...end };
    const wait = until ? `${Math.ceil((until - Date.now()) / 1_000)}` : '300';
    return Response.json({ error }, { status: 409, headers: { ...fromKedai, 'retry-after': wait } });
  });
}

const halfAnHour = noon + 30 * 60_000;
const closing = Date.parse('2026-11-28T22:00:00+07:00');
const clockAt = (moment: number) => {
  const date = new Date(moment);
  return [date.getHours(), date.getMinutes()].map((part) => `${part}`.padStart(2, '0')).join('.');
};
/** Half an hour, in the first whole minute in which orders are taken. */
const inHalfAnHour = `Kedai jeda sampai ${clockAt(noon + 31 * 60_000)}. Kirim setelah itu?`;

for (const [name, until, words] of [
  ['half an hour', halfAnHour, inHalfAnHour],
  ['the rest of the day', closing, 'Kedai tutup sampai Minggu 08.00. Kirim setelah itu?'],
  ['an unknown time', undefined, 'Kedai sedang jeda. Kirim nanti?'],
] as const)
  test(`W12 every screen that leads to an order says in the same words that the shop has paused for ${name}`, async () => {
    pause(until);
    await customer({ cart: { klepon: 1 } }).onDevice();
    const { store, router } = await visit('/products');
    await screen.findByRole('listitem', { name: 'Klepon' });
    follow(store);

    expect(await screen.findByText(words)).toBeVisible();
    await act(() => router.navigate({ to: '/' }));
    expect((await screen.findAllByText(words))[0]).toBeVisible();
    await act(() => router.navigate({ to: '/carts' }));
    expect(await screen.findByText(`${words} Keranjang Anda tetap tersimpan.`)).toBeVisible();
    await act(() => router.navigate({ to: '/carts/delivery' }));
    expect(await screen.findByText(words)).toBeVisible();
    // It was last heard of ten minutes ago.
    vi.setSystemTime(noon + 10 * 60_000);
    await act(() => router.navigate({ to: '/products' }));
    await screen.findByRole('listitem', { name: 'Klepon' });
    expect(screen.queryByText(words)).toBeNull();
  });

test('W12 an order that meets the pause is asked about once, and waits for its end', async () => {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  pause(halfAnHour);
  follow(user.store);
  expect(await screen.findByText(inHalfAnHour)).toBeVisible();

  await user.click(pay());

  const answer = await screen.findByRole('button', { name: 'Kirim setelah itu' });
  // What has the focus is in view.
  expect(document.activeElement).toContainElement(answer);
  expect(document.activeElement).not.toContainElement(pay());
  await user.click(answer);
  expect(await screen.findByRole('heading', { name: 'Menunggu kedai' })).toBeVisible();
  expect(screen.getByText(/Pesanan ini dikirim sendiri setelah itu\.$/)).toBeVisible();
  expect(screen.queryByText(inHalfAnHour)).toBeNull();
  expect(await ordersOf(session)).toEqual([]);
});

test('W12 an order that met a pause of which the page had not heard is sent when staff end it early', async () => {
  await getCategories();
  const session = await loggedIn();
  const paused = { until: halfAnHour, hasEnd: true, agreed: true };
  await storePending(session, anyOrder(), { state: 'unsure', paused, notBefore: halfAnHour });
  const store = await openState();
  await store.set(readOutboxAtom);
  const minutes = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(followShop(store, () => undefined));
  const [ask] = minutes.mock.lastCall as [() => void];

  ask();

  await expect.poll(() => ordersOf(session)).toHaveLength(1);
});

test('W12 an answer that comes after that to a later question says nothing of the pause', async () => {
  await getCategories();
  const { promise: late, resolve: answer } = Promise.withResolvers<Response>();
  const answers = [late, Promise.resolve(shopSays({}))];
  interceptRequests((request, send) => (isAboutShop(request) ? (answers.shift() ?? send()) : send()));
  const store = createStore();
  const earlier = readShop(store);
  await waitFor(() => expect(answers).toHaveLength(1));
  await readShop(store);

  answer(shopSays({ pause: {} }));
  await earlier;

  expect(store.get(pauseAtom)).toBeUndefined();
});

test('W15 an open menu is loaded again when the shop says that it has changed', async () => {
  let version = 1;
  interceptRequests(async (request, send) => (isAboutShop(request) ? shopSays({ menu_version: version }) : send()));
  changeMenu(({ data, ...rest }) => ({
    ...rest,
    data: data.map((one) => (version > 1 && one.name === 'Klepon' ? { ...one, name: 'Klepon Gula Aren' } : one)),
  }));
  const { store } = await visit('/products');
  await screen.findByRole('heading', { name: 'Klepon' });
  follow(store);
  await readShop(store);
  await readShop(store);
  expect(screen.getByRole('heading', { name: 'Klepon' })).toBeVisible();

  version = 2;
  document.dispatchEvent(new Event('visibilitychange'));

  expect(await screen.findByRole('heading', { name: 'Klepon Gula Aren' })).toBeVisible();
});
