import { palette } from './palette.ts';
import { around, blob, cut, ellipse, groundShadow, group, path, ribbon, strip } from './paper.ts';

const place = (x: number, y: number, turn: number, size = 1) =>
  `translate(${x} ${y}) rotate(${turn})${size === 1 ? '' : ` scale(${size})`}`;

/** A piece of ice, broken rather than moulded; the drink shines through it. */
export const ice = (x: number, y: number, turn: number, size = 1) =>
  group(
    place(x, y, turn, size),
    path(palette.crema, cut('-24,-17 -4,-27 24,-18 26,13 5,26 -24,18', 9), 0.5),
    path(palette.milk, cut('-24,-17 -4,-27 24,-18 5,-7 -13,3 -25,6', 7), 0.7),
    path(palette.milk, cut('6,-4 24,-14 25,12 7,23', 7), 0.2),
  );

export const bean = (x: number, y: number, turn: number, size = 1, fill: string = palette.coffee) =>
  group(
    place(x, y, turn, size),
    ellipse(palette.shadow, 2, 4, 16, 11, 0.2),
    path(fill, blob('-16,1 -10,-9 3,-11 14,-6 16,2 8,10 -6,10')),
    path(palette.milk, blob('-13,-1 -7,-8 3,-9 -4,-5'), 0.2),
    strip(palette.espresso, 2.4, 'M-14 1C-6 -5 3 6 14 -1'),
  );

/** A long leaf folded along its middle. */
export const leaf = (spine: string, fill: string, light: string) =>
  path(fill, ribbon(spine)) + path(light, ribbon(spine, 0.4), 0.6);

/** A broad leaf with its veins, from (0, 0) to the right. */
export const sprig = (x: number, y: number, turn: number, size: number, fill: string, light: string) =>
  group(
    place(x, y, turn, size),
    path(fill, blob('0,0 16,-14 38,-15 60,-2 38,12 16,11')),
    path(light, blob('0,0 16,-14 38,-15 60,-2 30,-3'), 0.6),
  );

/** A half dome of palm sugar with a chip beside it. */
export const palmSugar = (x: number, y: number, size = 1) =>
  group(
    place(x, y, 0, size),
    groundShadow(0, 16, 48, 0.26),
    path(palette.gulaAren, blob('-46,4 -44,-26 -24,-42 4,-45 32,-38 46,-20 47,6 30,18 -4,22 -34,17')),
    path(palette.caramel, blob('-43,-24 -22,-41 6,-44 34,-36 42,-24 10,-16 -26,-15')),
    path(palette.milk, blob('-34,-28 -16,-38 6,-40 -8,-30'), 0.3),
    path(palette.shadow, blob('18,-16 43,-22 47,6 30,18 16,20'), 0.1),
    path(palette.caramel, cut('-66,8 -56,-4 -42,2 -40,18 -58,22', 5)),
    path(palette.gulaAren, cut('-42,2 -40,18 -58,22 -54,8', 4)),
  );

/** A quill of cinnamon. */
export const cinnamon = (x: number, y: number, turn: number, size = 1) =>
  group(
    place(x, y, turn, size),
    path(palette.shadow, cut('-41,0 51,-2 49,15 -41,16'), 0.1),
    path(palette.clay, cut('-45,-9 45,-10 47,9 -43,9', 7)),
    path(palette.rose, cut('-43,-9 45,-10 45,-3 -43,-2', 3), 0.5),
    strip(palette.cocoa, 2, 'M-35 2H40', 0.5),
    ellipse(palette.cocoa, 45, -4, 3, 5),
    ellipse(palette.cocoa, 46, 4, 3, 4.5),
  );

/** A slice of citrus, seen from straight above. */
const citrus = (x: number, y: number, turn: number, radius: number, peel: string, flesh: string, squash = 1) => {
  return group(
    `translate(${x} ${y}) rotate(${turn}) scale(${radius / 100} ${(radius / 100) * squash})`,
    ellipse(peel, 0, 0, 100, 98),
    ellipse(palette.milk, -2, -1, 86, 85),
    path(
      flesh,
      around(7, (turn) => cut(turn('0,-6 30,-62 0,-78 -30,-61'), 10)),
    ),
  );
};

export const lime = (x: number, y: number, turn: number, radius: number, squash?: number) =>
  citrus(x, y, turn, radius, palette.matcha, palette.limeFlesh, squash);

export const orange = (x: number, y: number, turn: number, radius: number, squash?: number) =>
  citrus(x, y, turn, radius, palette.orange, palette.orangeFlesh, squash);

export const spoon = (x: number, y: number, turn: number, size = 1, fill: string = palette.steel) =>
  group(
    place(x, y, turn, size),
    path(palette.shadow, ribbon('4,8,13 22,7,4 60,6,3 112,5,5'), 0.1),
    path(fill, blob('-22,1 -12,-11 8,-12 24,-4 60,-3 112,-6 117,0 112,5 60,3 24,5 8,12 -12,11')),
    path(palette.steelDark, blob('-16,2 -6,-6 8,-7 15,0 8,7 -6,8'), 0.4),
    path(palette.milk, blob('-17,0 -8,-8 6,-9 -6,-4'), 0.7),
  );

/** Star anise. */
export const starAnise = (x: number, y: number, size = 1) =>
  group(
    place(x, y, 10, size),
    ellipse(palette.shadow, 3, 6, 26, 20, 0.1),
    path(
      palette.coffee,
      around(8, (turn) => `M0 0Q${turn('14,-13')} ${turn('28,-1')}Q${turn('14,12')} 0 0`),
    ),
    strip(
      palette.caramel,
      4,
      around(8, (turn) => `M${turn('12,-1')}L${turn('17,-1')}`),
    ),
    ellipse(palette.cocoa, 0, 0, 5, 5),
  );

