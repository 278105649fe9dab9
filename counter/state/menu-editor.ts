/** A product or an option group of the menu while an owner edits it (decision W15). */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { isSame } from '#core/canonical';
import type { OptionGroup, Product } from '#core/contract';
import { EditedGroup, EditedProduct, type GroupEdit, MenuChanged, MenuRefused, type ProductEdit } from '#core/counter';
import { grouped } from '#core/rupiah';
import { answerOf, refusalOf } from '#device/failures';
import { randomId } from '#device/platform';
import { deleteEdited, getEdited, type MenuPart, patchAvailable, postPicture, saveEdited } from './api.ts';
import { readDraft, writeDraft } from './form-drafts.ts';
import { loadMenu } from './menu.ts';
import { shrunk } from './picture.ts';
import { sessionAtom } from './session.ts';

const Text = v.optional(v.string(), '');

/** What the fields of a product's form contain. Named as in `ProductEdit`, so that a fault finds its field. */
const ProductFields = v.object({
  name: Text,
  price: Text,
  category: Text,
  description: Text,
  /** Separated by commas. */
  tags: Text,
  image_url: Text,
  /** In the order in which they were chosen. */
  option_groups: v.optional(v.array(v.string()), []),
  /** Takes a note, without any group. */
  note: v.optional(v.boolean(), false),
});
export type ProductFields = v.InferOutput<typeof ProductFields>;

const ChoiceFields = v.object({
  /** Its `_id`, or that of its row. */
  key: v.string(),
  isNew: v.boolean(),
  name: v.string(),
  price: v.string(),
  default: v.boolean(),
});
export type ChoiceFields = v.InferOutput<typeof ChoiceFields>;

/** `one`: exactly one; `some`: from `min` to `max`; `none`: none, or up to `max`. */
const rules = ['one', 'some', 'none'] as const;

/** What the fields of a group's form contain. Named as in `GroupEdit`. */
const GroupFields = v.object({
  name: v.string(),
  rule: v.picklist(rules),
  min: v.number(),
  max: v.number(),
  choices: v.array(ChoiceFields),
});
export type GroupFields = v.InferOutput<typeof GroupFields>;

/** As the shop has it; what is new has no revision. */
export interface Known<Fields> {
  id?: string | undefined;
  revision?: number | undefined;
  /** The ids of what is sold out: the product, or choices. */
  soldOut?: string[] | undefined;
  fields: Fields;
}

export interface Draft<Fields> {
  known: Known<Fields>;
  typed: Fields;
}

/** What is particular to products, or to groups. */
export interface Kind<Fields> {
  part: MenuPart;
  Known: v.GenericSchema<unknown, Known<Fields>>;
  Draft: v.GenericSchema<unknown, Draft<Fields>>;
  empty: () => Fields;
  /** The body of the call; `isNew`: none of its ids is known. */
  edit: (fields: Fields, isNew: boolean) => ProductEdit | GroupEdit;
}

const soldOutOf = (all: readonly { _id: string; available?: boolean | undefined }[]) =>
  all.flatMap(({ _id, available }) => (available === false ? _id : []));

const draftOf = <const Fields extends v.GenericSchema>(fields: Fields) =>
  v.object({
    known: v.object({
      id: v.optional(v.string()),
      revision: v.optional(v.number()),
      soldOut: v.optional(v.array(v.string())),
      fields,
    }),
    typed: fields,
  });

export const productKind: Kind<ProductFields> = {
  part: 'products',
  Known: v.pipe(
    EditedProduct,
    v.transform(({ product, revision }) => ({
      ...{ id: product._id, revision, soldOut: soldOutOf([product]) },
      fields: fieldsOfProduct(product),
    })),
  ),
  Draft: draftOf(ProductFields),
  empty: () => v.parse(ProductFields, {}),
  edit: ({ tags, option_groups, note, ...fields }) => ({
    ...fields,
    tags: tags.split(',').flatMap((tag) => tag.trim() || []),
    ...((note || option_groups.length > 0) && { option_groups }),
  }),
};

function fieldsOfProduct({ price, tags, option_groups, ...product }: Product): ProductFields {
  const { name, category, description, image_url } = product;
  return {
    ...{ name, category, description, image_url },
    price: grouped(price),
    tags: tags.map((tag) => tag.name).join(', '),
    option_groups: option_groups ?? [],
    note: option_groups?.length === 0,
  };
}

export const newChoice = (): ChoiceFields => ({ key: randomId(), isNew: true, name: '', price: '', default: false });

export const groupKind: Kind<GroupFields> = {
  part: 'groups',
  Known: v.pipe(
    EditedGroup,
    v.transform(({ group, revision }) => ({
      ...{ id: group._id, revision, soldOut: soldOutOf(group.choices) },
      fields: fieldsOfGroup(group),
    })),
  ),
  Draft: draftOf(GroupFields),
  empty: () => ({ name: '', rule: 'one', min: 1, max: 1, choices: [{ ...newChoice(), default: true }, newChoice()] }),
  edit: ({ name, rule, min, max, choices }, isNew) => ({
    name,
    min: { one: 1, some: min, none: 0 }[rule],
    max: rule === 'one' ? 1 : max,
    choices: choices.map((choice) => ({
      ...(!isNew && !choice.isNew && { _id: choice.key }),
      name: choice.name,
      price: choice.price.trim() || 0,
      ...(rule !== 'none' && choice.default && { default: true }),
    })),
  }),
};

