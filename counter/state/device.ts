/**
 * What the counter stores on its device, in an IndexedDB database of its own. Where a browser refuses that, nothing survives a reload, and
 * the board works all the same.
 */
import { clear, createStore, get, set, update } from 'idb-keyval';
import * as v from 'valibot';

const store = createStore('kedai-counter', 'keyval');

/** How long to wait for the database, in ms: some browsers never answer. */
const timeout = 3_000;

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The device did not answer')), timeout);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const warn = (failure: unknown) => console.warn('This device stores nothing', failure);

/** The value under `key`; undefined when there is none, or when it does not fit the schema. */
export async function read<const Schema extends v.GenericSchema>(key: string, schema: Schema) {
  const value = await inTime(get<unknown>(key, store)).catch(warn);
  const known = v.safeParse(schema, value);
  return known.success ? known.output : undefined;
}

/** Resolves when the value is stored, or cannot be. */
export const write = (key: string, value: unknown): Promise<void> => inTime(set(key, value, store)).catch(warn);

/** Changes the value under `key` in one transaction; resolves as `write` does. */
export const change = (key: string, by: (value: unknown) => unknown): Promise<void> =>
  inTime(update<unknown>(key, by, store)).catch(warn);

/** Removes everything. */
export const clearDevice = (): Promise<void> => inTime(clear(store)).catch(warn);
