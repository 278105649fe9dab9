/** A product or an option group of the menu while an owner edits it (decision W15). */
import { atom } from 'jotai';
import * as v from 'valibot';
import { isSame } from '#core/canonical';
import { Edited, GroupEdit, MenuChanged, MenuRefused, ProductEdit } from '#core/counter';
import { grouped } from '#core/rupiah';
import { answerOf, refusalOf } from '#device/failures';
import { randomId } from '#device/platform';
import { deleteEdited, type Editing, getEdited, saveEdited } from './api.ts';
import { readDraft, writeDraft } from './form-drafts.ts';

/** What the fields of a product's form contain: the call's body, but its tags and whether it takes a note as one types and ticks them. */
const ProductFields = v.object({
  ...ProductEdit.entries,
  /** Separated by commas. */
  tags: v.string(),
  /** In the order in which they were chosen. */
  option_groups: v.array(v.string()),
  /** Takes a note, without any group. */
  note: v.boolean(),
});
export type ProductFields = v.InferOutput<typeof ProductFields>;

/** The same of a group. A new choice has an `_id` that only the form knows. */
const GroupFields = v.object({
  ...GroupEdit.entries,
  choices: v.array(v.required(GroupEdit.entries.choices.item, ['_id'])),
  /** `one`: exactly one; `some`: from `min` to `max`; `none`: none, or up to `max`. */
  rule: v.picklist(['one', 'some', 'none']),
});
export type GroupFields = v.InferOutput<typeof GroupFields>;

type Fields = ProductFields | GroupFields;

/** `known`: as the shop has it, if it is not new. */
const Draft = v.object({ known: v.optional(Edited), typed: v.union([ProductFields, GroupFields]) });
export type Draft = v.InferOutput<typeof Draft>;

const newFields: Record<Editing['part'], Fields> = {
  products: {
    ...{ name: '', price: '', category: '', description: '', tags: '', image_url: '' },
    ...{ option_groups: [], note: false },
  },
  groups: {
    ...{ name: '', rule: 'one', min: 1, max: 1 },
    choices: [
      { _id: 'first', name: '', price: '', default: true },
      { _id: 'second', name: '', price: '', default: false },
    ],
  },
};

export const newChoice = () => ({ _id: randomId(), name: '', price: '' });

export const entryOf = (known: Edited) => ('product' in known ? known.product : known.group);

function fieldsOf(known: Edited): Fields {
  if ('product' in known) {
    const { price, tags, option_groups = [], ...product } = known.product;
    return v.parse(ProductFields, {
      ...{ ...product, price: grouped(price), option_groups, revision: known.revision },
      tags: tags.map(({ name }) => name).join(', '),
      note: known.product.option_groups?.length === 0,
    });
  }
  const { min, max, choices, ...group } = known.group;
  return v.parse(GroupFields, {
    ...{ ...group, min: Math.max(1, min), max, revision: known.revision },
    rule: min === 0 ? 'none' : max === 1 ? 'one' : 'some',
    choices: choices.map(({ price, default: isDefault = false, ...choice }) => ({
      ...{ ...choice, price: price === 0 ? '' : signed(price), default: isDefault },
    })),
  });
}

/** '+5.000', '-2.000': as an owner types a difference. */
export const signed = (price: number) => `${price < 0 ? '-' : '+'}${grouped(Math.abs(price))}`;

/** The body of the call. */
function editOf(fields: Fields): ProductEdit | GroupEdit {
  if ('rule' in fields) {
    const { rule, ...edit } = fields;
    return {
      ...edit,
      min: { one: 1, some: edit.min, none: 0 }[rule],
      max: rule === 'one' ? 1 : edit.max,
      choices: rule === 'none' ? edit.choices.map((choice) => ({ ...choice, default: false })) : edit.choices,
    };
  }
  const { note, option_groups, ...edit } = fields;
  return {
    ...edit,
    tags: edit.tags.split(',').flatMap((tag) => tag.trim() || []),
    ...((note || option_groups.length > 0) && { option_groups }),
  };
}