const fieldsOfGroup = ({ name, min, max, choices }: OptionGroup): GroupFields => ({
  name,
  rule: min === 0 ? 'none' : max === 1 ? 'one' : 'some',
  min: Math.max(1, min),
  max,
  choices: choices.map((choice) => ({
    key: choice._id,
    isNew: false,
    name: choice.name,
    price: choice.price === 0 ? '' : signed(choice.price),
    default: choice.default === true,
  })),
});

/** '+5.000', '-2.000': as an owner types a difference. */
export const signed = (price: number) => `${price < 0 ? '-' : '+'}${grouped(Math.abs(price))}`;

/** What was opened last, until the menu shows it again. */
export const lastEditedAtom = atom<{ part: MenuPart; id: string | undefined }>();

/** Whether saving it would change anything. */
export const isChanged = <Fields>({ edit }: Kind<Fields>, { known, typed }: Draft<Fields>) =>
  !isSame(edit(known.fields, false), edit(typed, false));

const draftName = (part: MenuPart, id: string | undefined) => `${part}/${id ?? ''}`;

/** Stores a draft, as long as it differs from what the shop has. */
export const storeDraft = <Fields>(kind: Kind<Fields>, id: string | undefined, draft: Draft<Fields> | undefined) =>
  writeDraft(draftName(kind.part, id), draft && isChanged(kind, draft) ? draft : undefined);

export const storedDraft = <Fields>({ part, Draft }: Kind<Fields>, id: string | undefined) =>
  readDraft(draftName(part, id), Draft);

/** Whether something was typed that is not saved. */
export const hasDraft = (part: MenuPart, id: string | undefined) =>
  readDraft(draftName(part, id), v.unknown()) !== undefined;

export const newDraft = <Fields>(known: Known<Fields>): Draft<Fields> => ({ known, typed: known.fields });

/** The same changes, made to what the shop has by now. */
export function rebased<Fields extends object>(
  { known: before, typed }: Draft<Fields>,
  known: Known<Fields>,
): Draft<Fields> {
  const mine = Object.entries(typed).filter(([name, value]) => !isSame(value, before.fields[name as keyof Fields]));
  return { known, typed: { ...known.fields, ...Object.fromEntries(mine) } };
}

/** Loads what is to be edited; null when it is not on the menu any more. Rejects as the call does. */
export const loadKnown = <Fields>({ part, Known }: Kind<Fields>, token: string, id: string) =>
  getEdited(token, part, id).then(
    (answer) => v.parse(Known, answer),
    (failure) => {
      if (refusalOf(failure)?.code === 'not_found') return null;
      throw failure;
    },
  );

/** Loads the menu after a change; that it cannot be loaded is no failure of the change. */
const lookAgain = (store: Store, token: string) => loadMenu(token, store).catch(() => undefined);

/** Saves a draft; without `id` as something new. Resolves with what the shop has now, and the menu was loaded again. */
export async function saveDraft<Fields>(
  store: Store,
  token: string,
  { part, Known, edit }: Kind<Fields>,
  { id, draft, confirmed }: { id: string | undefined; draft: Draft<Fields>; confirmed: boolean },
): Promise<Known<Fields>> {
  const { known, typed } = draft;
  const saved = await saveEdited(token, part, {
    id,
    edit: {
      ...edit(typed, id === undefined),
      revision: id === undefined ? undefined : known.revision,
      confirmed: confirmed || undefined,
    },
  });
  await lookAgain(store, token);
  return v.parse(Known, saved);
}

/** Takes something off the menu. Removed by another owner, it is removed. */
export async function remove(store: Store, token: string, part: MenuPart, { id = '', revision = 0 }: Known<unknown>) {
  await deleteEdited(token, part, id, revision).catch((failure) => {
    if (refusalOf(failure)?.code !== 'not_found') throw failure;
  });
  await lookAgain(store, token);
}

/** Puts on the menu again what was removed; a group also into the `products` that had it. */
export async function restore<Fields>(
  store: Store,
  kind: Kind<Fields>,
  known: Known<Fields>,
  products: readonly Product[],
) {
  const token = store.get(sessionAtom)?.token ?? '';
  const { id } = await saveDraft(store, token, kind, { id: undefined, draft: newDraft(known), confirmed: true });
  for (const one of known.soldOut ?? [])
    await patchAvailable(kind.part === 'products' ? 'products' : 'choices', token, one, false);
  for (const { _id, option_groups: before = [] } of products) {
    const current = await loadKnown(productKind, token, _id);
    if (!id || !current) continue;
    const others = current.fields.option_groups;
    const option_groups = [
      ...before.filter((one) => one === id || others.includes(one)),
      ...others.filter((one) => !before.includes(one)),
    ];
    const draft = { known: current, typed: { ...current.fields, option_groups } };
    await saveDraft(store, token, productKind, { id: _id, draft, confirmed: true });
  }
}

/** This browser cannot read the file as a picture. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Stores a picture at the shop; resolves with its name. Rejects with `UnreadablePicture`, or as the call does. */
export async function storePicture(token: string, file: Blob) {
  const picture = await shrunk(file);
  if (!picture) throw new UnreadablePicture();
  return (await postPicture(token, picture)).image_url;
}

/** What the shop has by now, in a refusal because it was changed meanwhile. */
export function changedIn<Fields>({ Known }: Kind<Fields>, failure: unknown): Known<Fields> | undefined {
  const known = v.safeParse(Known, answerOf(failure, MenuChanged)?.answer.error);
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
