import * as v from 'valibot';
import { SavedAddress } from '#core/contract';
import { PlacedOrder } from '#core/order-contract';

export const storedList = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({
    customer: v.string(),
    asOf: v.number(),
    items: v.array(item),
    /** If more exist than are stored. */
    count: v.optional(v.number()),
  });

export const listKeys = { 'own-orders': storedList(PlacedOrder), 'own-addresses': storedList(SavedAddress) };

export const noLists = { 'own-orders': undefined, 'own-addresses': undefined };