/** A knob of ginger or turmeric. */
export const root = (x: number, y: number, skin: string, flesh: string, size = 1) =>
  group(
    place(x, y, -6, size),
    groundShadow(0, 14, 46, 0.2),
    path(skin, blob('-50,4 -42,-10 -24,-10 -18,-30 -4,-34 4,-18 8,-8 28,-14 46,-8 52,6 34,16 0,18 -34,17')),
    path(palette.milk, blob('-46,0 -40,-8 -22,-8 -16,-27 -8,-30 -10,-12 -26,0'), 0.3),
    path(palette.shadow, blob('-2,17 20,8 46,0 52,6 34,16'), 0.1),
    ellipse(flesh, 44, 3, 9, 12),
    strip(palette.shadow, 2, 'M-30 -8C-26 -2 -27 8 -31 15M14 -9C17 -3 17 6 14 15', 0.2),
  );

export const mint = (
  x: number,
  y: number,
  size = 1,
  fill: string = palette.pandan,
  light: string = palette.pandanLight,
) =>
  sprig(x, y, -160, 0.6 * size, fill, light) +
  sprig(x, y, -22, 0.62 * size, fill, light) +
  sprig(x, y + 2, -88, 0.72 * size, fill, light);

/** A fern poured in milk, seen from straight above in a circle of radius 100. */
export function rosetta() {
  const fronds = [-46, -26, -6, 16, 38].map((y, i) =>
    group(
      `translate(0 ${y}) scale(${[0.7, 0.9, 1, 0.9, 0.6][i]} 1)`,
      path(palette.milk, blob('0,26 -40,14 -66,-12 -53,-16 0,10 54,-18 66,-12 40,14')),
    ),
  );
  return [
    ...fronds,
    path(palette.milk, blob('0,-52 -20,-66 -14,-80 0,-72 15,-80 20,-66')),
    strip(palette.milk, 6, 'M0 -60V78'),
  ].join('');
}

export function chocolateBar(x: number, y: number) {
  return group(
    `translate(${x} ${y}) rotate(-10)`,
    path(palette.shadow, cut('-34,6 48,2 50,22 -30,26', 4), 0.1),
    path(palette.espresso, cut('-38,-12 40,-18 44,12 -36,18', 4)),
    ...[-34, -9, 16].map((dx) =>
      group(
        `translate(${dx} 0)`,
        path(palette.coffee, cut('0,-9 21,-11 22,0 1,2', 3)),
        path(palette.cocoa, cut('1,5 22,3 23,11 2,13', 3)),
      ),
    ),
  );
}

export function limeHalf(x: number, y: number) {
  return group(
    `translate(${x} ${y})`,
    groundShadow(0, 20, 32, 0.24),
    path(palette.matcha, blob('-36,-8 -28,18 -4,28 22,22 36,0 32,-16 0,-18')),
    lime(0, -8, -10, 36, 0.55),
  );
}

/** A slice of cucumber, seen from straight above. */
export function cucumber(x: number, y: number, turn: number, radius: number, squash = 1) {
  return group(
    `translate(${x} ${y}) rotate(${turn}) scale(${radius / 100} ${(radius / 100) * squash})`,
    ellipse('#5E8A49', 0, 0, 100, 97),
    ellipse('#D9E8B8', -3, -2, 86, 84),
    ellipse('#C4DA98', 0, 0, 58, 56),
    path(
      palette.crema,
      around(8, (turn) => blob(turn('0,-50 7,-36 0,-22 -7,-36'))),
    ),
  );
}

export function chili(x: number, y: number, turn: number) {
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    path(palette.shadow, ribbon('-30,8,4 0,12,9 34,8,2'), 0.1),
    path(palette.pandan, ribbon('-34,0,6 -6,4,9 20,2,7 42,-8,1')),
    path(palette.pandanLight, ribbon('-30,-3,1 -4,0,3 24,-2,1'), 0.8),
    strip(palette.matcha, 5, 'M-36 0Q-46 -2 -50 -12'),
  );
}

export const gingerSlice = (x: number, y: number, turn: number) =>
  group(
    place(x, y, turn),
    ellipse(palette.shadow, 2, 3, 20, 9, 0.1),
    ellipse(palette.kraft, 0, 0, 20, 9),
    ellipse(palette.crumb, -1, -1, 16, 7),
  );

export const rockSugar = (x: number, y: number, turn: number, size: number) =>
  group(
    place(x, y, turn, size),
    ellipse(palette.shadow, 3, 10, 18, 7, 0.1),
    path(palette.caramel, cut('-16,-8 0,-14 15,-6 12,10 -10,12', 4)),
    path(palette.crumb, cut('-16,-8 0,-14 15,-6 -2,0', 3)),
  );

export const marshmallow = (x: number, y: number, turn: number) =>
  group(
    place(x, y, turn),
    path(palette.milk, cut('-19,-13 18,-15 20,12 -18,14', 9)),
    path(palette.rose, cut('-4,4 20,0 20,12 -18,14'), 0.5),
  );

/** A coffee cherry. */
export const cherry = (x: number, y: number, size = 1) =>
  group(place(x, y, 0, size), ellipse(palette.chili, 0, 0, 12, 12), ellipse(palette.rose, -4, -4, 4, 3, 0.6));
