import { bean, cherry, sprig } from './garnishes.ts';
import { palette } from './palette.ts';
import { blob, cut, ellipse, groundShadow, group, level, path, slice, strip, turned, within } from './paper.ts';
import { body, cup, ear } from './vessels.ts';

/** A pouch of beans, closed with a clip. */
export function pouch(fill: string, label: string) {
  return [
    groundShadow(200, 336, 88, 0.2),
    path(fill, cut('124,96 278,92 286,160 292,322 266,346 136,346 108,324 114,160', 12)),
    path(palette.milk, cut('124,98 146,98 140,340 112,322 118,160', 10), 0.3),
    path(palette.shadow, cut('262,94 278,92 286,160 292,322 266,346 254,340', 8), 0.1),
    path(palette.shadow, cut('118,130 282,126 284,134 117,138', 2), 0.2),
    path(palette.turmeric, cut('106,112 294,107 296,126 107,131', 6)),
    path(palette.milk, cut('108,112 160,111 160,119 108,120', 4), 0.4),
    path(label, cut('144,178 258,175 262,296 142,298', 8)),
    within(
      cut('144,178 258,175 262,296 142,298', 8),
      ellipse(palette.gulaAren, 208, 226, 30, 30) +
        path(palette.water, cut('124,280 164,232 190,258 216,226 286,290 280,320 130,320', 16)) +
        path(palette.pandan, 'M130 282q30-16 60 0t60 0t60 0V320H130Z'),
    ),
    ellipse(palette.shadow, 202, 154, 7, 6, 0.2),
  ].join('');
}

/** A folded paper bag of beans. */
export function paperBag() {
  return [
    groundShadow(184, 338, 96, 0.2),
    path(palette.kraft, cut('104,120 226,118 230,342 100,342', 5)),
    path(palette.kraftDark, cut('226,118 262,100 272,318 230,342', 5)),
    path(palette.crumb, cut('104,120 128,120 126,342 100,342', 5), 0.4),
    path(palette.kraftDark, cut('98,96 134,76 266,78 264,104 228,124 100,124', 6)),
    path(palette.crema, cut('98,96 228,94 230,124 100,126', 6)),
    path(palette.kraft, cut('98,96 134,76 264,78 228,96', 5)),
    path(palette.shadow, cut('102,124 230,122 230,130 102,132', 2), 0.1),
    path(palette.paper, blob('120,236 132,184 166,168 202,182 214,236 200,282 166,298 132,284')),
    strip(palette.coffee, 4, 'M148 262C156 240 164 220 190 204'),
    sprig(168, 226, -64, 0.62, palette.pandan, palette.pandanLight),
    sprig(176, 216, 34, 0.6, palette.pandan, palette.pandanLight),
    cherry(148, 238),
    cherry(164, 254, 1.1),
    cherry(142, 262, 0.9),
  ].join('');
}

/** A box of drip bags. */
export function dripBox() {
  return [
    groundShadow(140, 336, 92, 0.2),
    path(palette.pandan, cut('52,172 178,176 178,346 54,338', 6)),
    path('#2E5230', cut('178,176 222,158 222,326 178,346', 5)),
    path(palette.pandanLight, cut('52,172 98,154 222,158 178,178', 5)),
    path(palette.milk, cut('52,172 74,173 76,340 54,338', 5), 0.2),
    path(palette.crema, cut('76,216 156,219 156,300 77,297', 8)),
    within(
      cut('76,216 156,219 156,300 77,297', 8),
      ellipse(palette.turmeric, 120, 250, 19, 19) +
        path(palette.water, blob('60,274 96,260 124,274 156,262 180,272 180,320 60,320')),
    ),
  ].join('');
}

/** A drip bag opened over a mug. */
export function dripMug() {
  const mug = body(288, 240, 344, [58, 57, 54, 46], 0.28);
  return [
    cup(mug, {
      fill: palette.paper,
      drink: palette.cocoa,
      handle: ear(palette.paper, 338, 262, 318, 44, 13),
      light: 0.6,
    }),
    path(palette.kraft, cut('236,236 262,196 318,196 342,236 322,250 256,250', 6)),
    path(palette.milk, cut('252,172 326,170 318,262 262,264', 8)),
    path(palette.cocoa, cut('258,186 320,184 314,250 264,252', 10), 0.7),
    path(palette.milk, cut('252,172 272,172 276,262 262,264', 6), 0.6),
    path(palette.crema, cut('248,164 330,162 328,180 250,182', 5)),
    path(palette.paper, slice(mug, { from: 252, to: 300 })),
    path(palette.milk, slice(mug, { from: 252, to: 300, right: -0.62 }), 0.6),
    path(palette.shadow, slice(mug, { from: 252, to: 300, left: 0.5 }), 0.1),
  ].join('');
}

/** An open tin of condensed milk. */
export function tin(x: number, foot: number) {
  const can = body(x, foot - 70, foot, [38, 38], 0.26);
  return (
    groundShadow(x, foot, 38, 0.26) +
    turned(can, palette.paper, 0.6) +
    path(palette.chili, slice(can, { from: foot - 46, to: foot - 14 })) +
    path(palette.shadow, slice(can, { from: foot - 46, to: foot - 14, left: 0.5 }), 0.1) +
    level(can, foot - 70, palette.steel) +
    level(can, foot - 69, palette.crema, 6)
  );
}

/** A wooden scoop of beans. */
export function scoop(x: number, y: number) {
  return group(
    `translate(${x} ${y}) rotate(-14)`,
    groundShadow(0, 18, 56, 0.2),
    strip(palette.coffee, 13, 'M-18 6L-84 12'),
    path(palette.cocoa, blob('-30,-8 0,-26 36,-20 50,-6 10,8')),
    bean(0, -14, 10, 0.8),
    bean(24, -12, -30, 0.8),
    bean(10, -24, 40, 0.7),
    path(palette.kraft, blob('-36,-8 -4,2 30,0 56,-12 52,10 28,24 -8,24 -32,12')),
    path(palette.milk, blob('-34,-5 -10,4 6,5 -4,20 -24,14'), 0.3),
  );
}
