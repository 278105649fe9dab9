import { expect, test } from 'vitest';
import { filledValues, pageNumber, parameterName, quoted, singleValue, valuesOf } from '#core/search-parameters';

test.for([
  ['Meja', 'meja'],
  ['LAYANAN', 'layanan'],
  ['page', 'page'],
  ['utm_Source', 'utm_Source'],
  ['__proto__', '__proto__'],
] as const)('the parameter %s is called %s', ([written, name]) => {
  expect(parameterName(written)).toBe(name);
});

test.for([
  [undefined, []],
  ['', ['']],
  ['7', ['7']],
  [2, ['2']],
  [
    ['3', '', '4'],
    ['3', '', '4'],
  ],
  [{ meja: '7' }, []],
] as const)('%j has the values %j', ([parameter, values]) => {
  expect(valuesOf(parameter)).toEqual(values);
});

test('values that are empty or said twice say nothing more', () => {
  expect(filledValues(['Panas', '', 'Panas', 'Manis'])).toEqual(['Panas', 'Manis']);
});

test.for([
  [undefined, undefined],
  ['', undefined],
  [['', ''], undefined],
  ['KT-1', 'KT-1'],
  [['KT-1', 'KT-1'], 'KT-1'],
  [['KT-1', 'KT-2'], 'KT-1, KT-2'],
] as const)('%j names one thing: %j', ([parameter, value]) => {
  expect(singleValue(parameter)).toBe(value);
});

test.for([
  [undefined, undefined],
  ['', undefined],
  ['1', 1],
  [2, 2],
  ['02', 2],
  [['2', '02'], 2],
  ['99', 99],
  ...['0', '-1', '1.5', '2a', ' 2', '1e1', '0x2', 'dua'].map((page) => [page, 0] as const),
  [['2', '3'], 0],
] as const)('%j names page %j', ([parameter, page]) => {
  expect(pageNumber(parameter)).toBe(page);
});

test.for([
  [['25'], '25'],
  [['5.0'], '5.0'],
  [['dine-in'], 'dine-in'],
  [[' 5'], '“ 5”'],
  [['3', '4'], '“3, 4”'],
  [['<b>'], '“<b>”'],
  [['7\u202e\u200b\n'], '7'],
  [[''], ''],
  [[' ', ''], ''],
  [['7a', '7a'], '7a'],
  [['\u200b '], ''],
  [['9'.repeat(10_000)], `“${'9'.repeat(23)}…”`],
] as const)('%j is quoted as %s', ([values, text]) => {
  expect(quoted(values)).toBe(text);
});
