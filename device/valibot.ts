/**
 * As much of valibot as the contract and the device ask for, in a third of the bytes: page and worker are built with it
 * (performance P2, P10). What fits, what it is read as, and which field does not fit are the library's answers
 * (`tests/core/small-valibot.test.ts`); its types are the library's own. Marked like the library's are those that a
 * schema of the server's begins with, so that a build leaves such a schema out.
 */

/**
 * What does not fit, and where. Returned rather than thrown, because a union meets one for every product of a long
 * menu.
 */
class Misfit {
  readonly message: string;
  readonly path: string[];
  constructor(message: string, path: string[] = []) {
    this.message = message;
    this.path = path;
  }
}

/** Reads a value as what the schema says, or gives the `Misfit` that it is. */
interface Schema {
  read: (value: unknown) => unknown;
  /** What may be absent, and what it is then. */
  type?: 'optional';
  default?: unknown;
  entries?: Entries;
}

type Action = Schema['read'];
type Entries = Record<string, Schema>;

class ValiError extends Error {
  override name = 'ValiError';
  readonly issues: [Misfit];
  constructor(misfit: Misfit) {
    super(misfit.message);
    this.issues = [misfit];
  }
}

const fitting =
  (what: string, fits: (value: never) => boolean): Action =>
  (value) =>
    fits(value as never) ? value : new Misfit(`Invalid ${what}`);

const schema = (what: string, fits: (value: unknown) => boolean) => (): Schema => ({ read: fitting(what, fits) });

/** Reads a part, and says where it lies when it does not fit. */
function part({ read }: Schema, value: unknown, key: string): unknown {
  const held = read(value);
  if (held instanceof Misfit) held.path.unshift(key);
  return held;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readObject(value: unknown, entries: Entries, read: Record<string, unknown>) {
  if (!isObject(value)) return new Misfit('Invalid object');
  for (const [key, entry] of Object.entries(entries)) {
    if (!(key in value) && entry.default === undefined) {
      if (!entry.type) return new Misfit('Missing key', [key]);
      continue;
    }
    const held = part(entry, key in value ? value[key] : entry.default, key);
    if (held instanceof Misfit) return held;
    read[key] = held;
  }
  return read;
}

/** The entries of an object, except those that would reach its prototype. */
const ownEntries = (value: object) =>
  Object.entries(value).filter(([key]) => !['__proto__', 'prototype', 'constructor'].includes(key));

/** All of them, or the first that does not fit. */
const allOf = (held: unknown[]) => held.find((one) => one instanceof Misfit) ?? held;

export const unknown = (): Schema => ({ read: (value) => value });
export const string = schema('string', (value) => typeof value === 'string');
export const number = schema('number', (value) => typeof value === 'number' && !Number.isNaN(value));
export const boolean = schema('boolean', (value) => typeof value === 'boolean');
export const picklist = (options: readonly unknown[]) => schema('choice', (value) => options.includes(value))();
export const literal = (one: unknown) => picklist([one]);
export const object = (entries: Entries): Schema => ({ entries, read: (value) => readObject(value, entries, {}) });
export const looseObject = (entries: Entries): Schema => ({
  read: (value) => readObject(value, entries, Object.fromEntries(isObject(value) ? ownEntries(value) : [])),
});
export const array = (item: Schema): Schema => ({
  read: (value) =>
    Array.isArray(value) ? allOf(value.map((one, at) => part(item, one, `${at}`))) : new Misfit('Invalid array'),
});
export const record = (name: Schema, item: Schema): Schema => ({
  read: (value) => {
    if (!isObject(value)) return new Misfit('Invalid object');
    const entries = ownEntries(value).map(([key, held]) => allOf([part(name, key, key), part(item, held, key)]));
    const read = allOf(entries);
    return read instanceof Misfit ? read : Object.fromEntries(read as [string, unknown][]);
  },
});
export const nullable = ({ read }: Schema): Schema => ({ read: (value) => (value === null ? value : read(value)) });
// @__NO_SIDE_EFFECTS__
export const optional = ({ read }: Schema, absent?: unknown): Schema => ({
  type: 'optional',
  default: absent,
  read: (value = absent) => (value === undefined ? value : read(value)),
});
export const fallback = (schema: Schema, otherwise: unknown): Schema => ({
  ...schema,
  read: (value) => {
    const held = schema.read(value);
    return held instanceof Misfit ? otherwise : held;
  },
});
export const union = (options: Schema[]): Schema => ({
  read: (value) => {
    for (const { read } of options) {
      const held = read(value);
      if (!(held instanceof Misfit)) return held;
    }
    return new Misfit('Invalid choice');
  },
});
// @__NO_SIDE_EFFECTS__
export const pipe = (first: Schema, ...actions: (Action | Schema)[]): Schema => ({
  ...first,
  read: (value) => {
    let held = first.read(value);
    for (const action of actions) {
      if (held instanceof Misfit) break;
      held = typeof action === 'function' ? action(held) : action.read(held);
    }
    return held;
  },
});

export const check = (is: (value: never) => boolean) => fitting('input', is);
export const integer = () => fitting('integer', Number.isInteger);
export const minLength = (least: number) => fitting('length', (value: string) => value.length >= least);
// @__NO_SIDE_EFFECTS__
export const maxLength = (most: number) => fitting('length', (value: string) => value.length <= most);
export const minValue = (least: number) => fitting('value', (value: number) => value >= least);
export const maxValue = (most: number) => fitting('value', (value: number) => value <= most);
export const regex = (pattern: RegExp) => fitting('format', (value: string) => pattern.test(value));
export const url = () => fitting('URL', isUrl);
export const transform = (change: Action) => change;

export function parse({ read }: Schema, value: unknown) {
  const held = read(value);
  if (held instanceof Misfit) throw new ValiError(held);
  return held;
}

export function safeParse({ read }: Schema, value: unknown) {
  const held = read(value);
  return held instanceof Misfit ? { success: false, issues: [held] } : { success: true, output: held };
}

export const is = ({ read }: Schema, value: unknown) => !(read(value) instanceof Misfit);

export const getDotPath = ({ path }: Misfit) => (path.length > 0 ? path.join('.') : null);

// Not `URL.canParse`, which Safari 16 does not know.
function isUrl(value: string) {
  try {
    return Boolean(new URL(value));
  } catch {
    return false;
  }
}
