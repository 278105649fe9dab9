/** A line of a cart: a product as the customer wants it (decision M3). */
import type { CartItem } from './contract.ts';

declare const lineKey: unique symbol;

export type LineKey = string & { readonly [lineKey]: never };

/** Neither field for the house's usual. */
export type Chosen = { choices?: readonly { _id: string }[] | undefined; note?: string | undefined };

const keyOf = (product: string, { choices, note }: Chosen) =>
  (choices || note ? JSON.stringify([product, choices?.map(({ _id }) => _id).sort(), note]) : product) as LineKey;

/** The product's `_id` for the house's usual, as earlier builds have stored it. */
export const keyOfLine = ({ _id, ...chosen }: { _id: string } & Chosen) => keyOf(_id, chosen);

export const keyOfOrderItem = ({ product, ...chosen }: { product: string } & Chosen) => keyOf(product, chosen);

export const unitPriceOf = ({ price, choices = [] }: Pick<CartItem, 'price' | 'choices'>) =>
  choices.reduce((sum, choice) => sum + choice.price, price);

/** 'susu oat', but 'XL'. */
export const inSentence = (name: string) => name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

type Named = { name: string; choices?: readonly { name: string }[] | undefined };

/** 'Kopi Susu (Besar, susu oat)'. */
export const wholeNameOf = ({ name, choices }: Named) =>
  choices?.length
    ? `${name} (${choices.map((choice, at) => (at ? inSentence(choice.name) : choice.name)).join(', ')})`
    : name;

/** At most 200 characters, as an order and the counter have it. */
export function cutNameOf(line: Named) {
  const whole = wholeNameOf(line);
  return whole.length > 200 ? `${whole.slice(0, 199).replace(/[\ud800-\udbff]$/, '')}…` : whole;
}

/** Of an order's line, whose `name` may be cut. Without choices, at another host or as the house's usual, it is `name` (decision M4). */
export const orderedNameOf = ({ name, base, choices }: Named & { base?: string | undefined }) =>
  base && choices?.length && base !== name ? wholeNameOf({ name: base, choices }) : name;
