/** Taking an order at the till (decision W16). */
import { atom, type Getter, type Setter } from 'jotai';
import { addLine, cartTotalOf, clearItem, countOf, hasLine, repricedCart } from '#core/cart';
import { type CartItem, maxChosen, maxLines, maxQuantity, type Product } from '#core/contract';
import { keyOfLine } from '#core/line';
import { availableIds, idsOf, joinOptions, lineOf, optionFault, usualIds, withLineChanged } from '#core/options';
import { orderItems } from '#core/order';
import { refusalOf } from '#device/failures';
import { showMessage } from '../../design/messages.tsx';
import { postTillOrder } from './api.ts';
import { menuAtom } from './menu.ts';
import { draftAtom, editDraftAtom, endDraftAtom, sentOrderAtom, settledDraftAtom } from './till-draft.ts';

/** What products can be had with, as far as the menu is loaded. */
export const optionsAtom = atom((get) => {
  const menu = get(menuAtom);
  return joinOptions(menu?.products ?? [], menu?.groups ?? []).options;
});

/**
 * Adds one of a product's house's usual, and shows its options. Where a default is sold out, that is chosen without. Answers whether there was
 * room for it; else it is said.
 */
export const addAtom = atom(null, (get, set, product: Product) => {
  const groups = get(optionsAtom).get(product._id) ?? [];
  const line = lineOf(product, groups, { ids: availableIds(groups, usualIds(groups)) });
  const { lines } = get(settledDraftAtom);
  const added = addLine(lines, line);
  if (countOf(added) > countOf(lines)) {
    set(editDraftAtom, { lines: added, opened: keyOfLine(line) });
    return true;
  }
  const most = hasLine(lines, line) ? `${maxQuantity} per produk` : `${maxLines} macam produk`;
  showMessage(`Paling banyak ${most}`, { id: 'full', ms: 5_000 });
  return false;
});

/** A line with other choices, or with another note. */
function changed(get: Getter, item: CartItem, change: { ids?: string[]; note?: string }) {
  const groups = get(optionsAtom).get(item._id) ?? [];
  const { choices, note = '', ...product } = item;
  return lineOf(product, groups, { ids: idsOf(item, groups), note, qty: item.qty, ...change });
}

/** Takes in what is typed; answers the line that the one on the screen has become. */
function settledLine(get: Getter, set: Setter, item: CartItem) {
  const { typing } = get(draftAtom);
  set(editDraftAtom, {});
  const key = keyOfLine(typing?.of === keyOfLine(item) ? typing.line : item);
  return get(draftAtom).lines.find((line) => keyOfLine(line) === key) ?? item;
}

/** Notes what is typed for a line, as it stands in the field. */
export const typeNoteAtom = atom(null, (get, set, item: CartItem, text: string) =>
  set(editDraftAtom, { typing: { of: keyOfLine(item), text, line: changed(get, item, { note: text }) } }),
);

/** Changes what is chosen of a line. */
export const chooseAtom = atom(null, (get, set, item: CartItem, ids: string[]) => {
  const before = settledLine(get, set, item);
  const line = changed(get, before, { ids });
  const lines = withLineChanged(get(draftAtom).lines, keyOfLine(before), line);
  set(editDraftAtom, { lines, opened: keyOfLine(line) });
});

/** Adds a piece to a line, or takes one from it; the last one takes the line along. */
export const countAtom = atom(null, (get, set, item: CartItem, by: 1 | -1) => {
  const { qty, ...line } = settledLine(get, set, item);
  const key = keyOfLine(line);
  const pieces = Math.min(qty + by, maxQuantity);
  const { lines } = get(draftAtom);
  set(editDraftAtom, {
    lines:
      pieces > 0 ? lines.map((one) => (keyOfLine(one) === key ? { ...one, qty: pieces } : one)) : clearItem(lines, key),
  });
});

/** Why a line cannot be sent: it, or what was chosen, is sold out, or too little or too much is chosen. */
export const faultAtom = atom((get) => {
  const menu = get(menuAtom);
  const options = get(optionsAtom);
  return (item: CartItem): string | undefined => {
    if (!menu) return undefined;
    const product = menu.products.find(({ _id }) => _id === item._id);
    if (!product || product.available === false) return `${item.name} habis.`;
    const groups = options.get(item._id) ?? [];
    const fault = optionFault(groups, idsOf(item, groups));
    if (!fault) return undefined;
    if ('group' in fault) {
      const { name, max } = fault.group;
      return fault.reason === 'too_few' ? `Pilih ${name} dulu.` : `Paling banyak ${max} ${name}.`;
    }
    if (fault.reason === 'too_many_in_all') return `Paling banyak ${maxChosen} pilihan untuk ${item.name}.`;
    const known = [...(item.choices ?? []), ...groups.flatMap(({ choices }) => choices)];
    return `${known.find(({ _id }) => _id === fault.id)?.name} habis.`;
  };
});

/** Sends the draft; resolves with the order, and the draft is empty. A refusal because of prices takes the new ones over. */
export const sendDraftAtom = atom(null, async (get, set, token: string, paidWith: string | undefined) => {
  set(editDraftAtom, {});
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
