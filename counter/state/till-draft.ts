/** An order that is being taken at the till (decision W16): stored on this device until the shop has it. */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { CartItem, Choice, maxLines } from '#core/contract';
import { randomId } from '#device/platform';
import { read, write } from './device.ts';

const Line = v.object({
  ...CartItem.entries,
  id: v.optional(v.string(), randomId),
  /** Also more than can be ordered: the till says so. */
  choices: v.optional(v.array(v.pick(Choice, ['_id', 'name', 'price']))),
  /** As it stands in its field. */
  note: v.optional(v.string()),
});
export type TillLine = v.InferOutput<typeof Line>;

const Stored = v.object({
  /** The `Idempotency-Key`: pressed twice, or sent again after a lost answer or a reload, it is one order. */
  key: v.string(),
  lines: v.pipe(v.array(Line), v.maxLength(maxLines)),
  /** Undefined: to be taken away. */
  table: v.optional(v.string()),
  name: v.string(),
});

interface TillDraft extends v.InferOutput<typeof Stored> {
  /** The id of the line whose options are shown. */
  opened?: string | undefined;
}

const key = 'draft';
const begunAtom = atom<TillDraft>();

export const draftAtom = atom((get): TillDraft => get(begunAtom) ?? { key: randomId(), lines: [], name: '' });

/**
 * The order that was sent last, and the change to give back: shown until the next one is begun. `wasChanged`: it had arrived before that, and
 * its answer was lost; what it lacks is the draft. An earlier server does not say its number.
 */
export const sentOrderAtom = atom<{ number?: string; change: number; wasChanged?: boolean }>();

/** Changes the draft. One without lines is none any more: the next guest has another key, also where the answer to this order was lost, which the board shows then. */
export function editDraft(store: Store, change: Partial<TillDraft>) {
  const draft = { ...store.get(draftAtom), ...change };
  if (draft.lines.length === 0) return endDraft(store);
  store.set(sentOrderAtom, undefined);
  store.set(begunAtom, draft);
  void write(key, { ...draft, opened: undefined });
}

/** Forgets the draft: the shop has it, nothing is in it, or its member of staff has signed out. */
export function endDraft(store: Store) {
  store.set(sentOrderAtom, undefined);
  store.set(begunAtom, undefined);
  void write(key, undefined);
}

/** Takes the stored draft over, if none was begun meanwhile. */
export async function readTillDraft(store: Store) {
  const draft = await read(key, Stored);
  if (draft && !store.get(begunAtom)) store.set(begunAtom, draft);
}
