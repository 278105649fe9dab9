/** A product as its owner may write it, in a file or at the counter. */
import * as v from 'valibot';
import { Product } from '#core/contract';
import { priceFrom } from './menu-cells.ts';

export const namesOf = (list: readonly { name: string }[]) => new Set(list.map(({ name }) => name));

/** Stricter than the contract's schemas, which forgive what is a mistake in an owner's file: `"24.000"` would be read as Rp24, and half a rupiah is no price. */
export const WholeProduct = v.object({
  ...Product.entries,
  price: v.pipe(
    v.union([
      v.number(),
      v.pipe(
        v.string(),
        v.transform((text) => priceFrom(text.trim()) ?? Number.NaN),
      ),
    ]),
    v.check(
      (price) => Number.isInteger(price) && v.is(Product.entries.price, price),
      'harga ditulis dalam rupiah bulat, paling banyak Rp1.000.000.000, seperti 24000 atau "24.000"',
    ),
  ),
  category: v.pipe(
    Product.entries.category,
    v.check((name) => name.trim() !== '', 'setiap produk memerlukannya'),
  ),
  tags: v.pipe(
    Product.entries.tags,
    v.check((tags) => tags.every(({ name }) => name.trim() !== ''), 'ada tag tanpa nama'),
    // In a CSV and at the counter they separate two tags.
    v.check((tags) => tags.every(({ name }) => !/[,;|]/.test(name)), 'ada tag dengan koma, titik koma, atau |'),
    v.transform((tags) => [...namesOf(tags)].map((name) => ({ name }))),
  ),
});
