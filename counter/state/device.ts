/**
 * What the counter stores on its device, in an IndexedDB database of its own. Where a browser refuses that, nothing survives a reload, the
 * board works all the same, and says so.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import * as v from 'valibot';
import { openDisk } from '#device/disk';
import { EndedSessions, endStoredSessions } from '#device/ended-sessions';
import { pendingChanges } from '#device/pending-changes';
import { storedValuesOn } from '#device/stored-values';

const disk = openDisk('kedai-counter');
const values = storedValuesOn(disk, 'kedai-counter');

/** Every key, and the copies of values that did not fit (decision S2). */
const keys = ['session', 'left', 'board', 'changes', 'sound', 'draft', 'menu', 'takings'].flatMap((key) => [
  key,
  `set-aside:${key}`,
]);

const isStoringAtom = atom(true);
/** Jotai's default store, because the caller may be no component. */
const store = getDefaultStore();

/** Whether what is pressed here survives a reload. */
export const useIsStoring = () => useAtomValue(isStoringAtom, { store });

/** Notes whether this device stores anything; never rejects. */
async function noted<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    const result = await work;
    store.set(isStoringAtom, !disk.isInMemory());
    return result;
  } catch (failure) {
    console.warn('This device stores nothing', failure);
    store.set(isStoringAtom, false);
    return undefined;
  }
}

/** The value under `key`; undefined when there is none, or when it does not fit the schema. */
export const read = async <const Schema extends v.GenericSchema>(key: string, schema: Schema) =>
  (await noted(values.read({ [key]: schema })))?.[key] as v.InferOutput<Schema> | undefined;

/** Resolves when the value is stored, or cannot be. */
export const write = (key: string, value: unknown): Promise<unknown> =>
  noted(values.change({ [key]: v.unknown() }, () => ({ [key]: value })));

/** The list of changes under `key`; its calls do not reject. */
export function changesIn<const Schema extends v.GenericSchema>(key: string, schema: Schema) {
  const pending = pendingChanges(values, { [key]: schema });
  return {
    read: async () => (await noted(pending.read())) ?? [],
    edit: (by: (changes: v.InferOutput<Schema>[]) => v.InferOutput<Schema>[]) =>
      noted(pending.edit((changes) => ({ changes: by(changes) }))),
  };
}

/** Removes everything but `left`, the tokens of sessions that the shop still has to end; `token` is added to them. */
export const clearDevice = (token?: string): Promise<unknown> =>
  noted(
    values.change({ left: EndedSessions }, ({ left = [] }) => ({
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
      left: token ? [...left, token] : left,
    })),
  );

/** Notes a session that the shop still has to end. */
export const noteLeft = (token: string): Promise<unknown> =>
  noted(values.change({ left: EndedSessions }, ({ left = [] }) => ({ left: [...left, token] })));

/** Ends the sessions that were left on this device; `end` resolves with whether the shop has confirmed it. */
export const endLeft = (end: (token: string) => Promise<boolean>) =>
  endStoredSessions(values, { key: 'left', lock: 'kedai-counter-logout', end });

/** Calls `listener` whenever the database was opened again: the browser may have deleted what was in it. */
export const { onReopened } = disk;
