import * as v from 'valibot';
import type { Schemas, StoredValues, Values } from './stored-values.ts';

/**
 * What waits for the shop, in one list or several: the schema of each key's entries. Oldest first. Each entry is read by itself: one that this version
 * does not know stays as it is.
 */
export function pendingChanges<const Lists extends Schemas, const Others extends Schemas = Record<never, never>>(
  { read, change }: Pick<StoredValues, 'read' | 'change'>,
  lists: Lists,
  others?: Others,
) {
  type Change = v.InferOutput<Lists[keyof Lists]>;
  const all = Object.entries(lists);
  const stored: Schemas = Object.fromEntries(all.map(([key]) => [key, v.array(v.unknown())]));
  const parts = (values: Record<string, unknown>) =>
    all.map(([key, schema]) => {
      const entries = (values[key] ?? []) as unknown[];
      const known = entries.flatMap((entry) => {
        const checked = v.safeParse(schema, entry);
        return checked.success ? [checked.output as Change] : [];
      });
      return { key, schema, known, unknown: entries.filter((entry) => !v.is(schema, entry)) };
    });
  return {
    read: async (): Promise<Change[]> => parts(await read(stored)).flatMap(({ known }) => known),
    /** In one transaction with the `others`. What `by` leaves out, and a list with the same entries, stays. */
    edit: (by: (changes: Change[], others: Values<Others>) => { changes?: Change[] } & Partial<Values<Others>>) =>
      change({ ...stored, ...others }, (values) => {
        const before = parts(values);
        const known = before.flatMap((one) => one.known);
        const { changes = known, ...rest } = by(known, values as Values<Others>);
        const edited = before.flatMap(({ key, schema, known, unknown }) => {
          const after = changes.filter((one) => v.is(schema, one));
          const isSame = after.length === known.length && after.every((one, at) => one === known[at]);
          return isSame ? [] : [[key, [...unknown, ...after]]];
        });
        return { ...rest, ...Object.fromEntries(edited) };
      }),
  };
}
