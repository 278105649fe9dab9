import { act, render, screen, waitFor } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { Suspense, useEffect } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Product } from '#core/contract';
import { Messages } from '../design/messages.tsx';
import { cartAtom, wantedProductAtom } from '../src/state/cart/cart.ts';
import { menuAtom } from '../src/state/catalogue/catalogue.ts';
import type {} from '../src/state/frame/early-taps.ts';
import { followDevice } from '../src/state/storage/stored-atom.ts';
import { useAddToCart } from '../src/ui/cart/add-to-cart.ts';
import { hydrate } from '../src/ui/frame/hydrate.ts';
import { replayTaps } from '../src/ui/frame/replay-taps.ts';
import { changeGroups, changeMenu, holdRequests, without } from './support/page/checkout.ts';
import { findToast } from './support/page/toasts.ts';
import { loggedIn, stored } from './support/page/visit.tsx';

function Card({ product }: { product: Product }) {
  const addToCart = useAddToCart();

  return (
    <li>
      <h3 id={`product-${product._id}`}>{product.name}</h3>
      <button type="button" onClick={() => void addToCart(product)}>
        Add to cart
      </button>
    </li>
  );
}

test.each([
  ['a customer', 'put it into the cart'],
  ['a visitor', 'offer it after the login'],
])('an early tap of %s on a product that has left the menu since does not %s', async (who) => {
  const { data } = (await (await fetch('/api/products')).json()) as { data: Product[] };
  const [product, ...others] = data as [Product, ...Product[]];
  globalThis.early = { taps: [] };
  const store = createStore();
  if (who === 'a customer') await loggedIn();
  await followDevice(store);
  changeMenu((menu) => ({ ...menu, data: others, count: others.length }));
  // Subscribed to, as by the screen that shows the menu.
  store.sub(menuAtom, () => undefined);
  await store.set(menuAtom);
  render(
    <Provider store={store}>
      <Card product={product} />
      <Messages />
    </Provider>,
  );
  globalThis.early.taps.push(screen.getByRole('button', { name: 'Add to cart' }));

  replayTaps(store);

  await findToast(`${product.name} sudah tidak ada di menu`);
  expect(store.get(cartAtom)).toEqual([]);
  expect(store.get(wantedProductAtom)).toBeFalsy();
});

test('M7 an early tap on a drink whose usual is sold out opens its form, and leaves nothing in the cart', async () => {
  const { data } = (await (await fetch('/api/products')).json()) as { data: Product[] };
  const product = data.find(({ _id }) => _id === 'kopi-susu-gula-aren') as Product;
  globalThis.early = { taps: [] };
  const store = createStore();
  await loggedIn();
  await followDevice(store);
  changeGroups(without('susu-sapi'));
  const goOn = holdRequests(({ url }) => url.endsWith('/api/products'));
  // The prerendered page has them all, but not what they can be had with.
  void store.set(menuAtom, { known: { items: data, count: data.length } });
  store.sub(menuAtom, () => undefined);
  void store.set(menuAtom);
  render(
    <Provider store={store}>
      <Card product={product} />
    </Provider>,
  );
  const link = document.createElement('a');
  const opened = vi.fn();
  link.addEventListener('click', opened);
  const button = screen.getByRole('button', { name: 'Add to cart' });
  button.before(link);
  globalThis.early.taps.push(button);

  void replayTaps(store);
  await expect.poll(() => stored('cart')).toMatchObject([{ _id: product._id, qty: 1 }]);
  goOn();

  await expect.poll(() => opened.mock.calls.length).toBe(1);
  await expect.poll(() => stored('cart')).toEqual([]);
});

/** Puts controls on the page; `tapped` grows by the text of each that is tapped. */
function showControls(html: string) {
  const part = document.body.appendChild(document.createElement('p'));
  onTestFinished(() => part.remove());
  part.innerHTML = html;
  const tapped: string[] = [];
  part.addEventListener('click', (event) => {
    event.preventDefault();
    tapped.push((event.target as Element).textContent);
  });
  return { controls: [...part.children] as HTMLElement[], tapped };
}

