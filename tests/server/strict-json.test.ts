import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from '../../server/http/strict-json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('everything that JSON.stringify writes is read as JSON.parse reads it', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('any')),
    object: fc.dictionary(
      text.filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key)),
      tie('any'),
    ),
  })).any;

  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2, '\t'), (held, space) => {
      const written = JSON.stringify(held, null, space);
      expect(parseStrictJson(bytes(written))).toEqual(JSON.parse(written));
    }),
  );
});

test('the same key in two objects, or as a value, is no duplicate key', () => {
  expect(parseStrictJson(bytes('{"a":{"a":"a"},"b":[{"a":1},{"a":"b"}]}'))).toEqual({
    a: { a: 'a' },
    b: [{ a: 1 }, { a: 'b' }],
  });
  expect(parseStrictJson(bytes('{"a":"constructor"}'))).toEqual({ a: 'constructor' });
});

test.each([
  '{"a":1,"a":1}',
  '{"b":[],"a":1,"c":{"x":1},"a":2}',
  '[{"a":1,"\\u0061":2}]',
  ...['__proto__', 'constructor', 'prototype', '\\u005f_proto__'].map((key) => `{"a":{"${key}":1}}`),
  ...[32, 10_000].map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  ...['["\\udc00"]', '{"a":"\\ud800"}', '{"\\u0000":1}', '{"a":"\\u0000"}'],
  ...['[-1e400]', '{"a":1e999}', '{"a":NaN}', '{"a":1', '', ' '],
])('%s is refused', (text) => {
  expect(() => parseStrictJson(bytes(text))).toThrow();
});

test('bytes that are no UTF-8 are refused', () => {
  expect(() => parseStrictJson(Buffer.from([...bytes('{"a":"'), 0xff, 0xfe, ...bytes('"}')]))).toThrow();
});
