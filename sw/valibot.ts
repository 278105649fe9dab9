/**
 * As much of valibot as the contract and the device ask for, in a third of the bytes: the worker is one file, read anew at
 * every start (performance P10). What fits, what it is read as, and which field does not fit are the library's answers
 * (`tests/core/small-valibot.test.ts`); its types are the library's own.
 */
interface Issue {
  message: string;
  path: string[];
}

/** Reads a value as what the schema says; throws `ValiError` when it does not fit. */
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
  readonly issues: [Issue];
  constructor(message: string, path: string[] = []) {
    super(message);
    this.issues = [{ message, path }];
  }
}

const fitting =
  (what: string, fits: (value: never) => boolean): Action =>
  (value) => {
    if (!fits(value as never)) throw new ValiError(`Invalid ${what}`);
    return value;
  };

const schema = (what: string, fits: (value: unknown) => boolean) => (): Schema => ({ read: fitting(what, fits) });

/** Reads a part, and says where it lies when it does not fit. */
function part({ read }: Schema, value: unknown, key: string | number): unknown {
  try {
    return read(value);
  } catch (failure) {
    if (failure instanceof ValiError) failure.issues[0].path.unshift(`${key}`);
    throw failure;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readObject(value: unknown, entries: Entries, read: Record<string, unknown>) {
  if (!isObject(value)) throw new ValiError('Invalid object');
  for (const [key, entry] of Object.entries(entries)) {
    if (key in value) read[key] = part(entry, value[key], key);
    else if (entry.default !== undefined) read[key] = part(entry, entry.default, key);
    else if (!entry.type) throw new ValiError('Missing key', [key]);
  }
  return read;
}

const entriesOf = (value: unknown) => {
  if (!isObject(value)) throw new ValiError('Invalid object');
  return Object.entries(value).filter(([key]) => !['__proto__', 'prototype', 'constructor'].includes(key));
};

export const unknown = (): Schema => ({ read: (value) => value });
export const string = schema('string', (value) => typeof value === 'string');
export const number = schema('number', (value) => typeof value === 'number' && !Number.isNaN(value));
export const boolean = schema('boolean', (value) => typeof value === 'boolean');
export const picklist = (options: readonly unknown[]) => schema('choice', (value) => options.includes(value))();
export const literal = (one: unknown) => picklist([one]);
export const object = (entries: Entries): Schema => ({ entries, read: (value) => readObject(value, entries, {}) });
export const looseObject = (entries: Entries): Schema => ({
  read: (value) => readObject(value, entries, Object.fromEntries(entriesOf(value))),
});
export const array = (item: Schema): Schema => ({
  read: (value) => {
    if (!Array.isArray(value)) throw new ValiError('Invalid array');
    return value.map((one, at) => part(item, one, at));
  },
});
export const record = (name: Schema, item: Schema): Schema => ({
  read: (value) =>
    Object.fromEntries(entriesOf(value).map(([key, held]) => [part(name, key, key), part(item, held, key)])),
});
export const nullable = ({ read }: Schema): Schema => ({ read: (value) => (value === null ? value : read(value)) });
export const optional = ({ read }: Schema, absent?: unknown): Schema => ({
  type: 'optional',
  default: absent,
  read: (value = absent) => (value === undefined ? value : read(value)),
});
export const fallback = (schema: Schema, otherwise: unknown): Schema => ({
  ...schema,
  read: (value) => {
    const { success, output } = safeParse(schema, value);
    return success ? output : otherwise;
  },
});
export const union = (options: Schema[]): Schema => ({
  read: (value) => {
    for (const option of options) {
      const { success, output } = safeParse(option, value);
      if (success) return output;
    }
    throw new ValiError('Invalid choice');
  },
});
export const pipe = (first: Schema, ...actions: (Action | Schema)[]): Schema => ({
  ...first,
  read: (value) =>
    actions.reduce<unknown>(
      (read, action) => (typeof action === 'function' ? action(read) : action.read(read)),
      first.read(value),
    ),
});

export const check = (is: (value: never) => boolean) => fitting('input', is);
export const integer = () => fitting('integer', Number.isInteger);
export const minLength = (least: number) => fitting('length', (value: string) => value.length >= least);
export const maxLength = (most: number) => fitting('length', (value: string) => value.length <= most);
export const minValue = (least: number) => fitting('value', (value: number) => value >= least);
export const maxValue = (most: number) => fitting('value', (value: number) => value <= most);
export const regex = (pattern: RegExp) => fitting('format', (value: string) => pattern.test(value));
export const url = () => fitting('URL', isUrl);
export const transform = (change: Action) => change;

export const parse = ({ read }: Schema, value: unknown) => read(value);

export function safeParse({ read }: Schema, value: unknown) {
  try {
    return { success: true, output: read(value) };
  } catch (failure) {
    if (failure instanceof ValiError) return { success: false, issues: failure.issues };
    throw failure;
  }
}

export const is = (schema: Schema, value: unknown) => safeParse(schema, value).success;

export const getDotPath = ({ path }: Issue) => (path.length > 0 ? path.join('.') : null);

// Not `URL.canParse`, which Safari 16 does not know.
function isUrl(value: string) {
  try {
    return Boolean(new URL(value));
  } catch {
    return false;
  }
}
