import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Picture } from '../src/ui/catalogue/picture.tsx';

const picture = () => screen.getByRole('img', { name: 'Es Kopi Senja' });

const show = (file: string) =>
  render(<Picture folder="products" file={file} alt="Es Kopi Senja" size={400} sizes="47vw" />);

test('a photograph is loaded in the width it is shown in, else as the menu names it, else a tile replaces it', () => {
  show('senja-0123abcd.w480.webp');
  const folder = '/api/images/products';

  expect(picture()).toHaveAttribute('sizes', '47vw');
  const sources = [240, 360, 480].map((width) => `${folder}/senja-0123abcd.w${width}.webp ${width}w`);
  expect(picture()).toHaveAttribute('srcset', sources.join(', '));
  fireEvent.error(picture());
  expect(picture()).not.toHaveAttribute('srcset');
  expect(picture()).toHaveAttribute('src', `${folder}/senja-0123abcd.w480.webp`);
  fireEvent.error(picture());
  expect(picture()).toHaveAttribute('src', '/pictures/product.svg');
});

test('a picture without other widths is loaded as it is, and a missing one is replaced by a tile', () => {
  const { unmount } = show('tubruk.svg');
  expect(picture()).not.toHaveAttribute('srcset');
  expect(picture()).toHaveAttribute('src', '/api/images/products/tubruk.svg');
  unmount();

  show('');
  expect(picture()).toHaveAttribute('src', '/pictures/product.svg');
});
