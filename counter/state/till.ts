/** Taking an order at the till (decision W16). */
import { atom, type Store } from 'jotai';
import { cartTotalOf, repricedCart } from '#core/cart';
import { type CartItem, maxChosen, maxLines, maxQuantity, type Product } from '#core/contract';
import type { OrderOfKey } from '#core/counter';
import { keyOfLine, keyOfOrderItem, type LineKey } from '#core/line';
import { singleSpaced } from '#core/normalised';
import { availableIds, idsOf, joinOptions, lineOf, type OptionsByProduct, optionFault, usualIds } from '#core/options';
import { orderItems } from '#core/order';
import { callNumber } from '#core/order-steps';
import { refusalOf } from '#device/failures';
import { randomId } from '#device/platform';
import { showMessage } from '../../design/messages.tsx';
import { orderOfKey, postTillOrder } from './api.ts';
import { isSendingAtom } from './bell.ts';
import { setOrder } from './board.ts';
import { menuAtom } from './menu.ts';
import { draftAtom, editDraft, endDraft, sentOrderAtom, type TillLine } from './till-draft.ts';

/** What products can be had with, as far as the menu is loaded. */
export const optionsAtom = atom((get) => {
  const menu = get(menuAtom);
  return joinOptions(menu?.products ?? [], menu?.groups ?? []).options;
});

/** A line with its note as it is sent. */
function asOrdered({ id, note = '', ...item }: TillLine): CartItem {
  const said = singleSpaced(note);
  return { ...item, ...(said && { note: said }) };
}

/**
 * Adds one of a product's house's usual, and shows its options. Where a default is sold out, that is chosen without. Answers whether there was
 * room for it; else it is said.
 */
export function addProduct(store: Store, product: Product) {
  const groups = store.get(optionsAtom).get(product._id) ?? [];
  const item = lineOf(product, groups, { ids: availableIds(groups, usualIds(groups)) });
  const { lines } = store.get(draftAtom);
  const twin = lines.find((line) => keyOfLine(asOrdered(line)) === keyOfLine(item));
  if (twin ? twin.qty === maxQuantity : lines.length === maxLines) {
    const most = twin ? `${maxQuantity} per produk` : `${maxLines} macam produk`;
    showMessage(`Paling banyak ${most}`, { id: 'full', ms: 5_000 });
    return false;
  }
  const id = twin?.id ?? randomId();
  const withOneMore = (line: TillLine) => (line === twin ? { ...line, qty: line.qty + 1 } : line);
  editDraft(store, { lines: twin ? lines.map(withOneMore) : [...lines, { ...item, id }], opened: id });
  return true;
}

/** Gives a line another number of pieces, or other choices or another note; one without pieces goes. */
export function changeLine(store: Store, id: string, change: { qty: number } | { ids: string[] } | { note: string }) {
  const options = store.get(optionsAtom);
  function changed(line: TillLine): TillLine {
    if ('qty' in change) return { ...line, qty: Math.min(change.qty, maxQuantity) };
    const groups = options.get(line._id) ?? [];
    const { choices, note: before = '', id: _, ...product } = line;
    const { ids, note } = { ids: idsOf(line, groups), note: before, ...change };
    return { ...lineOf(product, groups, { ids, note, qty: line.qty }), id, ...(note && { note }) };
  }
  const lines = store.get(draftAtom).lines.map((line) => (line.id === id ? changed(line) : line));
  editDraft(store, { lines: lines.filter(({ qty }) => qty > 0) });
}

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

/** What of the lines is not in an order. */
function linesBeside(lines: readonly TillLine[], { order_items }: OrderOfKey, options: OptionsByProduct) {
  const had = new Map(order_items.map((item) => [keyOfOrderItem(item), item.qty]));
  return lines.flatMap((line) => {
    const [key] = orderItems([asOrdered(line)], options).map(keyOfOrderItem);
    const rest = (had.get(key as LineKey) ?? 0) - line.qty;
    had.set(key as LineKey, Math.max(rest, 0));
    return rest < 0 ? { ...line, qty: -rest } : [];
  });
}

/** Sends the draft; resolves with the order, and the draft is empty. A refusal because of prices takes the new ones over. */
export async function sendDraft(store: Store, token: string, paidWith: string | undefined) {
  const { key, lines, table, name } = store.get(draftAtom);
  store.set(isSendingAtom, true);
  try {
    const order = await postTillOrder(token, key, {
      table,
      name,
      order_items: orderItems(lines.map(asOrdered), store.get(optionsAtom)),
      subTotal: cartTotalOf(lines),
      paid_with: paidWith,
    });
    endDraft(store);
    setOrder(store, order);
    return order;
  } catch (failure) {
    const { code, quote } = refusalOf(failure) ?? {};
    if (code === 'key_reused') {
      const order = orderOfKey(failure);
      endDraft(store);
      if (order) editDraft(store, { table, name, lines: linesBeside(lines, order, store.get(optionsAtom)) });
      store.set(sentOrderAtom, { ...(order && { number: callNumber(order) }), change: 0, wasChanged: true });
    }
    // What is sold out stays, and the menu says so: a line that only disappeared would be missed.
    const priced = quote?.lines.filter(({ now }) => now !== null);
    if (priced) editDraft(store, { lines: repricedCart(lines, priced), opened: undefined });
    throw failure;
  } finally {
    store.set(isSendingAtom, false);
  }
}
