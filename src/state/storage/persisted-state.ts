/**
 * The keys of the device's memory that the page mirrors, with their schemas.
 */
import * as v from 'valibot';
import { Address, Cart, Product, Session } from '#core/contract';
import { fallBackTo } from '#device/disk';
import { inPageMemory } from '#device/page-memory';
import { Drafts } from '#device/session';
import { change, read } from '#device/store';

// Here and not in `store.ts`, which the worker uses as well.
fallBackTo(inPageMemory);

const schemas = {
  auth: Session,
  cart: Cart,
  counter: v.number(),
  address: Address,
  handover: v.object({
    handover: v.string(),
    table: v.string(),
    asksTable: v.optional(v.boolean(), false),
    chosenAt: v.number(),
    /** The entries of the browser's history whose addresses have chosen something already, the latest last. */
    entries: v.optional(v.array(v.string()), []),
  }),
  /** The way to pay that was chosen, as `methodKey` names it. */
  method: v.string(),
  drafts: Drafts,
  /** What a visitor wanted; null once that was answered. */
  wanted: v.object({ product: v.nullable(Product), wantedAt: v.number() }),
  'install-offer': v.object({ answeredAt: v.number() }),
};

export type PersistedState = { [Key in keyof typeof schemas]: v.InferOutput<(typeof schemas)[Key]> };

/** Everything that is stored; what is absent or does not fit is undefined. Rejects with `StorageFailed`. */
export const readPersisted = () => read(schemas) as Promise<Partial<PersistedState>>;

/** Writes what a key holds from now on, given what it held. Rejects with `StorageFailed` when nothing was written. */
export async function persist<Key extends keyof PersistedState>(
  key: Key,
  decide: (held: PersistedState[Key] | undefined) => PersistedState[Key],
) {
  await change({ [key]: schemas[key] }, (held) => ({ [key]: decide(held[key] as PersistedState[Key] | undefined) }));
}
