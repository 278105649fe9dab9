/** Taking an order at the till (decision W16). */
import { atom, type Setter } from 'jotai';
import { addLine, cartTotalOf, clearItem, countOf, hasLine, repricedCart } from '#core/cart';
import { type Cart, type CartItem, maxLines, maxQuantity, type Product } from '#core/contract';
import { keyOfLine, type LineKey } from '#core/line';
import { availableIds, idsOf, joinOptions, lineOf, optionFault, usualIds, withLineChanged } from '#core/options';
import { orderItems } from '#core/order';
import { refusalOf } from '#device/failures';
import { showMessage } from '../../design/messages.tsx';
import { postTillOrder } from './api.ts';
import { menuAtom } from './menu.ts';
import { draftAtom, editDraftAtom, endDraftAtom, sentOrderAtom } from './till-draft.ts';

/** What products can be had with, as far as the menu is loaded. */
export const optionsAtom = atom((get) => {
  const menu = get(menuAtom);
  return joinOptions(menu?.products ?? [], menu?.groups ?? []).options;
});

const setLines = (set: Setter, lines: Cart, opened: LineKey | undefined) => set(editDraftAtom, { lines, opened });

/**
 * Adds one of a product's house's usual, and shows its options. Where a default is sold out, that is chosen without. Answers whether there was
 * room for it; else it is said.
 */
export const addAtom = atom(null, (get, set, product: Product) => {
  const groups = get(optionsAtom).get(product._id) ?? [];
  const line = lineOf(product, groups, { ids: availableIds(groups, usualIds(groups)) });
  const { lines } = get(draftAtom);
  const added = addLine(lines, line);
  if (countOf(added) > countOf(lines)) {
    setLines(set, added, keyOfLine(line));
    return true;
  }
  const most = hasLine(lines, line) ? `${maxQuantity} per produk` : `${maxLines} macam produk`;
  showMessage(`Paling banyak ${most}`, { id: 'full', ms: 5_000 });
  return false;
});

/** Changes what is chosen of a line, or its note. */
export const changeLineAtom = atom(null, (get, set, item: CartItem, change: { ids?: string[]; note?: string }) => {
  const groups = get(optionsAtom).get(item._id) ?? [];
  const { choices, note: before = '', ...product } = item;
  const line = lineOf(product, groups, { ids: idsOf(item, groups), note: before, qty: item.qty, ...change });
  setLines(set, withLineChanged(get(draftAtom).lines, keyOfLine(item), line), keyOfLine(line));
});

/** Sets how many pieces a line has; with 0 it goes. */
export const countAtom = atom(null, (get, set, item: CartItem, qty: number) => {
  const { lines, opened } = get(draftAtom);
  const key = keyOfLine(item);
  const changed = lines.map((line) => (keyOfLine(line) === key ? { ...line, qty: Math.min(qty, maxQuantity) } : line));
  setLines(set, qty > 0 ? changed : clearItem(lines, key), opened);
});

/** Why a line cannot be sent: it, or what was chosen, is sold out, or something must be chosen still. */
export const faultAtom = atom((get) => {
  const menu = get(menuAtom);
  const options = get(optionsAtom);
  return (item: CartItem): string | undefined => {
    if (!menu) return undefined;
    const product = menu.products.find(({ _id }) => _id === item._id);
    if (!product || product.available === false) return `${item.name} habis.`;
    const groups = options.get(item._id) ?? [];
    const fault = optionFault(groups, idsOf(item, groups));
    if (fault?.reason === 'too_few') return `Pilih ${fault.group.name} dulu.`;
    if (!fault || !('id' in fault)) return undefined;
    const known = [...(item.choices ?? []), ...groups.flatMap(({ choices }) => choices)];
    return `${known.find(({ _id }) => _id === fault.id)?.name} habis.`;
  };
});

/** Sends the draft; resolves with the order, and the draft is empty. A refusal because of prices takes the new ones over. */
export const sendDraftAtom = atom(null, async (get, set, token: string, paidWith: string | undefined) => {
  const { key, lines, table, name } = get(draftAtom);
  const options = get(optionsAtom);
  try {
    const order = await postTillOrder(token, key, {
      table,
      name,
      order_items: orderItems(lines, options),
      subTotal: cartTotalOf(lines),
      paid_with: paidWith,
    });
    set(endDraftAtom);
    return order;
  } catch (failure) {
    const { code, quote } = refusalOf(failure) ?? {};
    if (code === 'key_reused') {
      set(endDraftAtom);
      set(sentOrderAtom, { change: 0 });
    }
    // What is sold out stays, and the menu says so: a line that only disappeared would be missed.
    const priced = quote?.lines.filter(({ now }) => now !== null);
    if (priced) set(editDraftAtom, { lines: repricedCart(lines, priced), opened: undefined });
    throw failure;
  }
});
