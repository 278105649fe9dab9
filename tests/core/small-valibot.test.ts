/**
 * `device/valibot.ts`, with which page and worker are built, and the library read input alike: they accept the same with the same value,
 * and reject the same field.
 */
import fc from 'fast-check';
import * as library from 'valibot';
import { expect, test } from 'vitest';
import * as small from '../../device/valibot.ts';

type Library = typeof library;
const few = small as unknown as Library;

/** Every construct that the contract uses, once each. */
const schemasOf = (v: Library) => {
  const text = v.pipe(
    v.string(),
    v.maxLength(3),
    v.check((value) => value.trim() !== ''),
  );
  const named = v.pipe(
    v.union([text, v.object({ name: text })]),
    v.transform((value) => ({ name: typeof value === 'string' ? value : value.name })),
  );
  const amount = v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*\d{1,3}(\.\d+)?\s*$/), v.transform(Number))]),
    v.transform(Math.trunc),
    v.minValue(0),
    v.maxValue(500),
  );
  return {
    text,
    named,
    amount,
    filled: v.pipe(v.string(), v.minLength(1)),
    count: v.pipe(v.number(), v.integer(), v.minValue(1)),
    some: v.pipe(v.array(amount), v.minLength(1), v.maxLength(2)),
    choice: v.picklist(['a', 'b']),
    one: v.optional(v.literal(1), 1),
    nothing: v.nullable(v.boolean()),
    anything: v.optional(v.unknown()),
    address: v.pipe(v.string(), v.url()),
    record: v.record(v.string(), amount),
    checked: v.pipe(
      v.unknown(),
      v.check((value) => typeof value === 'object' && value !== null && !('error' in value)),
      v.transform((value) => value),
      v.object({ a: v.optional(amount) }),
    ),
    loose: v.looseObject({ a: amount }),
    forgiven: v.object({
      a: v.fallback(v.optional(amount, 7), 7),
      b: v.fallback(v.optional(text), undefined),
      name: text,
    }),
    deep: v.object({
      a: v.optional(text, ''),
      b: v.optional(amount),
      data: v.array(v.object({ name: named, a: v.optional(v.array(amount), []) })),
    }),
  };
};

const scalar = fc.oneof(
  fc.constantFrom('a', 'b', '', ' ', 'ab', 'abcd', '12', ' 12.5 ', 'https://a.example/b', '/a', null, undefined, true),
  fc.constantFrom(0, 1, -1, 1.5, 500, 501, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'name', 'data', 'error', 'constructor'), tie('value'), { maxKeys: 4 }),
  ),
}));

const names = Object.keys(schemasOf(library)) as (keyof ReturnType<typeof schemasOf>)[];

test.each(names)('our small valibot validates %s as the library does', (name) => {
  const schema = { library: schemasOf(library)[name], few: schemasOf(few)[name] };

  fc.assert(
    fc.property(anyValue, (value) => {
      const expected = library.safeParse(schema.library as library.GenericSchema, value);
      const given = few.safeParse(schema.few as library.GenericSchema, value);

      expect(given.success).toBe(expected.success);
      if (expected.success) expect(given.output).toEqual(expected.output);
      else {
        // For a union the library may name a field within one of its options; ours names the union.
        const fields = expected.issues.map((issue) => library.getDotPath(issue) ?? '');
        const field = (given.issues && few.getDotPath(given.issues[0])) ?? '';
        expect(fields.some((named) => named.startsWith(field))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
