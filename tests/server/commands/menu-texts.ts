/** Files of menus as texts, and what is said of them. */
import type { Product } from '#core/contract';
import { parseMenuFile } from '../../../server/commands/menu-file.ts';
import type { Menu, MenuIssue } from '../../../server/menu/whole-menu.ts';

export const none: Menu = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };

export const product = (facts: Partial<Product> = {}): Product => ({
  ...{ _id: 'kopi', name: 'Kopi', description: '', price: 15_000, image_url: '', stars: 0, tags: [], category: 'Kopi' },
  ...facts,
});

export const read = (text: string | Buffer, current = none) => parseMenuFile(Buffer.from(text as string), current);

export const issueLine = ({ where, field, message }: MenuIssue) => `${where}${field ? `, ${field}` : ''}: ${message}`;
