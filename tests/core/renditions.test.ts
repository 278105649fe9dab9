import { expect, test } from 'vitest';
import { renditionName, renditionsOf, widestRendition } from '#core/renditions';

test('a picture with its width in its name is offered in all smaller widths, the narrowest first', () => {
  expect(renditionsOf(renditionName('senja-0123abcd', 480))).toEqual([
    { file: 'senja-0123abcd.w240.webp', width: 240 },
    { file: 'senja-0123abcd.w360.webp', width: 360 },
    { file: 'senja-0123abcd.w480.webp', width: 480 },
  ]);
});

test.each([
  '',
  'senja.webp',
  'senja-0123abcd.webp',
  'senja.w480.webp',
  'senja-0123abcd.wide.webp',
  'a-0123abcd.w480.svg',
])("a picture called '%s' has no other widths", (file) => {
  expect(renditionsOf(file)).toEqual([]);
  expect(widestRendition(file)).toBe(file);
});

test('every width of a picture leads to the same widest one', () => {
  const folder = 'https://kedai.example/api/images/products/';

  for (const { file } of renditionsOf('senja-0123abcd.w480.webp')) {
    expect(widestRendition(folder + file)).toBe(`${folder}senja-0123abcd.w480.webp`);
  }
});