/** What was opened last, until the menu shows it again. */
export const lastEditedAtom = atom<Editing>();

export const newDraft = (part: Editing['part']): Draft => ({ typed: newFields[part] });

export const draftOf = (known: Edited): Draft => ({ known, typed: fieldsOf(known) });

/** The draft before anything was typed. */
export const untouched = ({ known, typed }: Draft): Draft =>
  known ? draftOf(known) : newDraft('rule' in typed ? 'groups' : 'products');

/** Whether saving it would change anything. */
export const isChanged = (draft: Draft) => !isSame(editOf(untouched(draft).typed), editOf(draft.typed));

const draftName = ({ part, id = '' }: Editing) => `${part}/${id}`;

/** Stores a draft, as long as it differs from what the shop has. */
export const storeDraft = (editing: Editing, draft: Draft | undefined) =>
  writeDraft(draftName(editing), draft && isChanged(draft) ? draft : undefined);

export const storedDraft = (editing: Editing): Draft | undefined => readDraft(draftName(editing), Draft);

/** Whether something was typed that is not saved. */
export const hasDraft = (editing: Editing) => readDraft(draftName(editing), v.unknown()) !== undefined;

/** The same changes, made to what the shop has by now. */
export function rebased(draft: Draft, known: Edited): Draft {
  const before = untouched(draft).typed;
  const mine = Object.entries(draft.typed).filter(([name, value]) => !isSame(value, valueAt(before, name)));
  return { known, typed: { ...fieldsOf(known), ...Object.fromEntries(mine) } };
}

/** Loads what is to be edited; null when it is not on the menu any more. Rejects as the call does. */
export const loadEdited = (token: string, editing: Editing) =>
  getEdited(token, editing).catch((failure) => {
    if (refusalOf(failure)?.code === 'not_found') return null;
    throw failure;
  });

/** Saves what was typed. Resolves with what the shop has now. */
export const save = (token: string, editing: Editing, { typed }: Draft, confirmed: boolean) =>
  saveEdited(token, editing, { ...editOf(typed), confirmed });

/** Takes something off the menu, and resolves with what it was. Removed by another owner, it is removed. */
export async function remove(token: string, editing: Editing, known: Edited) {
  await deleteEdited(token, editing, known.revision).catch((failure) => {
    if (refusalOf(failure)?.code !== 'not_found') throw failure;
  });
  return known;
}

/** What the shop has by now, in a refusal because it was changed meanwhile. */
export function changedIn(failure: unknown): Edited | undefined {
  const known = v.safeParse(Edited, answerOf(failure, MenuChanged)?.answer.error);
  return known.success ? known.output : undefined;
}

/** Why it was refused: the faults, and what looks wrong. */
export function refusedIn(failure: unknown): Pick<MenuRefused['error'], 'faults' | 'questions'> {
  const { faults, questions } = answerOf(failure, MenuRefused)?.answer.error ?? { faults: [], questions: [] };
  // The shop's words follow a field's name in an import: 'belum diisi.'
  const said = <Note extends { message: string }>(note: Note) => ({ ...note, message: capitalised(note.message) });
  return { faults: faults.map(said), questions: questions.map(said) };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const pathOf = (field: string) => field.split(/[[\].]+/).filter(Boolean);

type Node = Record<string, unknown>;

/** What a field contains, as `choices[2].price`; undefined for one that is not in the form. */
export const valueAt = (fields: unknown, field: string) =>
  pathOf(field).reduce<unknown>((node, name) => (node as Node | undefined)?.[name], fields);

/** The fields with another value in one of them. */
export function withValueAt<Fields>(fields: Fields, field: string, value: unknown): Fields {
  const changed = structuredClone(fields);
  const path = pathOf(field);
  const last = path.pop() ?? '';
  (path.reduce((node, name) => node[name] as Node, changed as Node) as Node)[last] = value;
  return changed;
}
