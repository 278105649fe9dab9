import { fireEvent, render, screen, within } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '#core/contract';
import { cartAtom } from '../src/state/cart.ts';
import { menuAtom } from '../src/state/catalogue.ts';
import { mirrorDevice } from '../src/state/stored-atom.ts';
import { useAddToCart } from '../src/ui/add-to-cart.ts';
import { Words } from '../src/ui/words.tsx';
import { betweenShopAndPhone } from './support/checkout.ts';
import { loggedIn } from './support/visit.tsx';

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

test('what was tapped and had left the menu before the tap could be done is not in the cart', async () => {
  const { data } = (await (await fetch('/api/products')).json()) as { data: Product[] };
  const [product, ...others] = data as [Product, ...Product[]];
  globalThis.early = { taps: [] };
  const { replay } = await import('../src/replay.ts');
  const store = createStore();
  await loggedIn();
  await mirrorDevice(store);
  betweenShopAndPhone(async (request, send) =>
    request.url.endsWith('/api/products') ? Response.json({ data: others, count: others.length }) : send(),
  );
  // As the screen does that shows it.
  store.sub(menuAtom, () => undefined);
  await store.set(menuAtom);
  render(
    <Provider store={store}>
      <Card product={product} />
      <Words />
    </Provider>,
  );
  globalThis.early.taps.push(screen.getByRole('button', { name: 'Add to cart' }));

  replay(store, new Map());

  expect(await screen.findByText(`${product.name} sudah tidak ada di menu`)).toBeVisible();
  expect(store.get(cartAtom)).toEqual([]);
});

function Name() {
  const [name, setName] = useState('');
  return <input aria-label="Nama" value={name} onChange={({ target }) => setName(target.value)} />;
}

test('what is typed on after the page was hydrated is not undone by what was typed before', async () => {
  globalThis.early = { taps: [] };
  const { takeOver, typedMeanwhile } = await import('../src/first-taps.ts');
  const { replay } = await import('../src/replay.ts');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Name />);
  const field = within(container).getByRole('textbox', { name: 'Nama' }) as HTMLInputElement;
  field.value = 'Bud';
  takeOver();
  render(<Name />, { container, hydrate: true });

  fireEvent.input(field, { target: { value: 'Budi' } });
  replay(createStore(), typedMeanwhile());

  expect(field).toHaveValue('Budi');
});
