/** The menu of a shop that has changed since its pages were built. */
import type { Product } from '#core/contract';
import { bundledMenu } from '../../server/menu/menu-json.ts';
import { openShopOver } from './storefront.ts';

/** Since the build, one product has been sold out, one renamed and repriced, and one removed. */
export async function changedMenu() {
  const menu = await bundledMenu();
  const changes: Record<string, Partial<Product>> = {
    'Es Kopi Susu Gula Aren': { available: false },
    'Kopi Tubruk': { name: 'Kopi Tubruk Aren', price: 17_000 },
  };
  const products = menu.products
    .filter(({ name }) => name !== 'Teh Poci Gula Batu')
    .map((product) => ({ ...product, ...changes[product.name] }));
  return { ...menu, products };
}

/** Opens the shop's API alone, with that menu. */
export const openApiWithChangedMenu = () => openShopOver(undefined, changedMenu);
