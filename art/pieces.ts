/** The parts that all scenes are made of: paper, water, cups, boats, a cat. */

import { mark } from './logo.ts';
import { palette as ink } from './palette.ts';
import { ellipse, faded, group, path } from './paper.ts';
import { shortenSvg } from './shorten-svg.ts';

/** A colour between two others; a share of 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number) {
  const channel = (at: number) => {
    const [a = 0, b = 0] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

export const lit = (colour: string, share = 0.3) => mix(colour, ink.milk, share);
export const dim = (colour: string, share = 0.3) => mix(colour, ink.espresso, share);

/** A sheet of paper with a small shadow on what is below; the light comes from the upper left. */
export const sheet = (fill: string, d: string, depth = 4) =>
  `<path d="${d}" transform="translate(${depth} ${depth})" fill="${faded(ink.shadow, 0.1)}"/>${path(fill, d)}`;

export const disc = (fill: string, x: number, y: number, r: number, opacity = 1) => ellipse(fill, x, y, r, r, opacity);

/** The outline of a board, with slightly irregular corners, as if cut by hand. */
export function boardPath(x: number, y: number, width: number, height: number) {
  const most = Math.min(width, height) / 12;
  const slip = (corner: number) =>
    Math.max(-most, Math.min(most, ((Math.round(x * 7 + y * 13 + width * 3 + height + corner * 5) % 7) - 3) / 4));
  return `M${x} ${y + slip(0)}L${x + width} ${y + slip(1)}L${x + width + slip(2)} ${y + height}H${x + slip(3)}Z`;
}

export const board = (fill: string, x: number, y: number, width: number, height: number) =>
  path(fill, boardPath(x, y, width, height));

export const place = (x: number, y: number, drawing: string, { scale = 1, turn = 0, flip = false } = {}) => {
  const turned = turn ? ` rotate(${turn})` : '';
  const scaled = flip ? ` scale(${-scale} ${scale})` : scale === 1 ? '' : ` scale(${scale})`;
  return group(`translate(${x} ${y})${turned}${scaled}`, drawing);
};

/** The shop's motif, as part of a path: an edge of even waves. */
export function waves(length: number, count: number, height: number) {
  const half = length / count / 2;
  return `q${half / 2} ${-height} ${half} 0${`t${half} 0`.repeat(count * 2 - 1)}`;
}

/** Water with a wavy surface at `y`, down to `bottom`. */
export const waterPath = (x: number, y: number, width: number, bottom: number, count: number, height: number) =>
  `M${x} ${y}${waves(width, count, height)}V${bottom}H${x}Z`;

/** Reflections on the water: thin shapes, `width` long. */
export const glints = (fill: string, ...places: readonly (readonly [x: number, y: number, width: number])[]) =>
  path(
    fill,
    places
      .map(
        ([x, y, width]) => `M${x} ${y}q${width / 2} ${-width / 12} ${width} 0q${-width / 2} ${width / 12} ${-width} 0Z`,
      )
      .join(''),
  );

export const shadowOn = (x: number, y: number, half: number, height: number) =>
  ellipse(ink.shadow, x, y, half, height, 0.2);

// Things

export const steam = (fill: string, opacity = 1) =>
  path(
    fill,
    'M-14 0C-30 -22 -2 -36 -14 -62C-20 -76 -12 -86 -4 -92C-9 -82 -8 -76 -4 -66C6 -38 -18 -24 -5 0ZM9 -4C-3 -20 18 -34 10 -54C6 -64 10 -74 18 -79C14 -71 16 -65 19 -57C27 -34 6 -22 17 -4Z',
    opacity,
  );

/** A cup 100 wide and 70 high standing at the origin; its band is the waterline. */
export const cup = ({ body = ink.milk as string, band = ink.water as string, drink = ink.coffee as string } = {}) =>
  path(dim(body, 0.2), 'M45 -61C78 -66 80 -20 36 -18L39 -28C60 -30 62 -53 44 -50Z') +
  path(body, 'M-50 -70C-50 -26 -38 -2 -20 0H20C38 -2 50 -26 50 -70Z') +
  path(
    band,
    `M-49.2 -53${waves(98.4, 3, 12)}C48 -45 46.5 -40 44.6 -35q-7.4 7 -14.9 0${'t-14.9 0'.repeat(5)}C-46.5 -40 -48 -45 -49.2 -53Z`,
  ) +
  path(ink.espresso, 'M24 -70H50C50 -26 38 -2 20 0H4C20 -12 28 -36 24 -70Z', 0.1) +
  ellipse(lit(body, 0.5), 0, -70, 50, 11) +
  ellipse(drink, 0, -69, 44, 8.4) +
  path(lit(drink, 0.3), 'M-42 -69C-36 -77 -8 -79 10 -77C-6 -74 -26 -73 -42 -69Z');

/** A saucer under a cup at the origin. */
export const saucer = (fill: string) =>
  shadowOn(12, 10, 84, 12) +
  ellipse(dim(fill, 0.2), 1, 4, 80, 13) +
  ellipse(fill, -1, 0, 78, 12) +
  ellipse(dim(fill, 0.1), 2, 0, 48, 7);

