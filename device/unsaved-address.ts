/** What is stored of a new address that is not known to be in its customer's account (`unsaved-addresses.ts` saves it). */
import * as v from 'valibot';
import { NewAddress } from '#core/contract';
import { backoff } from './backoff.ts';

/** A new address that is not known to be in its customer's account. */
export const UnsavedAddress = v.object({
  id: v.string(),
  customer: v.string(),
  address: NewAddress,
  /** How often a tab has begun to send it. */
  attempts: v.number(),
  ...backoff,
  /** The shop refused it: its stable code and its own sentence. */
  refused: v.optional(v.object({ code: v.optional(v.string()), reason: v.optional(v.string()) })),
});
export type UnsavedAddress = v.InferOutput<typeof UnsavedAddress>;

/** The key of all unsaved addresses, of every customer. */
export const unsavedKeys = { 'unsaved-addresses': v.array(UnsavedAddress) };

/** Deletes this customer's unsaved addresses, in a `change`; those of others stay. */
export const withoutThoseOf = (customer: string | undefined, unsaved: UnsavedAddress[] = []) => {
  const left = unsaved.filter((one) => one.customer !== customer);
  return { 'unsaved-addresses': left.length > 0 ? left : undefined };
};
