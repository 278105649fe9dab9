/** All pictures of the storefront, by file name. Run as a program, it draws them. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { aboutBeans, aboutCounter } from './about.ts';
import { hero } from './hero.ts';
import { map } from './map.ts';
import { sprite } from './sprite.ts';
import {
  emptyAddresses,
  emptyCart,
  emptyOrders,
  error,
  logInFirst,
  noProducts,
  orderPlaced,
  product,
  welcome,
} from './vignettes.ts';

export const scenes: Record<string, string> = {
  'hero.svg': hero(),
  'hero-night.svg': hero('night'),
  'about-beans.svg': aboutBeans(),
  'about-counter.svg': aboutCounter(),
  'map.svg': map(),
  'product.svg': product(),
  'empty-cart.svg': emptyCart(),
  'empty-orders.svg': emptyOrders(),
  'empty-addresses.svg': emptyAddresses(),
  'no-products.svg': noProducts(),
  'error.svg': error(),
  'log-in-first.svg': logInFirst(),
  'welcome.svg': welcome(),
  'order-placed.svg': orderPlaced(),
};

if (import.meta.main) {
  const folder = new URL('../public/pictures/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [file, drawing] of Object.entries(scenes)) writeFileSync(new URL(file, folder), drawing);
  writeFileSync(new URL('../design/sprite.svg', import.meta.url), sprite);
}