/** Fried bananas and a cake on a plate 180 wide at the origin. */
export const snacks =
  shadowOn(10, 8, 90, 16) +
  ellipse(ink.waterLight, 0, 0, 92, 20) +
  ellipse(lit(ink.waterLight, 0.5), -2, -3, 80, 15) +
  path(ink.caramel, 'M-64 -6C-60 -34 -20 -42 2 -24C8 -14 -6 0 -30 2Z') +
  path(ink.turmeric, 'M-64 -6C-60 -34 -30 -40 -8 -32C-30 -26 -50 -16 -64 -6Z') +
  path(ink.gulaAren, 'M-6 -2C0 -34 44 -40 66 -18C64 -4 40 4 12 4Z') +
  path(ink.caramel, 'M-6 -2C0 -34 40 -40 58 -26C34 -26 10 -16 -6 -2Z');

/** Water hyacinths, as they drift along every bank. */
export const lilies =
  ellipse(dim(ink.water, 0.3), 6, 10, 96, 16, 0.4) +
  path(ink.pandan, 'M-92 2C-76 -16 -34 -16 -20 0C-34 16 -76 18 -92 2ZM4 6C22 -12 66 -14 88 4C70 22 22 22 4 6Z') +
  path(
    mix(ink.pandan, ink.pandanLight, 0.5),
    'M-92 2C-76 -16 -34 -16 -20 0ZM-46 -10C-40 -30 0 -34 22 -18C10 2 -30 6 -46 -10Z',
  ) +
  path(ink.pandanLight, 'M-46 -10C-40 -30 0 -34 22 -18Z') +
  path(ink.rose, 'M22 -16C10 -30 14 -44 22 -52C26 -46 28 -42 30 -38C36 -44 42 -46 48 -46C50 -32 40 -18 22 -16Z') +
  path(lit(ink.rose, 0.4), 'M22 -16C10 -30 14 -44 22 -52C26 -40 26 -28 22 -16Z');

/** A palm whose foot is the origin; its crown leans aside. */
export function palm(height: number, lean: number, leaf: string = ink.pandan) {
  const [x, y, half, length] = [lean, -height, height / 36, height * 0.48];
  const fronds = [
    [-0.6, 0.62, -0.2],
    [0.62, 0.6, -0.3],
    [-1, 0.24, 0.2],
    [1, 0.2, -0.2],
    [-0.84, -0.2, 0.3],
    [0.82, -0.24, -0.1],
    [-0.3, -0.46, 0.1],
    [0.36, -0.5, 0],
  ].map(([across = 0, down = 0, light = 0]) => {
    const [dx, dy] = [across * length, down * length];
    return path(
      light < 0 ? dim(leaf, -light) : lit(leaf, light),
      `M${x} ${y}Q${x + dx * 0.5} ${y + dy * 0.5 - length * 0.48} ${x + dx} ${y + dy}Q${x + dx * 0.44} ${y + dy * 0.5 - length * 0.14} ${x} ${y + half}Z`,
    );
  });
  return (
    path(
      dim(ink.coffee, 0.1),
      `M${-half} 0Q${lean * 0.1} ${y / 2} ${x - half / 2} ${y}H${x + half / 2}Q${lean * 0.2 + half * 1.6} ${y / 2} ${half * 1.4} 0Z`,
    ) +
    fronds.join('') +
    disc(ink.gulaAren, x - half * 0.6, y + half, half) +
    disc(dim(ink.gulaAren), x + half, y + half * 1.4, half)
  );
}

/** A small boat 200 long, afloat at the origin. */
export const boat = (hull: string, stripe: string) =>
  path(dim(hull, 0.5), 'M-98 -20C-60 -6 60 -4 102 -24L90 -10C50 2 -50 2 -86 -8Z') +
  path(hull, 'M-104 -30C-66 -4 62 -2 108 -34C98 -2 74 14 50 16H-52C-76 14 -94 0 -104 -30Z') +
  path(stripe, 'M-100 -20C-60 4 60 6 105 -25L102 -17C60 12 -60 12 -97 -12Z') +
  path(ink.espresso, 'M20 -5C52 -8 84 -16 108 -34C98 -2 74 14 50 16H10C20 10 24 2 20 -5Z', 0.1);

/** A person's head and shoulders, 60 wide, cut off at the origin. */
export const bust = ({
  skin = ink.caramel as string,
  hair = ink.espresso as string,
  shirt = ink.rose as string,
  apron = '',
} = {}) =>
  path(shirt, 'M-34 0C-34 -34 -26 -48 -9 -52H11C27 -48 35 -34 35 0Z') +
  path(ink.espresso, 'M14 -51C28 -47 35 -34 35 0H20C24 -20 22 -40 14 -51Z', 0.1) +
  (apron &&
    path(
      apron,
      'M-15 -51L-9 -51C-8 -38 10 -38 11 -51L17 -50C18 -34 22 -28 24 -24V0H-24V-24C-20 -28 -16 -34 -15 -51Z',
    )) +
  path(dim(skin, 0.2), 'M-7 -66H8V-50C6 -44 -5 -44 -7 -50Z') +
  path(skin, 'M-17 -84C-18 -70 -12 -59 0 -59C12 -59 18 -70 17 -84Z') +
  path(
    hair,
    'M-19 -76C-24 -98 -10 -108 4 -106C20 -106 24 -92 19 -75C17 -82 14 -86 8 -87C0 -84 -12 -84 -16 -86C-17 -82 -18 -80 -19 -76Z',
  );

