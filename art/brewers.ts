import { palette } from './palette.ts';
import { blob, cut, ellipse, groundShadow, group, level, path, ribbon, slice, strip, turned } from './paper.ts';
import { body, cup, ear, glass, ring } from './vessels.ts';

/** A paper-filter cone over a glass server. */
export function coneAndServer(coffee: string) {
  const server = body(200, 208, 344, [44, 60, 88, 92, 80], 0.2);
  const cone = body(200, 88, 196, [86, 54, 26], 0.22);
  const filter = body(200, 64, 100, [84, 72], 0.22);
  const plate = body(200, 194, 206, [68, 62], 0.2);
  return [
    strip(palette.cocoa, 15, 'M252 230C322 214 336 306 282 314'),
    glass(server, { layers: [{ fill: coffee, top: 284 }], surface: palette.coffee, base: 9, wall: 5 }),
    strip(palette.coffee, 5, 'M201 204V284'),
    strip(palette.rose, 14, 'M272 112C334 100 322 178 240 172'),
    strip(palette.shadow, 14, 'M272 112C334 100 322 178 240 172', 0.1),
    turned(plate, palette.rose, 0.4),
    level(plate, 194, palette.rose),
    turned(cone, palette.rose, 0.4),
    ...[-0.4, 0, 0.36].map((u) => strip(palette.milk, 5, `M${200 + u * 124} ${132}L${200 + u * 60} 186`, 0.4)),
    turned(filter, palette.crema, 0.6),
    level(filter, 64, palette.milk),
    level(filter, 74, palette.cocoa, 14),
    ellipse(palette.caramel, 188, 73, 36, 6, 0.7),
  ].join('');
}

/** A metal drip filter on the glass it drips into. */
export function phinOnGlass() {
  const shape = body(206, 178, 344, [66, 64, 61, 56, 50], 0.2);
  const brim = body(206, 170, 178, [84, 80], 0.18);
  const chamber = body(206, 94, 168, [54, 53, 51], 0.2);
  const lid = body(206, 84, 96, [58, 60], 0.2);
  return [
    glass(shape, {
      layers: [
        { fill: palette.crema, top: 300 },
        { fill: palette.latte, top: 288 },
        { fill: palette.cocoa, top: 244 },
      ],
      surface: palette.coffee,
    }),
    path(palette.coffee, ribbon('206,184,2.6 205,214,2 206,244,2')),
    ellipse(palette.shadow, 208, 186, 58, 9, 0.2),
    turned(brim, palette.steelDark),
    level(brim, 170, palette.steel),
    strip(palette.steelDark, 10, 'M256 112C286 108 288 146 258 146'),
    turned(chamber, palette.steel, 0.6),
    path(palette.steelDark, slice(chamber, { from: 150, to: 168 }), 0.4),
    turned(lid, palette.steelDark),
    level(lid, 84, palette.steel),
    ellipse(palette.milk, 190, 82, 30, 6, 0.4),
    ellipse(palette.cocoa, 206, 74, 11, 8),
    ellipse(palette.milk, 203, 71, 4, 2.5, 0.3),
  ].join('');
}

/** A press pot, its plunger still up. */
export function pressPot() {
  const pot = body(196, 116, 334, [74, 75, 74, 74, 75], 0.2);
  const lid = body(196, 98, 118, [60, 80], 0.2);
  const band = { left: -1, right: 1 };
  return [
    strip(palette.cocoa, 17, 'M268 150C334 142 336 294 270 290'),
    strip(palette.milk, 3, 'M274 145C322 144 326 230 312 262', 0.2),
    glass(pot, {
      layers: [
        { fill: palette.espresso, top: 186 },
        { fill: palette.caramel, top: 172 },
      ],
      surface: palette.crema,
      standing: strip(palette.steelDark, 5, 'M196 54V168'),
    }),
    path(palette.steel, slice(pot, { from: 160, to: 170, ...band })),
    path(palette.steel, slice(pot, { from: 312, to: 338, ...band })),
    path(palette.milk, slice(pot, { from: 160, to: 170, left: -0.9, right: -0.5 }), 0.6),
    path(palette.milk, slice(pot, { from: 312, to: 338, left: -0.9, right: -0.5 }), 0.6),
    path(palette.shadow, slice(pot, { from: 312, to: 338, left: 0.5 }), 0.1),
    path(palette.steel, cut('128,118 104,104 112,128 124,140', 6)),
    turned(lid, palette.steel, 0.6),
    level(lid, 98, palette.steel),
    ellipse(palette.milk, 182, 96, 34, 7, 0.5),
    strip(palette.steelDark, 6, 'M196 96V58'),
    ellipse(palette.cocoa, 196, 50, 17, 14),
    ellipse(palette.milk, 190, 45, 7, 4, 0.3),
  ].join('');
}

