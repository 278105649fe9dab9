import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { payments } from './payments.ts';
import { products } from './products.ts';

/** Every product picture and payment tile, by its path in `server/menu/images`. */
export const drawAll = () =>
  new Map([
    ...Object.entries(products).map(([name, svg]) => [`products/${name}.svg`, svg] as const),
    ...Object.entries(payments).map(([name, svg]) => [`${name}.svg`, svg] as const),
  ]);

if (import.meta.main) {
  const images = join(import.meta.dirname, '../server/menu/images');
  for (const [name, svg] of drawAll()) {
    const file = join(images, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, svg);
  }
}
