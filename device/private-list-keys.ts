/** Where a customer's own lists are stored (`private-lists.ts` reads and writes them). */
import * as v from 'valibot';
import { SavedAddress } from '#core/contract';
import { PlacedOrder } from '#core/order-contract';

/** A list of one customer. */
export const storedList = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({
    customer: v.string(),
    asOf: v.number(),
    items: v.array(item),
    /** How many exist in all, if that is more than are stored. */
    count: v.optional(v.number()),
  });

/** The keys of both lists; each holds one customer's. */
export const listKeys = { 'own-orders': storedList(PlacedOrder), 'own-addresses': storedList(SavedAddress) };

/** Deletes both lists, in a `change`. */
export const noLists = { 'own-orders': undefined, 'own-addresses': undefined };