test('early taps on a filter or a toggle count once, and on a product as often as it was tapped', async () => {
  const { controls, tapped } = showControls(
    '<a href="?tags=Panas">Panas</a><button aria-pressed="false">Tampilkan</button><button aria-expanded="false">Menu</button><button>Tambah</button><a href="?produk=klepon">Klepon</a>',
  );
  globalThis.early = { taps: controls.flatMap((element) => [element, element]) };

  await replayTaps(createStore());

  expect(tapped).toEqual(['Panas', 'Tampilkan', 'Menu', 'Tambah', 'Tambah', 'Klepon']);
});

test('an early tap on a filter does not take away what was tapped after it', async () => {
  const { controls, tapped } = showControls('<button>Kopi Hitam</button><button>Kopi Susu</button>');
  const [filter, product] = controls;
  // As React renders another list.
  filter?.addEventListener('click', () => setTimeout(() => product?.remove()));
  globalThis.early = { taps: controls };

  await replayTaps(createStore());

  expect(tapped).toEqual(['Kopi Hitam', 'Kopi Susu']);
});

test('of early taps before that on another page a product counts, and neither a panel nor an earlier link opens', async () => {
  const { controls, tapped } = showControls(
    '<button>Tambah</button><button aria-haspopup="dialog">Keranjang</button><a href="/about">About</a><a href="/contact">Contact</a>',
  );
  for (const control of controls) control.ariaHasPopup = control.getAttribute('aria-haspopup');
  globalThis.early = { taps: controls };

  await replayTaps(createStore());

  expect(tapped).toEqual(['Tambah', 'Contact']);
});

/** A button in a part of the page that is no longer shown. */
function detachedButton(html: string) {
  const part = document.createElement('ul');
  part.innerHTML = html;
  return part.querySelector('button') as HTMLElement;
}

test.for([
  ['on a card that another page of the menu has now', 'kopi-tubruk', 'Kopi Tubruk sudah tidak ada di sini'],
  ['on a card that the menu has no more', 'kopi-kemarin', 'Kopi Tubruk sudah tidak ada di menu'],
  ['that no card says the name of', undefined, 'Yang tadi Anda sentuh sudah tidak ada di sini'],
] as const)('an early tap on a control %s is reported as missed', async ([, id, words]) => {
  const { data } = (await (await fetch('/api/products')).json()) as { data: Product[] };
  const store = createStore();
  await store.set(menuAtom, { known: { items: data, count: data.length, receivedAt: Date.now() } });
  render(<Messages />);
  const tapped = detachedButton(id ? `<li><h3 id="product-${id}">Kopi Tubruk</h3><button></li>` : '<button>');
  globalThis.early = { taps: [tapped] };

  replayTaps(store);

  expect(await screen.findByText(words)).toBeVisible();
});

function Menu({ onHydrated }: { onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated]);

  return <button type="button">Add to cart</button>;
}

test.for([
  ['at once when a tap is queued', true],
  ['in its own time otherwise', false],
] as const)('the screen is hydrated %s', async ([, isTapped]) => {
  const onHydrated = vi.fn();
  // The router renders a screen within Suspense.
  const page = (
    <Suspense>
      <main>
        <Menu onHydrated={onHydrated} />
      </main>
    </Suspense>
  );
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  document.body.append(root);
  onTestFinished(() => root.remove());
  globalThis.early = { taps: isTapped ? [root.querySelector('button') as HTMLElement] : [] };

  const hydration = hydrate(root, page);

  expect(onHydrated).toHaveBeenCalledTimes(isTapped ? 1 : 0);
  await waitFor(() => expect(onHydrated).toHaveBeenCalled());
  act(() => hydration.unmount());
});
