import { act, fireEvent, render, screen, within } from '@testing-library/react';
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
import { betweenShopAndPhone } from './support/page/checkout.ts';
import { loggedIn } from './support/page/visit.tsx';

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
  const { replay } = await import('../src/opening/replay.ts');
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

  replay(store);

  expect(await screen.findByText(`${product.name} sudah tidak ada di menu`)).toBeVisible();
  expect(store.get(cartAtom)).toEqual([]);
});

function Form() {
  const [{ name, town }, type] = useState({ name: '', town: '' });

  return (
    <>
      <input aria-label="Nama" value={name} onChange={({ target }) => type({ name: target.value, town })} />
      <input aria-label="Kota" value={town} onChange={({ target }) => type({ name, town: target.value })} />
    </>
  );
}

/** A page with two fields, as it was rendered, in which somebody typed a name before it was hydrated. */
async function typedIntoPage() {
  const { takeOver, typeAgain, typeAgainAtLast } = await import('../src/opening/first-taps.ts');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<Form />);
  const [name, town] = within(container).getAllByRole('textbox') as [HTMLInputElement, HTMLInputElement];
  name.value = 'Bud';
  takeOver();
  render(<Form />, { container, hydrate: true });
  return { name, town, typeAgain, typeAgainAtLast };
}

test.for([
  ['typed on', 'Budi'],
  ['erased', ''],
] as const)('what is %s after the page was hydrated is not undone by what was typed before', async ([, value]) => {
  const { name, typeAgain, typeAgainAtLast } = await typedIntoPage();

  act(typeAgain);
  fireEvent.input(name, { target: { value } });
  act(typeAgainAtLast);

  expect(name).toHaveValue(value);
});

test('what was typed before the page was hydrated stands there when something is typed beside it, and is typed on', async () => {
  const { name, town, typeAgain } = await typedIntoPage();

  act(typeAgain);
  // Drawn again for the first, the form would have forgotten the name by the second.
  for (const value of ['Band', 'Bandung']) fireEvent.input(town, { target: { value } });
  fireEvent.input(name, { target: { value: `${name.value}i` } });

  expect(name).toHaveValue('Budi');
  expect(town).toHaveValue('Bandung');
});
