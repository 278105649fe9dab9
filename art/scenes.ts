/** All pictures of the storefront, by file name. Run as a program, it draws them. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { aboutBeans, aboutCounter } from './about.ts';
import { hero } from './hero.ts';
import { logos } from './logo.ts';
import { map } from './map.ts';
import { serviceDelivery, serviceDineIn, serviceOrder, servicePickup } from './services.ts';
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
  ...logos,
  'hero.svg': hero(),
  'hero-night.svg': hero('night'),
  'about-beans.svg': aboutBeans(),
  'about-counter.svg': aboutCounter(),
  'map.svg': map(),
  'product.svg': product(),
  'service-order.svg': serviceOrder(),
  'service-pickup.svg': servicePickup(),
  'service-delivery.svg': serviceDelivery(),
  'service-dinein.svg': serviceDineIn(),
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
}
