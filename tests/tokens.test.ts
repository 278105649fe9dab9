/** Checks colours and type: WCAG 2.2 AA in both themes, three font weights. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFontStack } from '@capsizecss/core';
import arial from '@capsizecss/metrics/arial';
import roboto from '@capsizecss/metrics/roboto';
import { fromFile } from '@capsizecss/unpack/fs';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const styles = '{counter,design,src}/**/*.css';
const css = await readFile(new URL('../design/tokens.css', import.meta.url), 'utf8');

const colours = [...css.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g)];
const themes = {
  light: Object.fromEntries(colours.map(([, name = '', light = '']) => [name, light])),
  dark: Object.fromEntries(colours.map(([, name = '', light = '', dark = light]) => [name, dark])),
};

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string) {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** `share` of one colour over another, as `color-mix` in sRGB and transparency compute it. */
const mixed = (over: string, under: string, share: number) =>
  `#${[1, 3, 5]
    .map((at) => [over, under].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)))
    .map(([above = 0, below = 0]) => Math.round(above * share + below * (1 - share)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** Text colours on backgrounds (contrast 4.5:1); `seen` below: edges and icons (3:1). */
const written = [
  ...['paper', 'card', 'crema'].flatMap((ground) =>
    ['ink', 'ink-soft', 'accent'].map((text) => [text, ground] as const),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['good', 'good-ground'],
  ['bad', 'bad-ground'],
  ['bad', 'card'],
  ['warn', 'warn-ground'],
  ['on-night', 'night'],
] as const;
const seen = [
  ['edge', 'paper'],
  ['edge', 'card'],
  ['star', 'card'],
] as const;

test.for(Object.entries(themes))('in %s colours every text and control has enough contrast', ([, theme]) => {
  const ratio = ([one, other]: readonly [string, string]) => contrast(theme[one] ?? '', theme[other] ?? '');

  expect(written.filter((pair) => !(ratio(pair) >= 4.5))).toEqual([]);
  expect(seen.filter((pair) => !(ratio(pair) >= 3))).toEqual([]);
});

test.for(Object.entries(themes))('in %s colours a busy button still has enough contrast', async ([, theme]) => {
  const base = await readFile(new URL('../design/base.css', import.meta.url), 'utf8');
  const shade = Number(/\[aria-busy='true'\] {[^}]*currentColor (\d+)%/.exec(base)?.[1]) / 100;
  // The only pair that does not reach it is a link hovered before its script came, `accent` on `crema`.
  const pressed = [
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['accent', 'paper'],
    ['accent', 'card'],
    ['ink-soft', 'crema'],
    ['bad', 'card'],
    ['bad', 'bad-ground'],
    ['on-night', 'night'],
  ] as const;

  const tooPale = pressed.filter(([one, other]) => {
    const [letters = '', ground = ''] = [theme[one], theme[other]];
    return !(contrast(letters, mixed(letters, ground, shade)) >= 4.5);
  });

  expect(tooPale).toEqual([]);
});

test('the styles use three font weights', async () => {
  const weights = new Set<string>();
  for await (const file of glob(styles, { cwd: root })) {
    for (const [, weight = ''] of (await readFile(join(root, file), 'utf8')).matchAll(/font-weight: ([^;]+);/g))
      weights.add(weight);
  }

  expect([...weights].sort()).toEqual(['400', '400 750', '650', '650 750', '750', 'inherit']);
});

test('no style reacts to hovering on touch screens, where it would stay after a tap', async () => {
  const hovered = /^( *)[^\n{}]*:hover/;
  let found = 0;
  for await (const file of glob(styles, { cwd: root })) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    lines.forEach((line, at) => {
      const indent = hovered.exec(line)?.[1];
      if (indent === undefined) return;
      found++;
      const around = lines
        .slice(0, at)
        .findLast((before) => before.trimStart().startsWith('@') && before.search(/\S/) < indent.length);
      expect(around, `${file}:${at + 1}`).toContain('(hover: hover)');
    });
  }
  expect(found).toBeGreaterThan(10);
});

test('the fonts of a device are adjusted to the measures of our typeface', async () => {
  const ours = await fromFile(fileURLToPath(new URL('../design/fonts/plus-jakarta-sans.woff2', import.meta.url)));

  for (const [family, device] of Object.entries({ 'Fallback Roboto': roboto, 'Fallback Arial': arial })) {
    const { fontFaces } = createFontStack([ours, device], { fontFaceFormat: 'styleObject' });
    const { fontFamily, src, ...measures } = fontFaces[0]?.['@font-face'] ?? {};
    const faces = facesIn(css).filter((face) => face.fontFamily === `'${family}'`);
    expect(faces.map(({ fontWeight }) => fontWeight)).toEqual(['400', '650 750']);
    expect(faces[0], family).toMatchObject(measures);
  }
});

/** The descriptors of every `@font-face`. */
const facesIn = (text: string): Record<string, string>[] =>
  [...text.matchAll(/@font-face \{([^}]+)\}/g)].map(([, body = '']) =>
    Object.fromEntries(
      [...body.matchAll(/([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [
        name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  );