/** A press for one cup, standing on its mug. */
export function airPress() {
  const mug = body(196, 246, 344, [70, 70, 68, 62], 0.24);
  const flange = body(196, 228, 242, [88, 86], 0.2);
  const chamber = body(196, 120, 230, [46, 46, 46], 0.2);
  const plunger = body(196, 56, 176, [37, 37], 0.2);
  const grip = body(196, 46, 58, [58, 56], 0.2);
  return [
    cup(mug, {
      fill: palette.water,
      drink: palette.espresso,
      handle: ear(palette.water, 258, 270, 320, 52, 16),
      light: 0.3,
    }),
    path(palette.coffee, ribbon('196,236,4 197,244,3 196,252,3')),
    turned(flange, palette.cocoa, 0.2),
    level(flange, 228, palette.coffee),
    path(palette.milk, slice(chamber), 0.3),
    path(palette.cocoa, slice(chamber, { from: 184, to: 230, inset: 4 })),
    path(palette.caramel, slice(chamber, { from: 176, to: 186, inset: 4 })),
    path(palette.steelDark, slice(plunger), 0.7),
    path(palette.cocoa, slice(plunger, { from: 160, to: 174 })),
    path(palette.milk, slice(chamber, { left: -0.9, right: -0.66 }), 0.4),
    path(palette.shadow, slice(chamber, { left: 0.6 }), 0.2),
    ...[140, 160, 180, 200].map((y) => ellipse(palette.crema, 208, y + 8, 6, 6, 0.8)),
    ring(chamber, 120, 4, palette.steel),
    turned(grip, palette.cocoa, 0.2),
    level(grip, 46, palette.coffee),
  ].join('');
}

/** An hourglass of glass with a wooden collar. */
export function hourglassBrewer(standing: string) {
  const shape = body(198, 66, 342, [84, 54, 29, 50, 92, 92], 0.18);
  const collar = body(198, 152, 206, [43, 31, 40], 0.2);
  return [
    glass(shape, {
      layers: [{ fill: palette.gulaAren, top: 266 }],
      surface: palette.caramel,
      inside: standing,
      base: 9,
    }),
    path(palette.milk, cut('118,70 176,168 220,168 284,62 240,84 160,84', 10), 0.9),
    path(palette.shadow, cut('206,168 220,168 284,62 250,80', 10), 0.1),
    ellipse(palette.cocoa, 200, 82, 56, 9),
    ellipse(palette.coffee, 188, 81, 34, 5),
    turned(collar, palette.clay, 0.3),
    strip(palette.cocoa, 4, 'M166 184Q198 196 230 183'),
    strip(palette.cocoa, 3, 'M206 192C204 206 212 214 208 226M206 192C216 204 218 210 222 220'),
    ellipse(palette.cocoa, 206, 192, 6, 6),
  ].join('');
}

/** A round clay pot for tea. */
export function clayPot() {
  const pot = body(206, 180, 322, [50, 84, 104, 108, 98, 70], 0.26);
  const lid = body(206, 152, 184, [22, 46, 54], 0.26);
  return [
    groundShadow(206, 324, 80, 0.24),
    strip(palette.clay, 17, 'M148 196C118 62 296 60 266 196'),
    strip(palette.rose, 4, 'M146 168C146 92 214 78 244 106', 0.6),
    path(palette.clay, blob('112,262 84,244 66,206 50,178 70,174 90,206 122,218 140,250')),
    path(palette.milk, blob('84,240 68,206 52,180 60,178 82,214'), 0.3),
    turned(pot, palette.clay, 0.3),
    path(palette.gulaAren, slice(pot, { from: 226, to: 234 }), 0.6),
    path(palette.crema, slice(pot, { from: 242, to: 247 }), 0.8),
    level(pot, 178, palette.gulaAren),
    turned(lid, palette.clay, 0.3),
    level(lid, 150, palette.clay),
    ellipse(palette.gulaAren, 206, 144, 15, 12),
    ellipse(palette.rose, 201, 139, 7, 4, 0.7),
  ].join('');
}

export const whisk = (x: number, y: number) =>
  group(
    `translate(${x} ${y})`,
    groundShadow(0, 30, 26, 0.26),
    path(palette.kraft, cut('-28,30 -14,-22 14,-22 28,30 0,38', 8)),
    strip(palette.crema, 2.5, 'M-20 30L-10 -18M-10 34L-4 -18M2 35L2 -18M12 33L7 -18M22 29L12 -18', 0.7),
    path(palette.caramel, cut('-15,-18 -13,-76 14,-76 16,-18', 4)),
    path(palette.crema, cut('-14,-20 -12,-75 -4,-75 -5,-20', 3), 0.5),
    ellipse(palette.crema, 0, -75, 13, 4),
    strip(palette.cocoa, 4, 'M-16 -20Q0 -14 16 -20'),
  );