/** A cat that sits at the origin with its back to us, watching the water. */
export const cat = (fur: string) =>
  path(dim(fur, 0.3), 'M20 -4C40 4 46 -16 36 -26C33 -29 28 -25 31 -22C37 -14 30 -8 20 -12Z') +
  path(
    fur,
    'M-24 0C-28 -26 -18 -42 -12 -48C-18 -56 -18 -66 -16 -78L-5 -70C-2 -71 4 -71 7 -70L17 -78C20 -66 19 -56 13 -48C22 -40 28 -24 24 0Z',
  ) +
  path(
    ink.espresso,
    'M7 -70L17 -78C20 -66 19 -56 13 -48C22 -40 28 -24 24 0H8C16 -20 12 -40 4 -48C10 -56 10 -64 7 -70Z',
    0.2,
  );

/** A paper bag 80 wide and 100 high, its foot the origin. */
export const bag = (fill: string, sign = true) =>
  path(dim(fill, 0.4), 'M-30 -96L-24 -103L30 -104L34 -96Z') +
  path(fill, 'M-39 -98L-28 -94L-17 -99L-6 -94L5 -99L16 -94L27 -99L40 -95L38 0H-37Z') +
  path(lit(fill, 0.3), 'M-39 -98L-28 -94L-29 0H-37Z') +
  path(ink.espresso, 'M22 -97L27 -99L40 -95L38 0H16Z', 0.1) +
  (sign
    ? place(-23, -68, mark({ shop: dim(fill, 0.6), cup: dim(fill, 0.6), sun: dim(fill, 0.6) }), { scale: 0.7 })
    : '');

/** A receipt 44 wide, hanging down from the origin; its lines are the order, its foot is torn in waves. */
export const receipt = (length: number, lines: number) =>
  path(ink.milk, `M-22 0H22L23 ${length}q-3.8 6 -7.6 0${'t-7.5 0'.repeat(5)}Z`) +
  Array.from({ length: lines }, (_, i) =>
    board(i === lines - 1 ? ink.gulaAren : ink.crema, -15, 10 + i * 10, i % 2 ? 20 : 30, 4),
  ).join('');

/** A pin whose point is the origin, 60 high. */
export const pin = (fill: string) =>
  path(fill, 'M0 0C-8 -16 -25 -24 -25 -42C-25 -56 -14 -66 0 -66C14 -66 25 -56 25 -42C25 -24 8 -16 0 0Z') +
  path(ink.espresso, 'M0 0C2 -16 10 -28 10 -42C10 -54 8 -62 0 -66C14 -66 25 -56 25 -42C25 -24 8 -16 0 0Z', 0.2);

/** An awning `width` wide hanging from the origin: stripes cut in waves at the foot. */
export function awning(width: number, height: number, stripes: number, colours: readonly [string, string]) {
  const step = width / stripes;
  const flare = (x: number) => x + (x - width / 2) * 0.1;
  const stripe = (i: number) => {
    const [x, foot] = [i * step, step * 1.1];
    return `M${x} 0H${x + step}L${flare(x + step)} ${height}q${-foot / 2} ${step * 0.6} ${-foot} 0Z`;
  };
  const all = Array.from({ length: stripes }, (_, i) => i);
  return colours
    .map((colour, kind) =>
      path(
        colour,
        all
          .filter((i) => i % 2 === kind)
          .map(stripe)
          .join(''),
      ),
    )
    .join('');
}

/** A kingfisher perched at the origin, looking left. */
export const kingfisher =
  path(ink.water, 'M-14 -34C-12 -46 8 -48 12 -34C20 -26 22 -10 20 10L12 0C0 2 -8 -4 -9 -16C-10 -22 -14 -26 -14 -34Z') +
  path(ink.gulaAren, 'M-13 -28C-4 -26 2 -12 0 1C-8 0 -12 -8 -10 -18Z') +
  path(ink.espresso, 'M-13 -38L-38 -30L-13 -30Z') +
  disc(ink.milk, -5, -36, 3);

/** A whole picture. Most are shown at half their size, where whole units are fine enough for a `grain`. */
export const svg = (
  { width, height, grain = 1 }: { width: number; height: number; grain?: number },
  ...parts: string[]
) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linecap="round" stroke-linejoin="round">${shortenSvg(parts.join(''), grain)}</svg>\n`;

/** The sky of a morning. */
export const sky = mix(ink.crema, ink.rose, 0.3);
