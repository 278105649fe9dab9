/** Each value is checked against its schema (decisions S1 and S2). A change, wherever it was made, can only make its listeners read the values again. */
import * as v from 'valibot';
import type { Disk, Transaction } from './disk.ts';
import { channelNamed } from './platform.ts';

export type Schemas = Record<string, v.GenericSchema>;
export type Values<Keys extends Schemas> = { [Key in keyof Keys]: v.InferOutput<Keys[Key]> | undefined };

export interface Among<Schema extends v.GenericSchema> {
  prefix: string;
  schema: Schema;
}

export interface StoredValues {
  /** A value that is absent or does not fit is undefined. */
  read: <Keys extends Schemas>(schemas: Keys) => Promise<Values<Keys>>;
  readAll: <Schema extends v.GenericSchema>(among: Among<Schema>) => Promise<v.InferOutput<Schema>[]>;
  /**
   * One strict transaction: two tabs never overwrite each other. A key that `decide` leaves out stays; undefined deletes it. `decide` must be
   * synchronous, and may be called again after its work was undone. Resolves when the values are on the disk and this page's listeners have read them.
   */
  change: <Keys extends Schemas, Schema extends v.GenericSchema = v.GenericSchema<never>>(
    schemas: Keys,
    decide: (values: Values<Keys>, items: v.InferOutput<Schema>[]) => Partial<Values<Keys>>,
    among?: Among<Schema>,
  ) => Promise<Values<Keys>>;
  /** `isHere`: this page wrote it, not another tab or the worker. */
  onChange: (listener: Listener) => () => void;
}

type Listener = (keys: string[], isHere: boolean) => Promise<void> | void;

const Message = v.object({ changed: v.array(v.string()) });

/** `withRoom`: how a write finds room on a full device. */
export function storedValuesOn(
  { inTransaction }: Disk,
  channelName: string,
  withRoom = <T>(write: () => Promise<T>): Promise<T> => write(),
): StoredValues {
  let channel: BroadcastChannel | undefined;
  function tabs() {
    channel ??= channelNamed(channelName);
    return channel;
  }
  const listeners = new Set<Listener>();

  return {
    read: (schemas) => inTransaction('readonly', async (transaction) => (await fitting(transaction, schemas)).values),
    readAll: (among) => inTransaction('readonly', (transaction) => all(transaction, among)),
    async change(schemas, decide, among) {
      const { values, next } = await withRoom(() =>
        inTransaction('readwrite', async (transaction) => {
          const [{ values, misfits }, items] = await Promise.all([
            fitting(transaction, schemas),
            among ? all(transaction, among) : [],
          ]);
          const next = decide(values, items);
          for (const [key, value] of Object.entries(next)) {
            // A value that does not fit is set aside before it is overwritten (decision S2), but not when it is deleted.
            if (misfits.has(key) && value !== undefined) transaction.put(`set-aside:${key}`, misfits.get(key));
            transaction.put(key, value);
          }
          return { values, next };
        }),
      );
      const changed = Object.keys(next);
      if (changed.length > 0) {
        tabs()?.postMessage({ changed });
        await Promise.allSettled([...listeners].map(async (listener) => listener(changed, true)));
      }
      return { ...values, ...next };
    },
    onChange(listener) {
      const onMessage = ({ data }: MessageEvent) => {
        const message = v.safeParse(Message, data);
        if (message.success) void listener(message.output.changed, false);
      };
      listeners.add(listener);
      tabs()?.addEventListener('message', onMessage);
      return () => {
        listeners.delete(listener);
        tabs()?.removeEventListener('message', onMessage);
      };
    },
  };
}

async function all<Schema extends v.GenericSchema>(transaction: Transaction, { prefix, schema }: Among<Schema>) {
  return (await transaction.all(prefix)).flatMap((value) => {
    const checked = v.safeParse(schema, value);
    if (!checked.success) console.warn(`'${prefix}' does not fit`, checked.issues);
    return checked.success ? [checked.output] : [];
  });
}

async function fitting<Keys extends Schemas>(transaction: Transaction, schemas: Keys) {
  const misfits = new Map<string, unknown>();
  const stored = await transaction.getMany(Object.keys(schemas));
  const entries = Object.entries(schemas).map(([key, schema], at) => {
    const value = stored[at];
    const checked = v.safeParse(v.optional(schema), value);
    if (checked.success) return [key, checked.output];
    misfits.set(key, value);
    console.warn(`'${key}' does not fit`, checked.issues);
    return [key, undefined];
  });
  return { values: Object.fromEntries(entries) as Values<Keys>, misfits };
}
