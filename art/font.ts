/** Subsets the brand's typeface to the characters of Indonesian and English: `node art/font.ts` writes design/fonts/. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const source = createRequire(import.meta.url).resolve(
  '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2',
);
const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const letters = `${range(0x20, 0x7e)}àáâãäåçèéêëìíîïñòóôõöøùúûüýÀÉÈÑÖÜ©·×–—‘’“”•…→`;

const font = await subsetFont(readFileSync(source), letters, {
  targetFormat: 'woff2',
  // The weights that tokens.css uses, and only the features that the shop's texts use.
  variationAxes: { wght: { min: 400, max: 750 } },
  keepFeatures: ['kern', 'liga', 'tnum'],
});
mkdirSync(new URL('../design/fonts/', import.meta.url), { recursive: true });
writeFileSync(new URL('../design/fonts/plus-jakarta-sans.woff2', import.meta.url), font);
