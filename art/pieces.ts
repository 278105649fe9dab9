/** The parts that icons and splash screens are made of: the shop's waves, a cup, a bag, a receipt. */
import { mark, ofOneInk } from './logo.ts';
import { palette as ink } from './palette.ts';
import { ellipse, group, path } from './paper.ts';

/** A colour between two others; a share of 0 is the first, 1 the second. */
function mix(from: string, to: string, share: number) {
  const channel = (at: number) => {
    const [a = 0, b = 0] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

const lit = (colour: string, share: number) => mix(colour, ink.milk, share);
const dim = (colour: string, share: number) => mix(colour, ink.espresso, share);

/** A board with slightly irregular corners, as if cut by hand. */
function board(fill: string, x: number, y: number, width: number, height: number) {
  const most = Math.min(width, height) / 12;
  const slip = (corner: number) =>
    Math.max(-most, Math.min(most, ((Math.round(x * 7 + y * 13 + width * 3 + height + corner * 5) % 7) - 3) / 4));
  return path(
    fill,
    `M${x} ${y + slip(0)}L${x + width} ${y + slip(1)}L${x + width + slip(2)} ${y + height}H${x + slip(3)}Z`,
  );
}

export const place = (x: number, y: number, drawing: string, scale: number) =>
  group(`translate(${x} ${y}) scale(${scale})`, drawing);

/** The shop's motif, as part of a path: an edge of even waves. */
export function waves(length: number, count: number, height: number) {
  const half = length / count / 2;
  return `q${half / 2} ${-height} ${half} 0${`t${half} 0`.repeat(count * 2 - 1)}`;
}

/** A cup 100 wide and 70 high standing at the origin; its band is the waterline. */
export const cup =
  path(dim(ink.milk, 0.2), 'M45 -61C78 -66 80 -20 36 -18L39 -28C60 -30 62 -53 44 -50Z') +
  path(ink.milk, 'M-50 -70C-50 -26 -38 -2 -20 0H20C38 -2 50 -26 50 -70Z') +
  path(
    ink.water,
    `M-49.2 -53${waves(98.4, 3, 12)}C48 -45 46.5 -40 44.6 -35q-7.4 7 -14.9 0${'t-14.9 0'.repeat(5)}C-46.5 -40 -48 -45 -49.2 -53Z`,
  ) +
  path(ink.espresso, 'M24 -70H50C50 -26 38 -2 20 0H4C20 -12 28 -36 24 -70Z', 0.1) +
  ellipse(lit(ink.milk, 0.5), 0, -70, 50, 11) +
  ellipse(ink.coffee, 0, -69, 44, 8.4) +
  path(lit(ink.coffee, 0.3), 'M-42 -69C-36 -77 -8 -79 10 -77C-6 -74 -26 -73 -42 -69Z');

/** A paper bag 80 wide and 100 high, its foot the origin. */
export const bag =
  path(dim(ink.caramel, 0.4), 'M-30 -96L-24 -103L30 -104L34 -96Z') +
  path(ink.caramel, 'M-39 -98L-28 -94L-17 -99L-6 -94L5 -99L16 -94L27 -99L40 -95L38 0H-37Z') +
  path(lit(ink.caramel, 0.3), 'M-39 -98L-28 -94L-29 0H-37Z') +
  path(ink.espresso, 'M22 -97L27 -99L40 -95L38 0H16Z', 0.1) +
  place(-23, -68, mark(ofOneInk(dim(ink.caramel, 0.6))), 0.7);

/** A receipt 44 wide, hanging down from the origin; its lines are the order, its foot is torn in waves. */
export const receipt =
  path(ink.milk, `M-22 0H22L23 56q-3.8 6 -7.6 0${'t-7.5 0'.repeat(5)}Z`) +
  [0, 1, 2, 3, 4].map((i) => board(i === 4 ? ink.gulaAren : ink.crema, -15, 10 + i * 10, i % 2 ? 20 : 30, 4)).join('');
