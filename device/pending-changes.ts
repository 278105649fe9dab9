import * as v from 'valibot';
import type { StoredValues } from './stored-values.ts';

/** Oldest first. Each entry is read by itself: one that this version does not know stays as it is. */
export function pendingChanges<const Schema extends v.GenericSchema>(
  { read, change }: Pick<StoredValues, 'read' | 'change'>,
  key: string,
  schema: Schema,
) {
  type Change = v.InferOutput<Schema>;
  const List = { [key]: v.array(v.unknown()) };
  const known = (entries: unknown[] = []): Change[] =>
    entries.flatMap((entry) => {
      const checked = v.safeParse(schema, entry);
      return checked.success ? [checked.output] : [];
    });
  return {
    read: async () => known((await read(List))[key]),
    /** In one transaction; the same list changes nothing. */
    edit: (by: (changes: Change[]) => Change[]): Promise<unknown> =>
      change(List, ({ [key]: entries = [] }) => {
        const before = known(entries);
        const after = by(before);
        if (after === before) return {};
        return { [key]: [...entries.filter((entry) => !v.is(schema, entry)), ...after] };
      }),
  };
}
