/** What is stored of a new address that is not known to be in its customer's account (`unsaved-addresses.ts` saves it). */
import * as v from 'valibot';
import { NewAddress } from '#core/contract';
import { backoff } from './backoff.ts';

/** A new address that is not known to be in its customer's account. */
export const UnsavedAddress = v.object({
  id: v.string(),
  customer: v.string(),
  address: NewAddress,
  /** What it was before it was edited; each may have arrived. */
  former: v.optional(v.array(NewAddress)),
  /** How often a tab has begun to send it. */
  attempts: v.number(),
  ...backoff,
  /** The shop refused it: its stable code and its own sentence. */
  refused: v.optional(v.object({ code: v.optional(v.string()), reason: v.optional(v.string()) })),
});
export type UnsavedAddress = v.InferOutput<typeof UnsavedAddress>;

/** The key of all unsaved addresses, of every customer. */
export const unsavedKeys = { 'unsaved-addresses': v.array(UnsavedAddress) };

/** The entries of all other customers; undefined when there are none. */
export const withoutThoseOf = <Entry extends { customer: string }>(customer: string | undefined, all: Entry[] = []) => {
  const left = all.filter((one) => one.customer !== customer);
  return left.length > 0 ? left : undefined;
};
