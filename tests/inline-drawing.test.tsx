import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { Illustration } from '../src/ui/illustration.tsx';
import { forgetInlineDrawings, noteInlineDrawings } from '../src/ui/inline-drawing.tsx';
import { Picture } from '../src/ui/picture.tsx';

const logo = <Illustration name="logo" width={36} height={36} />;
const inside = '<svg data-src="/pictures/logo.svg" aria-hidden="true" viewBox="0 0 9 9"><path d="M0 0h9"></path></svg>';
const mismatches: unknown[] = [];

/** A page that was rendered as `html` and then hydrated with `drawn`. */
async function hydrated(html: string, drawn = logo) {
  const place = document.createElement('div');
  place.innerHTML = `<main>${html}</main>`;
  document.body.append(place);
  noteInlineDrawings();
  await act(async () => {
    hydrateRoot(place, <main>{drawn}</main>, { onRecoverableError: (mismatch) => mismatches.push(mismatch) });
  });
  return place;
}

afterEach(() => {
  forgetInlineDrawings();
  mismatches.length = 0;
  document.body.replaceChildren();
});

test('a drawing inside the prerendered page survives hydration as it is', async () => {
  const place = await hydrated(inside);

  expect(place.innerHTML).toBe(`<main>${inside}</main>`);
  expect(mismatches).toEqual([]);
});

test('a drawing shown after hydration is an image', async () => {
  await hydrated(inside);
  forgetInlineDrawings();

  const { container } = render(logo);

  expect(container.querySelector('img')).toHaveAttribute('src', '/pictures/logo.svg');
});

test('a drawing that an extension changed before hydration is shown as an image', async () => {
  const place = await hydrated(`<p>Terjemahan</p>${inside}`);

  expect(mismatches).not.toEqual([]);
  expect(place.querySelector('img')).toHaveAttribute('src', '/pictures/logo.svg');
  expect(place.querySelector('svg')).toBeNull();
});

test('the tile of a product without a picture is drawn inside the first screen, and is an image further down', async () => {
  const tile = inside.replace('logo', 'product');
  const lazy = '<img src="/pictures/product.svg" alt="" width="400" height="400" loading="lazy" decoding="async">';
  const place = await hydrated(
    tile + lazy,
    <>
      <Picture folder="products" file="" alt="" size={400} eager />
      <Picture folder="products" file="" alt="" size={400} />
    </>,
  );

  expect(place.innerHTML).toBe(`<main>${tile}${lazy}</main>`);
  expect(mismatches).toEqual([]);
});
