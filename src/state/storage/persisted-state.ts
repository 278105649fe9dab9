/** The device's stored keys that the page shows, with their schemas. */
import * as v from 'valibot';
import { Address, Cart, CartItem, Product, Session } from '#core/contract';
import { change, read } from '#device/store';
import { OrderedCart } from '#device/stored-cart';

/** With what was chosen of it, as a line of a cart. */
const { qty, choices, note } = CartItem.entries;
const WantedProduct = v.object({ ...Product.entries, qty: v.optional(qty), choices, note });

const schemas = {
  auth: Session,
  cart: Cart,
  counter: v.number(),
  ordered: OrderedCart,
  address: Address,
  handover: v.object({
    handover: v.string(),
    table: v.string(),
    asksTable: v.optional(v.boolean(), false),
    /** The time of opening that an order in the store was agreed to begin at ('07.00'). */
    agreedStart: v.optional(v.string(), ''),
    chosenAt: v.number(),
    /** The entries of the browser's history whose URLs were applied already, the latest last. */
    entries: v.optional(v.array(v.string()), []),
  }),
  /** The chosen payment method, by its `methodKey`. */
  method: v.string(),
  /** Text that was typed into a form and not sent yet, by form and field; never a password (decision F8). */
  drafts: v.record(v.string(), v.record(v.string(), v.string())),
  /** The product that a visitor wanted; null once it is in the cart or not wanted any more. */
  wanted: v.object({ product: v.nullable(WantedProduct), wantedAt: v.number() }),
  /** The numbers of ended orders that the customer has closed, the latest last. */
  closed: v.array(v.string()),
  'install-offer': v.object({ answeredAt: v.number() }),
};

export type PersistedState = { [Key in keyof typeof schemas]: v.InferOutput<(typeof schemas)[Key]> };

/** All stored values; one that is absent or does not fit is undefined. Rejects with `StorageFailed`. */
export const readPersisted = () => read(schemas) as Promise<Partial<PersistedState>>;

/** Replaces the value of a key by the result of `decide`. Rejects with `StorageFailed` when nothing was written. */
export const persist = <Key extends keyof PersistedState>(
  key: Key,
  decide: (stored: PersistedState[Key] | undefined) => PersistedState[Key],
) =>
  change({ [key]: schemas[key] }, (stored) => ({
    [key]: decide(stored[key] as PersistedState[Key] | undefined),
  }));
