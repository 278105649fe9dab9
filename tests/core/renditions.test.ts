import { expect, test } from 'vitest';
import { renditionName, renditionsOf, widestRendition } from '#core/renditions';

test('a name that says so stands for the picture in every width, the narrowest first', () => {
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
])("a picture called '%s' stands alone", (file) => {
  expect(renditionsOf(file)).toEqual([]);
  expect(widestRendition(file)).toBe(file);
});

test('whichever width is asked for, the widest is the same', () => {
  const folder = 'https://kedai.example/api/images/products/';

  for (const { file } of renditionsOf('senja-0123abcd.w480.webp')) {
    expect(widestRendition(folder + file)).toBe(`${folder}senja-0123abcd.w480.webp`);
  }
});
