import { mkdirSync, writeFileSync } from 'node:fs';
import { logos, mark } from './logo.ts';
import { palette as ink } from './palette.ts';
import { ellipse, group, path, strip, within } from './paper.ts';
import { compact } from './path-data.ts';

// Paper

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

const lit = (colour: string, share = 0.3) => mix(colour, ink.milk, share);
const dim = (colour: string, share = 0.3) => mix(colour, ink.espresso, share);

/** A sheet that lies on the one below and throws a little shadow on it, the light coming from the upper left. */
const sheet = (fill: string, d: string, depth = 4) =>
  `<path d="${d}" transform="translate(${depth} ${depth})" fill="${ink.shadow}" opacity=".1"/>${path(fill, d)}`;

const disc = (fill: string, x: number, y: number, r: number, opacity = 1) => ellipse(fill, x, y, r, r, opacity);

/** The outline of a board; its corners miss the square by a hair, as scissors do. */
function boardPath(x: number, y: number, width: number, height: number) {
  const most = Math.min(width, height) / 12;
  const slip = (corner: number) =>
    Math.max(-most, Math.min(most, ((Math.round(x * 7 + y * 13 + width * 3 + height + corner * 5) % 7) - 3) / 4));
  return `M${x} ${y + slip(0)}L${x + width} ${y + slip(1)}L${x + width + slip(2)} ${y + height}H${x + slip(3)}Z`;
}

const board = (fill: string, x: number, y: number, width: number, height: number) =>
  path(fill, boardPath(x, y, width, height));

export const place = (x: number, y: number, drawing: string, { scale = 1, turn = 0, flip = false } = {}) => {
  const turned = turn ? ` rotate(${turn})` : '';
  const scaled = flip ? ` scale(${-scale} ${scale})` : scale === 1 ? '' : ` scale(${scale})`;
  return group(`translate(${x} ${y})${turned}${scaled}`, drawing);
};

/** The shop's motif, for use inside a path: an edge of even waves. */
export function waves(length: number, count: number, height: number) {
  const half = length / count / 2;
  return `q${half / 2} ${-height} ${half} 0${`t${half} 0`.repeat(count * 2 - 1)}`;
}

/** Water with a waved surface at `y`, down to `bottom`. */
const waterPath = (x: number, y: number, width: number, bottom: number, count: number, height: number) =>
  `M${x} ${y}${waves(width, count, height)}V${bottom}H${x}Z`;

/** Glints on the water, each `width` long and thin as a willow leaf. */
const glints = (fill: string, ...places: readonly (readonly [x: number, y: number, width: number])[]) =>
  path(
    fill,
    places
      .map(
        ([x, y, width]) => `M${x} ${y}q${width / 2} ${-width / 12} ${width} 0q${-width / 2} ${width / 12} ${-width} 0Z`,
      )
      .join(''),
  );

const shadowOn = (x: number, y: number, half: number, height: number) => ellipse(ink.shadow, x, y, half, height, 0.2);

// Things

const steam = (fill: string, opacity = 1) =>
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
const saucer = (fill: string) =>
  shadowOn(12, 10, 84, 12) +
  ellipse(dim(fill, 0.2), 1, 4, 80, 13) +
  ellipse(fill, -1, 0, 78, 12) +
  ellipse(dim(fill, 0.1), 2, 0, 48, 7);

/** Fried bananas and a cake on a plate 180 wide at the origin. */
const snacks =
  shadowOn(10, 8, 90, 16) +
  ellipse(ink.waterLight, 0, 0, 92, 20) +
  ellipse(lit(ink.waterLight, 0.5), -2, -3, 80, 15) +
  path(ink.caramel, 'M-64 -6C-60 -34 -20 -42 2 -24C8 -14 -6 0 -30 2Z') +
  path(ink.turmeric, 'M-64 -6C-60 -34 -30 -40 -8 -32C-30 -26 -50 -16 -64 -6Z') +
  path(ink.gulaAren, 'M-6 -2C0 -34 44 -40 66 -18C64 -4 40 4 12 4Z') +
  path(ink.caramel, 'M-6 -2C0 -34 40 -40 58 -26C34 -26 10 -16 -6 -2Z');

/** Water hyacinths, as they drift along every bank. */
const lilies =
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
function palm(height: number, lean: number, leaf: string = ink.pandan) {
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
const boat = (hull: string, stripe: string) =>
  path(dim(hull, 0.5), 'M-98 -20C-60 -6 60 -4 102 -24L90 -10C50 2 -50 2 -86 -8Z') +
  path(hull, 'M-104 -30C-66 -4 62 -2 108 -34C98 -2 74 14 50 16H-52C-76 14 -94 0 -104 -30Z') +
  path(stripe, 'M-100 -20C-60 4 60 6 105 -25L102 -17C60 12 -60 12 -97 -12Z') +
  path(ink.espresso, 'M20 -5C52 -8 84 -16 108 -34C98 -2 74 14 50 16H10C20 10 24 2 20 -5Z', 0.1);

/** Someone's head and shoulders, 60 wide, cut off at the origin. */
const bust = ({
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
const cat = (fur: string) =>
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
const pin = (fill: string) =>
  path(fill, 'M0 0C-8 -16 -25 -24 -25 -42C-25 -56 -14 -66 0 -66C14 -66 25 -56 25 -42C25 -24 8 -16 0 0Z') +
  path(ink.espresso, 'M0 0C2 -16 10 -28 10 -42C10 -54 8 -62 0 -66C14 -66 25 -56 25 -42C25 -24 8 -16 0 0Z', 0.2);

/** An awning `width` wide hanging from the origin: stripes cut in waves at the foot. */
function awning(width: number, height: number, stripes: number, colours: readonly [string, string]) {
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
const kingfisher =
  path(ink.water, 'M-14 -34C-12 -46 8 -48 12 -34C20 -26 22 -10 20 10L12 0C0 2 -8 -4 -9 -16C-10 -22 -14 -26 -14 -34Z') +
  path(ink.gulaAren, 'M-13 -28C-4 -26 2 -12 0 1C-8 0 -12 -8 -10 -18Z') +
  path(ink.espresso, 'M-13 -38L-38 -30L-13 -30Z') +
  disc(ink.milk, -5, -36, 3);

function svg(width: number, height: number, ...parts: string[]) {
  const drawing = parts
    .join('')
    .replace(/(?<= d=")[^"]+/g, compact)
    .replace(/(?<=["( ])-?\d*\.\d+(?:e-\d+)?(?=[") ])/g, (number) => String(Math.round(Number(number) * 10) / 10));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linecap="round" stroke-linejoin="round">${drawing}</svg>\n`;
}

// Wide pictures

const sky = mix(ink.crema, ink.rose, 0.3);

function hero() {
  const far = mix(ink.waterLight, ink.rose, 0.4);
  const wood = mix(ink.coffee, ink.gulaAren, 0.3);
  const shopX = 640;
  const behind = [
    path(sky, 'M0 0H1200V900H0Z'),
    path(lit(sky, 0.3), 'M0 250C160 190 300 260 470 214C640 168 760 230 900 196C1020 168 1110 190 1200 170V500H0Z'),
    disc(lit(ink.crema, 0.5), 330, 330, 190),
    disc(mix(ink.turmeric, ink.crema, 0.5), 330, 330, 118),
    disc(mix(ink.turmeric, ink.crema, 0.2), 330, 330, 78),
    path(
      lit(ink.crema, 0.6),
      'M60 196C90 172 150 172 178 190C220 168 270 184 284 204C220 214 120 212 60 196ZM452 150C480 130 530 132 552 148C590 136 622 150 632 164C570 170 500 166 452 150Z',
    ),
    strip(dim(far), 4, 'M470 262q12 -12 20 -2q10 -12 22 -4M528 236q9 -9 15 -1q8 -9 16 -3'),
    sheet(
      far,
      'M0 446C80 420 150 352 232 340C260 330 280 338 300 352C370 398 430 410 520 420C640 398 700 360 800 376C930 392 1060 430 1200 404V520H0Z',
    ),
    sheet(
      mix(ink.waterLight, ink.water, 0.3),
      'M0 424C70 410 110 428 170 440C260 452 330 430 420 440C540 456 640 428 780 446C930 452 1060 440 1200 448V540H0Z',
      3,
    ),
    path(mix(ink.waterLight, ink.milk, 0.3), 'M0 470C200 462 420 472 640 468S1040 472 1200 466V900H0Z'),
    glints(mix(ink.turmeric, ink.milk, 0.5), [270, 490, 140], [296, 508, 96], [240, 530, 190], [300, 556, 80]),
  ];
  const farBoat = place(
    112,
    516,
    boat(dim(ink.water, 0.3), ink.caramel) +
      place(20, -8, bust({ shirt: ink.water }), { scale: 0.9 }) +
      path(ink.caramel, 'M-18 -92L20 -118L60 -92Z') +
      strip(ink.coffee, 4, 'M48 -52L86 30'),
    { scale: 0.6 },
  );
  const lake = [
    sheet(ink.waterLight, waterPath(-40, 536, 1280, 900, 7, 12)),
    farBoat,
    sheet(mix(ink.waterLight, ink.water, 0.2), waterPath(-120, 590, 1440, 900, 6, 16)),
    glints(lit(ink.waterLight, 0.5), [70, 618, 150], [420, 574, 110], [330, 640, 170]),
  ];
  const palms =
    place(1132, 640, palm(470, 30, mix(ink.pandan, ink.water, 0.3))) +
    place(1020, 640, palm(420, -50, mix(ink.pandanLight, ink.pandan, 0.6)));

  const jar = (x: number, fill: string, height = 34) =>
    board(fill, x, 454 - height, 24, height) +
    board(lit(fill, 0.4), x, 454 - height, 6, height) +
    board(ink.espresso, x - 2, 448 - height, 28, 8);
  const walls = [
    board(wood, shopX + 20, 336, 470, 306) + board(lit(wood, 0.2), shopX + 20, 336, 26, 306),
    path(dim(wood, 0.2), [0, 1, 2, 3, 4, 5].map((i) => boardPath(shopX + 20, 376 + i * 46, 470, 3)).join('')),
    path(ink.espresso, `M${shopX + 330} 336H${shopX + 490}V642H${shopX + 350}Z`, 0.2),
    board(mix(ink.gulaAren, ink.coffee, 0.4), shopX + 60, 396, 290, 156),
    ellipse(ink.turmeric, shopX + 205, 470, 140, 82, 0.3) + ellipse(ink.turmeric, shopX + 205, 460, 84, 70, 0.5),
    board(dim(wood, 0.5), shopX + 70, 454, 120, 7) +
      jar(shopX + 78, ink.chili, 22) +
      jar(shopX + 108, ink.pandanLight) +
      jar(shopX + 140, ink.crema, 26),
    place(shopX + 272, 562, bust({ shirt: ink.milk, apron: ink.water }), { scale: 1.1 }),
    strip(ink.espresso, 3, `M${shopX + 205} 396V416`) +
      path(ink.turmeric, `M${shopX + 190} 432C${shopX + 192} 410 ${shopX + 218} 410 ${shopX + 220} 432Z`),
    place(shopX + 110, 552, cup({ body: ink.turmeric, band: ink.milk }), { scale: 0.5 }),
    path(
      ink.water,
      `M${shopX + 146} 552L${shopX + 150} 516H${shopX + 178}L${shopX + 182} 552ZM${shopX + 151} 520L${shopX + 134} 510L${shopX + 150} 534Z`,
    ) + board(dim(ink.water), shopX + 154, 508, 20, 8),
    sheet(lit(wood, 0.2), boardPath(shopX + 44, 550, 322, 18), 5) + board(lit(wood, 0.4), shopX + 44, 550, 322, 5),
    board(dim(ink.water, 0.1), shopX + 60, 568, 290, 74),
    path(mix(ink.water, ink.waterLight, 0.4), `M${shopX + 60} 604${waves(290, 5, 14)}V642H${shopX + 60}Z`),
    board(dim(wood, 0.5), shopX + 384, 420, 84, 222) + board(ink.crema, shopX + 390, 426, 72, 104),
    path(ink.chili, waterPath(shopX + 390, 512, 72, 530, 3, 8)),
    path(ink.espresso, `M${shopX + 20} 350H${shopX + 490}V372L${shopX + 20} 366Z`, 0.2),
    place(shopX + 50, 380, awning(310, 52, 9, [ink.milk, ink.pandan])),
  ];
  const roofLine = `M${shopX + 110} 176L${shopX + 416} 170C${shopX + 440} 250 ${shopX + 476} 300 ${shopX + 540} 348L${shopX + 534} 366L${shopX - 30} 370L${shopX - 34} 350C${shopX + 30} 306 ${shopX + 80} 256 ${shopX + 110} 176Z`;
  const roof = [
    sheet(ink.gulaAren, roofLine, 6),
    path(
      lit(ink.gulaAren, 0.2),
      `M${shopX + 110} 176L${shopX + 176} 175C${shopX + 140} 260 ${shopX + 90} 320 ${shopX + 30} 368L${shopX - 30} 370L${shopX - 34} 350C${shopX + 30} 306 ${shopX + 80} 256 ${shopX + 110} 176Z`,
    ),
    path(
      ink.espresso,
      `M${shopX + 350} 171L${shopX + 416} 170C${shopX + 440} 250 ${shopX + 476} 300 ${shopX + 540} 348L${shopX + 534} 366L${shopX + 450} 367C${shopX + 400} 310 ${shopX + 366} 250 ${shopX + 350} 171Z`,
      0.2,
    ),
    within(
      roofLine,
      [218, 264, 310]
        .map((y, i) => strip(dim(ink.gulaAren, 0.2), 6, `M${shopX - 40 + i * 17} ${y}${waves(580, 15, 11)}`))
        .join(''),
      'hero-roof',
    ),
    board(dim(ink.gulaAren, 0.4), shopX + 104, 168, 318, 14),
  ];
  const stiltsAt = [596, 700, 830, 960, 1090];
  const stilts =
    path(dim(wood, 0.5), stiltsAt.map((x) => boardPath(x, 660, 16, 76)).join('')) +
    path(dim(wood, 0.2), stiltsAt.map((x) => boardPath(x, 660, 5, 76)).join(''));
  const under =
    path(dim(ink.water, 0.3), 'M580 664H1200V744C1000 764 760 756 600 730C592 700 588 684 580 664Z', 0.6) + stilts;
  const deck = [
    sheet(lit(wood, 0.1), 'M548 638L1200 636V662L552 666Z', 6),
    board(lit(wood, 0.4), 548, 637, 652, 7),
    path(
      dim(wood, 0.2),
      'M640 646H644V664H640ZM742 646H746V664H742ZM860 646H864V664H860ZM978 646H982V664H978ZM1094 646H1098V664H1094Z',
    ),
    board(dim(wood, 0.4), 566, 470, 10, 170) + strip(dim(wood, 0.5), 3, `M571 476Q600 470 ${shopX - 20} 372`),
    [
      [584, 466],
      [598, 446],
      [610, 418],
    ]
      .map(([x = 0, y = 0]) => disc(ink.turmeric, x, y + 8, 8))
      .join(''),
    place(604, 640, cat(dim(ink.gulaAren, 0.2)), { scale: 0.8 }),
    board(ink.chili, 1140, 596, 50, 44) +
      path(
        ink.pandan,
        'M1166 600C1130 580 1120 540 1130 520C1150 540 1160 560 1164 590C1160 550 1170 520 1190 506C1196 540 1186 580 1166 600Z',
      ),
  ];
  const sign =
    strip(dim(wood, 0.6), 3, `M${shopX - 2} 372V392M${shopX + 28} 372V392`) +
    sheet(ink.crema, boardPath(shopX - 22, 390, 76, 76)) +
    place(shopX - 6, 406, mark(), { scale: 0.7 });
  const near = [
    sheet(mix(ink.waterLight, ink.water, 0.5), waterPath(-60, 706, 1340, 900, 5, 20)),
    glints(ink.waterLight, [640, 742, 150], [880, 730, 120], [1040, 764, 130]),
    place(
      476,
      714,
      place(-22, -10, bust({ shirt: ink.chili, skin: ink.gulaAren }), { scale: 1.1 }) +
        path(lit(ink.caramel), 'M-74 -100L-22 -136L32 -98Z') +
        path(ink.caramel, 'M-22 -136L32 -98L-6 -99Z') +
        boat(ink.gulaAren, ink.turmeric) +
        place(46, -6, bag(ink.caramel, false), { scale: 0.4 }),
      { scale: 0.9 },
    ),
    strip(ink.crema, 3, 'M558 690Q580 700 592 664'),
    sheet(mix(ink.waterLight, ink.water, 0.7), waterPath(-160, 744, 1520, 900, 6, 18)),
    glints(
      dim(ink.water, 0.2),
      ...stiltsAt.flatMap(
        (x) =>
          [
            [x - 22, 762, 54],
            [x - 6, 778, 40],
          ] as const,
      ),
    ),
    glints(ink.waterLight, [700, 800, 150], [900, 852, 170]),
    place(1090, 846, `<g id="hero-lilies">${lilies}</g>`) +
      place(1000, 800, '<use href="#hero-lilies"/>', { scale: 0.5, flip: true }) +
      place(1180, 790, '<use href="#hero-lilies"/>', { scale: 0.4 }),
  ];
  const table = [
    sheet(mix(ink.caramel, ink.coffee, 0.3), 'M0 762C240 768 500 776 670 800C750 814 800 850 834 900H0Z', -6),
    path(mix(ink.caramel, ink.crema, 0.2), 'M0 772C240 778 500 786 662 810C736 822 780 856 808 900H0Z'),
    path(ink.coffee, 'M0 866C160 862 380 868 560 882C480 882 200 876 0 880Z', 0.2),
    place(232, 812, saucer(ink.crema) + cup(), { scale: 2.1 }),
    place(240, 650, steam(ink.milk, 0.8), { scale: 2.2 }),
    place(540, 838, snacks),
  ];
  return svg(1200, 900, ...behind, ...lake, palms, under, ...walls, ...roof, ...deck, sign, ...near, ...table);
}

/** Bushes in a row along a line. */
const bushes = (fill: string, size: number, apart: number, d: string) =>
  `<path fill="none" stroke="${fill}" stroke-width="${size}" stroke-linecap="round" stroke-dasharray="0 ${apart}" d="${d}"/>`;

/** Coffee from the hill to the tray: cherries, green beans, roasted beans. */
function aboutBeans() {
  const hill = (share: number) => mix(ink.pandanLight, ink.pandan, share);
  const terrace = (y: number, share: number, lean: number) => {
    const crest = (down: number) =>
      `M-10 ${y + down}C150 ${y - 60 - lean + down} 330 ${y + 20 + down} 480 ${y - 20 + down}S700 ${y - 70 + lean + down} 810 ${y - 30 + lean + down}`;
    return (
      sheet(hill(share), `${crest(0)}V620H-10Z`, 3) +
      bushes(mix(ink.pandan, ink.espresso, 0.3 - share / 4), 24, 34, crest(4)) +
      bushes(hill(share + 0.2), 20, 34, crest(0))
    );
  };
  const tray = (share: number) => mix(ink.caramel, ink.crema, share);
  const [cherry, green, roasted] = [ink.chili, mix(ink.pandanLight, ink.crema, 0.5), ink.coffee] as const;
  const beans: string[] = [];
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 18; column++) {
      const x = -234 + column * 27 + (row % 2) * 13 + ((row * 5 + column * 3) % 5) - 2;
      const y = -72 + row * 18 + ((row * 3 + column * 5) % 5) - 2;
      const shore = Math.sin(row * 0.9) * 16;
      if ((x / 236) ** 2 + (y / 82) ** 2 > 0.94 || Math.abs(Math.abs(x - shore) - 84) < 13) continue;
      const kind = x < shore - 84 ? 'c' : x < shore + 84 ? 'g' : 'r';
      beans.push(`<use href="#about-beans-${kind}" x="${x}" y="${y}"/>`);
    }
  }
  const bean = (id: string, fill: string) =>
    `<g id="about-beans-${id}">${ellipse(fill, 0, 0, 13, 10)}${path(lit(fill, 0.3), 'M-11 -3C-8 -9 2 -10 7 -7C0 -7 -6 -5 -11 -3Z')}${
      id === 'c' ? '' : strip(dim(fill, 0.5), 2, 'M-10 2C-4 -3 3 5 10 -1')
    }</g>`;
  const leaf = (x: number, y: number, turn: number, fill: string, scale = 1) =>
    place(
      x,
      y,
      path(fill, 'M0 0C20 -36 70 -44 122 -8C84 28 30 30 0 0Z') +
        path(lit(fill, 0.2), 'M0 0C20 -36 70 -44 122 -8C80 -10 40 -8 0 0Z'),
      { turn, scale },
    );
  const cherries = (x: number, y: number) =>
    [
      [-15, 4, 0.2],
      [14, 0, -0.1],
      [2, 20, 0],
      [-2, -12, -0.3],
    ]
      .map(
        ([dx = 0, dy = 0, tone = 0]) =>
          disc(tone < 0 ? dim(ink.chili, -tone) : mix(ink.chili, ink.turmeric, tone), x + dx, y + dy, 15) +
          ellipse(ink.milk, x + dx - 5, y + dy - 5, 4, 3, 0.4),
      )
      .join('');
  return svg(
    800,
    600,
    `<defs>${bean('c', cherry)}${bean('g', green)}${bean('r', roasted)}</defs>`,
    path(sky, 'M0 0H800V600H0Z'),
    disc(lit(ink.crema, 0.5), 240, 150, 120) + disc(mix(ink.turmeric, ink.crema, 0.4), 240, 150, 66),
    sheet(
      mix(ink.waterLight, ink.rose, 0.4),
      'M-10 250C120 226 210 150 290 84L318 92L340 82C420 170 520 236 810 262V620H-10Z',
      3,
    ),
    path(
      mix(ink.waterLight, ink.milk, 0.3),
      'M290 84L306 90C280 140 230 200 160 240C120 244 60 250 -10 250C120 226 210 150 290 84Z',
    ),
    path(lit(sky, 0.5), 'M306 82C298 62 322 56 318 38C340 40 352 58 336 66C332 72 330 76 330 84Z'),
    path(lit(sky, 0.6), 'M0 232C80 206 150 226 210 214C290 200 360 226 440 214C560 198 660 232 800 214V330H0Z'),
    terrace(280, 0.1, 20),
    terrace(338, 0.4, -10),
    place(
      596,
      350,
      bust({ shirt: ink.rose }) +
        path(ink.caramel, 'M-44 -82L2 -116L48 -80Z') +
        path(lit(ink.caramel), 'M-44 -82L2 -116L10 -81Z') +
        path(ink.gulaAren, 'M30 -38H70L62 0H38Z') +
        ellipse(ink.chili, 50, -38, 20, 7),
      { scale: 0.9 },
    ),
    terrace(384, 0.7, 20),
    sheet(mix(ink.caramel, ink.coffee, 0.5), `M-10 432${waves(820, 2, 18)}V620H-10Z`, -4),
    path(mix(ink.caramel, ink.coffee, 0.2), `M-10 442${waves(820, 2, 18)}V620H-10Z`),
    place(
      390,
      490,
      shadowOn(18, 28, 274, 92) +
        ellipse(tray(0), 0, 14, 268, 98) +
        ellipse(tray(0.4), 0, 0, 268, 98) +
        ellipse(tray(0.1), 0, 3, 248, 87) +
        beans.join('') +
        path(
          ink.shadow,
          'M120 -82C210 -66 262 -36 266 4C262 58 190 86 110 92C230 70 250 20 232 -12C216 -42 176 -66 120 -82Z',
          0.1,
        ),
    ),
    strip(dim(ink.pandan, 0.3), 9, 'M820 40C740 54 680 90 596 96'),
    leaf(800, 44, 140, dim(ink.pandan, 0.2), 1.1) +
      leaf(736, 62, 200, ink.pandan) +
      leaf(716, 66, 110, ink.pandan, 1.1) +
      leaf(646, 92, 90, dim(ink.pandan, 0.1)) +
      leaf(596, 96, 172, ink.pandan, 1.2) +
      leaf(650, 90, 214, lit(ink.pandan, 0.1)),
    cherries(700, 92) + cherries(622, 112) + cherries(762, 66),
  );
}

/** Behind the counter: a kettle, a filter, a window on the water. */
function aboutCounter() {
  const wall = mix(ink.crema, ink.caramel, 0.3);
  const wood = mix(ink.coffee, ink.gulaAren, 0.3);
  const view = boardPath(60, 90, 250, 210);
  const jar = (x: number, y: number, fill: string, height: number) =>
    board(ink.ice, x, y - height, 38, height) +
    board(fill, x + 3, y - height * 0.7, 32, height * 0.7 - 3) +
    board(ink.milk, x + 5, y - height + 4, 5, height - 8) +
    board(dim(ink.gulaAren, 0.2), x - 2, y - height - 8, 42, 10);
  const hungCup = (x: number, y: number, fill: string) =>
    strip(ink.espresso, 3, `M${x + 6} ${y}v8`) +
    path(
      fill,
      `M${x - 20} ${y + 12}H${x + 12}C${x + 12} ${y + 34} ${x + 4} ${y + 42} ${x - 4} ${y + 42}S${x - 20} ${y + 34} ${x - 20} ${y + 12}Z`,
    ) +
    strip(dim(fill, 0.2), 5, `M${x + 12} ${y + 18}c12 0 12 14 0 14`);
  const lamp = (x: number, y: number) =>
    strip(ink.espresso, 3, `M${x} 0V${y}`) +
    disc(ink.turmeric, x, y + 44, 12) +
    path(
      ink.pandan,
      `M${x - 46} ${y + 42}C${x - 44} ${y + 8} ${x - 16} ${y} ${x} ${y - 2}S${x + 44} ${y + 8} ${x + 46} ${y + 42}Z`,
    ) +
    path(
      ink.espresso,
      `M${x} ${y - 2}C${x + 16} ${y} ${x + 44} ${y + 8} ${x + 46} ${y + 42}H${x + 16}C${x + 16} ${y + 22} ${x + 8} ${y + 8} ${x} ${y - 2}Z`,
      0.2,
    );
  return svg(
    800,
    600,
    path(wall, 'M0 0H800V600H0Z'),
    path(lit(wall, 0.3), 'M60 90L310 90L640 430H390Z', 0.5),
    board(wood, 46, 76, 278, 238),
    within(
      view,
      path(sky, 'M50 80H320V310H50Z') +
        disc(lit(ink.crema, 0.5), 130, 180, 66) +
        disc(mix(ink.turmeric, ink.crema, 0.3), 130, 180, 36) +
        path(mix(ink.waterLight, ink.rose, 0.4), 'M50 216C120 180 190 214 320 196V320H50Z') +
        path(ink.waterLight, waterPath(40, 226, 300, 320, 4, 6)) +
        place(230, 246, boat(ink.gulaAren, ink.turmeric), { scale: 0.4 }) +
        path(mix(ink.waterLight, ink.water, 0.4), waterPath(20, 256, 320, 320, 3, 9)),
      'about-counter-view',
    ),
    board(wood, 180, 90, 9, 212) + board(lit(wood, 0.2), 36, 304, 298, 16),
    place(
      96,
      304,
      path(ink.chili, 'M-26 -34H26L20 0H-20Z') +
        path(
          ink.pandan,
          'M-2 -32C-34 -44 -40 -76 -34 -92C-14 -80 -4 -60 0 -36C-4 -64 6 -92 22 -100C30 -76 18 -46 4 -32Z',
        ) +
        path(ink.espresso, 'M8 -34H26L20 0H4Z', 0.2),
    ),
    sheet(wood, boardPath(420, 150, 330, 14)) + sheet(wood, boardPath(420, 262, 330, 14)),
    jar(440, 150, ink.coffee, 62) +
      jar(496, 150, ink.gulaAren, 48) +
      jar(550, 150, ink.pandanLight, 66) +
      jar(606, 150, ink.chili, 44) +
      jar(662, 150, ink.crema, 58),
    hungCup(470, 164, ink.milk) +
      hungCup(524, 164, ink.water) +
      hungCup(578, 164, ink.turmeric) +
      hungCup(632, 164, ink.rose) +
      hungCup(686, 164, ink.milk),
    place(706, 262, cup({ body: ink.waterLight, band: ink.milk }), { scale: 0.5 }) +
      place(660, 262, path(ink.gulaAren, 'M-16 0V-36H16V0Z') + path(lit(ink.gulaAren), 'M-16 0V-36H-6V0Z')),
    jar(436, 262, ink.turmeric, 40),
    lamp(386, 50) + lamp(770, 40),
    // The barista pours.
    path(lit(ink.crema, 0.5), 'M478 316C454 336 442 366 432 384L404 386L408 416C440 420 464 410 486 386Z'),
    path(ink.milk, 'M456 470C452 330 476 306 512 300H556C592 306 616 340 618 470Z'),
    path(ink.espresso, 'M568 302C596 312 616 340 618 470H572C584 400 584 340 568 302Z', 0.1),
    path(
      ink.water,
      'M504 301H512C514 330 554 330 556 301H564C566 340 578 356 592 364V470H478V364C494 356 502 340 504 301Z',
    ),
    path(dim(ink.water, 0.2), `M500 404${waves(70, 3, 8)}V448H502Z`),
    path(dim(ink.caramel, 0.2), 'M518 268H550V302C546 314 522 314 518 302Z'),
    path(ink.caramel, 'M500 226C498 262 512 282 534 282C556 282 570 262 568 226Z'),
    path(
      ink.espresso,
      'M496 244C486 196 508 178 538 180C572 180 582 206 572 246C568 232 562 224 552 222C534 230 512 230 502 224C500 232 498 236 496 244Z',
    ) + disc(ink.espresso, 566, 190, 20),
    board(lit(wood, 0.2), -10, 470, 820, 44),
    // Kettle, filter, glass.
    path(ink.chili, 'M338 372L392 368L400 428H328Z') +
      path(lit(ink.chili, 0.2), 'M338 372L352 371L344 428H328Z') +
      board(dim(ink.chili, 0.3), 342, 362, 46, 10) +
      disc(dim(ink.chili, 0.4), 365, 358, 6) +
      strip(dim(ink.chili, 0.2), 9, 'M336 412C306 410 308 376 284 372') +
      strip(dim(ink.chili, 0.4), 8, 'M394 378C420 378 420 418 398 418'),
    path(ink.caramel, 'M404 384C414 380 424 386 424 400C424 414 414 420 404 416C396 412 396 390 404 384Z'),
    strip(mix(ink.coffee, ink.caramel, 0.3), 4, 'M280 376V426'),
    path(ink.milk, 'M238 418H326L298 464H266Z') +
      path(ink.espresso, 'M290 418H326L298 464H282Z', 0.1) +
      ellipse(ink.coffee, 282, 420, 38, 6),
    shadowOn(294, 500, 50, 6) +
      path(ink.ice, 'M254 464H310L320 496C320 502 316 504 310 504H254C248 504 244 502 244 496Z') +
      path(
        ink.coffee,
        'M248 484C262 478 300 490 316 484L320 496C320 502 316 504 310 504H254C248 504 244 502 244 496Z',
      ) +
      path(ink.milk, 'M260 467H267L259 500H252Z', 0.5),
    place(700, 490, snacks, { scale: 0.7 }) +
      place(96, 498, saucer(ink.crema) + cup({ band: ink.chili }), { scale: 0.8 }),
    place(96, 436, steam(ink.milk, 0.7), { scale: 0.8 }),
    sheet(lit(wood, 0.1), boardPath(-10, 510, 820, 30), 6) + board(lit(wood, 0.4), -10, 510, 820, 7),
    board(ink.water, -10, 540, 820, 70) +
      path(dim(ink.water, 0.2), `M-10 572${waves(820, 8, 16)}V610H-10Z`) +
      path(mix(ink.water, ink.waterLight, 0.2), `M-10 590${waves(820, 8, 16)}V610H-10Z`),
  );
}

/** The place from above: the lake, the river that feeds it, and the shop where they meet. */
function map() {
  const land = mix(ink.crema, ink.paper, 0.4);
  const shore = (d: number) =>
    `M-20 ${300 - d}C120 ${286 - d} 210 ${330 - d} 300 ${386 - d}S430 ${500 - d} 560 ${486 - d}S690 ${430 - d} 780 ${500 - d}S900 ${640 - d} 1010 ${720 - d}H-20Z`;
  const house = (id: string, fill: string) =>
    `<g id="map-${id}">${path(ink.shadow, 'M-17 -13L23 -13L23 19L-17 19Z', 0.1)}${path(lit(fill, 0.3), 'M-20 -16L20 -17V0H-20Z')}${path(fill, 'M-20 0H20L21 16L-20 15Z')}</g>`;
  const tree = (id: string, fill: string) =>
    `<g id="map-${id}">${disc(ink.shadow, 4, 4, 15, 0.1)}${disc(fill, 0, 0, 15)}${disc(lit(fill, 0.2), -4, -4, 8)}</g>`;
  const put = (id: string, ...places: readonly (readonly [x: number, y: number, turn?: number])[]) =>
    places
      .map(([x, y, turn]) =>
        turn
          ? `<use href="#map-${id}" transform="translate(${x} ${y}) rotate(${turn})"/>`
          : `<use href="#map-${id}" x="${x}" y="${y}"/>`,
      )
      .join('');
  const road = (width: number, d: string) => strip(ink.milk, width, d);
  const river = 'M1010 -30C1000 60 930 110 900 190S860 330 800 380S700 440 680 520';
  const hull = (fill: string) =>
    path(ink.shadow, 'M-30 6Q4 -8 42 4Q4 22 -30 6Z', 0.1) +
    path(fill, 'M-38 0Q0 -18 38 -2Q2 18 -38 0Z') +
    path(dim(fill, 0.5), 'M-28 0Q0 -10 29 -2Q2 11 -28 0Z') +
    board(lit(fill, 0.5), -12, -6, 5, 11) +
    board(lit(fill, 0.5), 8, -7, 5, 11);
  const field = (x: number, y: number, width: number, height: number, turn: number) =>
    place(
      x,
      y,
      board(ink.pandanLight, 0, 0, width, height) +
        Array.from({ length: Math.floor(height / 16) }, (_, i) =>
          strip(mix(ink.pandanLight, ink.pandan, 0.3), 4, `M6 ${11 + i * 16}${waves(width - 12, 4, 4)}`),
        ).join(''),
      { turn },
    );
  return svg(
    1200,
    700,
    `<defs>${house('a', ink.gulaAren)}${house('b', ink.caramel)}${house('c', mix(ink.chili, ink.gulaAren, 0.4))}${tree('t', ink.pandan)}${tree('u', mix(ink.pandan, ink.pandanLight, 0.5))}</defs>`,
    path(land, 'M0 0H1200V700H0Z'),
    path(
      mix(ink.pandanLight, ink.crema, 0.5),
      'M0 0H330C300 60 330 110 270 150S120 180 90 230S40 270 0 262ZM1200 300C1120 320 1060 380 1050 450S1090 600 1200 620ZM560 0H760C770 60 700 110 640 92S560 40 560 0Z',
    ),
    field(962, 40, 210, 96, 8) + field(990, 150, 180, 80, 8) + field(36, 30, 150, 80, -6),
    strip(mix(land, ink.caramel, 0.4), 66, river) +
      strip(ink.waterLight, 54, river) +
      strip(mix(ink.waterLight, ink.milk, 0.3), 8, 'M996 20C980 80 920 120 888 196S846 326 790 372'),
    sheet(mix(land, ink.caramel, 0.4), shore(18), -3),
    path(lit(ink.waterLight, 0.3), shore(0)),
    path(ink.waterLight, shore(-46)),
    path(mix(ink.waterLight, ink.water, 0.2), shore(-104)),
    path(mix(ink.waterLight, ink.water, 0.4), shore(-176)),
    [
      [60, 560],
      [300, 640],
      [470, 590],
      [180, 470],
      [640, 650],
      [80, 660],
    ]
      .map(([x = 0, y = 0]) => strip(mix(ink.waterLight, ink.milk, 0.3), 4, `M${x} ${y}q12 -8 24 0t24 0t24 0`))
      .join(''),
    road(22, 'M-20 216C140 206 260 250 350 306S500 410 600 390S740 330 850 270S1060 210 1220 232') +
      road(16, 'M420 -20C430 90 470 170 460 250S440 330 430 352') +
      road(16, 'M700 -20C690 70 640 150 650 240S640 340 634 384') +
      road(12, 'M-20 120C120 120 230 130 448 150S560 190 652 178') +
      road(12, 'M652 130C720 140 780 120 850 60S900 10 900 -20') +
      road(14, 'M900 254C960 340 960 430 1040 520S1150 640 1160 720') +
      road(12, 'M984 420C1060 410 1120 400 1220 410'),
    place(
      838,
      276,
      board(mix(ink.caramel, ink.coffee, 0.3), -44, -16, 88, 32) +
        [0, 1, 2, 3, 4, 5].map((i) => board(lit(ink.caramel, 0.2), -40 + i * 14, -13, 10, 26)).join(''),
      { turn: -28 },
    ),
    put(
      'a',
      [300, 70, 8],
      [372, 110, -6],
      [520, 130, 10],
      [250, 196, 20],
      [520, 250, 80],
      [580, 214, 6],
      [702, 210, -12],
      [720, 290, -30],
      [1010, 300, 4],
      [1100, 290, 4],
      [1120, 470, 90],
      [1070, 560, 50],
      [110, 160],
    ),
    put(
      'b',
      [362, 56, -4],
      [500, 60, 4],
      [580, 150, 4],
      [386, 196, -8],
      [320, 246, 34],
      [716, 160, 8],
      [770, 80, -20],
      [590, 270, 4],
      [950, 292, 60],
      [1080, 370, -4],
      [1160, 350],
      [1110, 540, 40],
      [200, 90, 4],
    ),
    put(
      'c',
      [250, 90, -4],
      [526, 190, 86],
      [390, 270, 60],
      [770, 226, -30],
      [700, 60, 80],
      [1150, 280, 4],
      [1020, 360, 60],
      [920, 380, 60],
      [1040, 620, 50],
      [48, 158, -4],
      [510, 300, 20],
    ),
    put(
      't',
      [30, 60],
      [66, 236],
      [96, 222],
      [214, 150],
      [290, 130],
      [470, 30],
      [610, 40],
      [640, 60],
      [800, 150],
      [830, 130],
      [930, 180],
      [1090, 440],
      [1150, 570],
      [1176, 540],
      [760, 420],
      [800, 470],
      [20, 250],
      [860, 620],
      [940, 570],
    ),
    put(
      'u',
      [150, 226],
      [176, 150],
      [320, 150],
      [440, 210],
      [590, 60],
      [660, 100],
      [668, 300],
      [780, 176],
      [960, 130],
      [1060, 420],
      [1180, 590],
      [1130, 600],
      [840, 420],
      [700, 350],
      [916, 640],
      [880, 576],
      [392, 330],
      [340, 350],
    ),
    place(290, 520, hull(ink.gulaAren), { turn: -16 }) +
      place(160, 610, hull(ink.caramel), { turn: 12 }) +
      place(430, 650, hull(ink.chili), { turn: -40 }),
    place(
      600,
      440,
      path(ink.shadow, 'M-60 -32H76V56H2V126H-32V56H-60Z', 0.1) +
        board(mix(ink.caramel, ink.crema, 0.3), -68, -40, 136, 88) +
        [-20, 0, 20, 40].map((y) => board(mix(ink.caramel, ink.coffee, 0.2), -68, y, 136, 2)).join('') +
        board(mix(ink.caramel, ink.crema, 0.3), -40, 48, 34, 70) +
        path(lit(ink.gulaAren, 0.3), 'M-50 -42L50 -43L40 -8H-40Z') +
        path(ink.gulaAren, 'M-40 -8H40L52 28L-51 27Z') +
        path(dim(ink.gulaAren, 0.2), 'M50 -43L40 -8L52 28Z') +
        path(lit(ink.gulaAren, 0.1), 'M-50 -42L-40 -8L-51 27Z') +
        disc(ink.milk, -54, 38, 7) +
        disc(ink.turmeric, 54, 38, 8) +
        place(12, 90, hull(ink.water), { turn: 86 }),
    ),
    place(
      600,
      420,
      shadowOn(4, 0, 26, 8) +
        place(0, 0, pin(ink.chili), { scale: 2 }) +
        disc(ink.milk, 0, -84, 34) +
        place(-22, -106, mark(), { scale: 0.7 }),
    ),
  );
}

// A tile for a product whose own picture has not come

const product = () =>
  svg(
    400,
    400,
    path(ink.crema, 'M0 0H400V400H0Z'),
    disc(lit(ink.crema, 0.5), 170, 150, 112),
    path(mix(ink.crema, ink.caramel, 0.2), waterPath(-70, 268, 560, 400, 2, 12)),
    path(mix(ink.crema, ink.caramel, 0.3), waterPath(-130, 290, 560, 400, 2, 12)),
    place(
      196,
      304,
      saucer(mix(ink.crema, ink.caramel, 0.1)) +
        cup({
          body: lit(ink.crema, 0.6),
          band: mix(ink.crema, ink.caramel, 0.6),
          drink: mix(ink.caramel, ink.coffee, 0.4),
        }),
      { scale: 1.5 },
    ),
    place(196, 184, steam(lit(ink.crema, 0.7)), { scale: 1.2 }),
  );

// Small pictures that stand on paper and on espresso alike: each brings its own piece of the bank

const sand = mix(ink.caramel, ink.crema, 0.5);
const shoreline = 'M160 16C238 8 296 50 302 116C308 188 250 226 166 228C78 230 20 192 16 122C12 54 82 20 160 16Z';

interface Weather {
  air?: string;
  sun?: readonly [x: number, y: number, r: number];
  /** What is near: the sand of the bank, or only water. */
  near?: 'sand' | 'water';
  far?: string;
}

/** A 320 × 240 picture on a piece of the bank; `drawing` may leave the piece. */
function vignette(
  name: string,
  { air = sky, sun = [118, 92, 54], near = 'sand', far = '' }: Weather,
  ...drawing: string[]
) {
  const water = mix(ink.waterLight, air, 0.2);
  const ground =
    near === 'sand'
      ? path(lit(sand, 0.4), waterPath(-60, 176, 440, 240, 2, 9)) + path(sand, waterPath(-80, 184, 440, 240, 2, 9))
      : path(mix(ink.waterLight, ink.water, 0.2), waterPath(-50, 172, 420, 240, 3, 9)) +
        path(mix(ink.waterLight, ink.water, 0.4), waterPath(-110, 200, 480, 240, 3, 9));
  return svg(
    320,
    240,
    within(
      shoreline,
      path(air, 'M0 0H320V240H0Z') +
        disc(lit(air, 0.5), ...sun) +
        far +
        path(water, waterPath(-20, 146, 360, 240, 4, 5)) +
        glints(lit(water, 0.5), [40, 160, 46], [226, 158, 50]) +
        ground,
      `${name}-bank`,
    ),
    ...drawing,
  );
}

const emptyCart = () => {
  const rattan = ink.caramel;
  return vignette(
    'empty-cart',
    {},
    shadowOn(170, 206, 82, 11),
    strip(dim(rattan, 0.2), 8, 'M106 142C104 50 216 50 214 142'),
    path(dim(rattan, 0.5), 'M96 142C120 132 200 132 224 142L220 154H100Z'),
    // Whoever finds the basket first may keep it.
    path(ink.espresso, 'M112 150C108 116 140 100 170 104C196 106 212 122 210 150Z') +
      path(lit(ink.espresso, 0.2), 'M112 150C108 116 140 100 170 104C150 108 132 122 130 150Z'),
    path(
      ink.espresso,
      'M172 132C168 118 172 104 172 96L184 105C190 103 196 103 202 105L213 97C214 106 218 118 212 132C206 144 178 144 172 132Z',
    ) + strip(ink.crema, 2, 'M180 122q4 4 8 0M197 122q4 4 8 0'),
    path(rattan, 'M92 144C130 152 190 152 228 144L214 200C190 208 130 208 106 200Z'),
    [0, 1, 2]
      .map((i) => strip(dim(rattan, 0.2), 5, `M${99 + i * 4} ${162 + i * 14}${waves(122 - i * 8, 8, 7)}`))
      .join(''),
    path(ink.milk, 'M92 144C104 147 112 148 120 148.5L126 204C118 203 112 202 106 200Z', 0.2) +
      path(ink.espresso, 'M196 149C208 148 218 146 228 144L214 200C208 202 198 204 188 205Z', 0.1),
    path(lit(rattan, 0.2), 'M90 138C130 147 190 147 230 138L229 150C190 158 130 158 91 150Z'),
    strip(ink.espresso, 7, 'M130 146C116 158 118 172 128 178'),
  );
};

const emptyOrders = () =>
  vignette(
    'empty-orders',
    { near: 'water', sun: [204, 84, 52] },
    place(
      164,
      184,
      path(dim(ink.crema, 0.2), 'M0 -104L44 -18H0Z') +
        path(ink.milk, 'M0 -104L-42 -18H0Z') +
        board(ink.gulaAren, -22, -38, 18, 4) +
        board(ink.crema, -17, -52, 13, 4) +
        board(ink.crema, -12, -66, 8, 4) +
        path(ink.crema, 'M-92 -32L-30 -14C-10 -9 12 -9 32 -14L94 -34L56 18C20 24 -24 24 -54 18Z') +
        path(ink.milk, 'M-92 -32L-30 -14C-14 -10 -4 -10 4 -10L-10 22C-28 22 -44 20 -54 18Z') +
        path(ink.espresso, 'M32 -14L94 -34L56 18C44 20 32 21 20 22Z', 0.1),
    ),
    path(mix(ink.waterLight, ink.water, 0.4), `M70 196${waves(190, 3, 9)}C240 214 90 214 70 196Z`),
    glints(lit(ink.waterLight, 0.5), [120, 216, 70]),
  );

const emptyAddresses = () =>
  vignette(
    'empty-addresses',
    { sun: [206, 86, 50] },
    shadowOn(168, 206, 40, 7),
    [
      [70, 208],
      [92, 200],
      [114, 208],
      [136, 201],
    ]
      .map(([x = 0, y = 0]) => ellipse(dim(sand, 0.2), x, y, 6, 3))
      .join(''),
    board(mix(ink.coffee, ink.gulaAren, 0.4), 154, 58, 14, 148) + board(lit(ink.coffee), 154, 58, 5, 148),
    sheet(ink.caramel, 'M92 84L178 82V114L93 116L76 100Z', 3) + path(lit(ink.caramel), 'M92 84L178 82V88L88 91Z'),
    sheet(ink.milk, 'M144 124L232 126L248 142L231 158L144 156Z', 3) +
      path(ink.espresso, 'M214 126L232 126L248 142L231 158H214Z', 0.1),
    place(160, 58, kingfisher),
    path(
      ink.pandan,
      'M176 206C172 188 184 176 190 170C192 186 192 198 184 206C190 196 202 190 210 190C208 200 198 208 188 208Z',
    ),
  );

const noProducts = () =>
  vignette(
    'no-products',
    { air: mix(ink.pandanLight, ink.crema, 0.4), sun: [206, 84, 50] },
    shadowOn(146, 208, 74, 9),
    path(
      ink.ice,
      'M86 108C86 98 96 96 96 88H176C176 96 186 98 186 108V200C186 206 180 208 174 208H98C92 208 86 206 86 200Z',
      0.8,
    ),
    path(ink.milk, 'M92 110C92 102 100 98 102 92H112C110 100 104 104 104 112V200H92Z', 0.8) +
      path(
        ink.espresso,
        'M166 88H176C176 96 186 98 186 108V200C186 206 180 208 174 208H160C172 190 176 110 166 88Z',
        0.1,
      ),
    board(ink.gulaAren, 90, 74, 92, 16) + board(lit(ink.gulaAren), 90, 74, 30, 16),
    place(
      150,
      198,
      ellipse(ink.coffee, 0, 0, 13, 9) +
        path(lit(ink.coffee), 'M-12 -2C-8 -9 2 -10 8 -7C0 -7 -6 -5 -12 -2Z') +
        strip(ink.espresso, 2, 'M-11 2C-4 -3 4 5 11 -1'),
      { turn: -14 },
    ),
    strip(ink.coffee, 13, 'M236 214L210 182') +
      disc(ink.turmeric, 184, 156, 42) +
      disc(mix(ink.waterLight, ink.milk, 0.5), 184, 156, 33),
    place(
      176,
      166,
      ellipse(ink.coffee, 0, 0, 23, 16) +
        path(lit(ink.coffee), 'M-21 -4C-14 -16 4 -18 14 -12C0 -12 -10 -9 -21 -4Z') +
        strip(ink.espresso, 3, 'M-20 4C-7 -5 7 9 20 -2'),
      { turn: -14 },
    ),
    path(ink.milk, 'M160 142C164 132 174 126 186 126C176 132 168 138 164 148Z'),
  );

const offline = () =>
  vignette(
    'offline',
    { near: 'water', air: mix(ink.waterLight, ink.water, 0.3), sun: [206, 112, 56] },
    board(dim(ink.coffee, 0.1), 44, 116, 18, 84) +
      board(lit(ink.coffee, 0.2), 44, 116, 6, 84) +
      ellipse(lit(ink.coffee, 0.4), 53, 116, 9, 3),
    strip(
      ink.crema,
      5,
      'M44 136C52 142 60 140 62 134M44 144C52 150 60 148 62 142C72 152 76 170 86 178C90 182 96 182 100 178',
    ) + strip(ink.crema, 2, 'M100 178l6 -4M100 178l7 1M100 178l4 5'),
    place(
      194,
      184,
      place(2, -10, cup(), { scale: 0.6 }) +
        boat(ink.gulaAren, ink.turmeric) +
        strip(ink.crema, 5, 'M-102 -28C-108 -16 -112 -6 -108 6'),
      { scale: 0.8, turn: -4 },
    ),
    // The steam looks for a signal.
    strip(ink.milk, 7, 'M184 114C190 108 202 108 208 114') +
      strip(ink.milk, 7, 'M172 100C178 94 184 91 190 90M203 90C211 92 216 95 220 100', 0.7) +
      strip(ink.milk, 7, 'M160 86C166 80 172 76 179 74M214 74C222 77 228 81 232 86', 0.4),
    path(mix(ink.waterLight, ink.water, 0.4), `M112 198${waves(162, 3, 8)}C256 214 126 214 112 198Z`),
    glints(lit(ink.waterLight, 0.5), [60, 208, 60]),
  );

const error = () =>
  vignette(
    'error',
    { air: mix(ink.rose, ink.crema, 0.4), sun: [112, 84, 48] },
    shadowOn(196, 196, 62, 8),
    path(
      ink.coffee,
      'M184 172C164 184 150 172 126 178C84 176 34 186 40 202C48 220 104 214 134 218C172 222 224 220 222 206C220 196 206 192 210 184Z',
    ),
    path(
      lit(ink.coffee, 0.2),
      'M184 172C164 184 150 172 126 178C92 176 56 182 44 196C76 186 106 194 134 188C152 184 170 190 186 182Z',
    ),
    place(226, 150, cup(), { scale: 1.1, turn: -104 }),
    place(
      110,
      206,
      path(ink.crema, 'M0 -30L14 -4H0Z') +
        path(ink.milk, 'M0 -30L-14 -4H0Z') +
        path(ink.milk, 'M-30 -9L-10 -4H10L30 -10L18 6H-18Z') +
        path(ink.espresso, 'M10 -4L30 -10L18 6H6Z', 0.1),
    ),
  );

const logInFirst = () => {
  const wood = mix(ink.coffee, ink.gulaAren, 0.3);
  return vignette(
    'log-in-first',
    {
      air: dim(ink.water, 0.1),
      sun: [74, 66, 26],
      far: path(dim(ink.water, 0.3), 'M0 134C60 118 110 128 160 124S260 118 320 132V160H0Z'),
    },
    shadowOn(170, 214, 108, 8),
    board(wood, 76, 62, 172, 150) + path(ink.espresso, 'M214 62H248V212H222Z', 0.2),
    board(dim(ink.coffee, 0.6), 92, 82, 140, 86) +
      board(mix(ink.turmeric, ink.gulaAren, 0.3), 92, 82, 140, 86) +
      disc(ink.turmeric, 162, 130, 46),
    place(162, 180, bust({ shirt: ink.milk, apron: ink.water }), { scale: 0.8 }),
    [0, 1, 2, 3].map((i) => board(i % 2 ? lit(wood, 0.3) : lit(wood, 0.2), 90, 80 + i * 6, 144, 6)).join(''),
    sheet(lit(wood, 0.2), boardPath(82, 164, 160, 12), 3),
    place(72, 52, awning(180, 30, 9, [ink.milk, ink.chili])) + path(lit(wood, 0.1), 'M66 44L256 43L252 56H72Z'),
    strip(ink.espresso, 2, 'M150 176L122 190M150 176L178 190') + sheet(ink.crema, boardPath(104, 188, 92, 36), 3),
    // 'Closed' needs no word when a key lies next to it.
    strip(ink.gulaAren, 6, 'M140 206H176M162 208V214M174 208V216') +
      path(
        ink.gulaAren,
        'M128 194C136 194 141 199 141 206S136 218 128 218S115 213 115 206S120 194 128 194ZM128 201C125 201 122 203 122 206S125 211 128 211S134 209 134 206S131 201 128 201Z',
      ),
    place(222, 164, cup(), { scale: 0.4 }),
    place(264, 208, cat(dim(ink.gulaAren, 0.2)), { scale: 0.6 }),
  );
};

const welcome = () =>
  vignette(
    'welcome',
    { sun: [140, 88, 58] },
    place(146, 200, saucer(ink.crema) + cup(), { scale: 1.2 }),
    place(146, 108, steam(ink.milk), { scale: 0.8 }),
    strip(ink.chili, 4, 'M222 136C232 142 238 146 240 154'),
    place(
      242,
      150,
      path(
        ink.turmeric,
        'M0 -2C12 -2 20 6 20 18C20 28 14 35 6 37L8 68H18V76H8V82H16V90H-6L-4 37C-13 34 -19 27 -19 17C-19 6 -11 -2 0 -2ZM0 8C-6 8 -9 12 -9 17S-6 27 0 27S10 23 10 17S6 8 0 8Z',
      ) +
        path(
          ink.espresso,
          'M8 0C15 3 20 10 20 18C20 28 14 35 6 37L8 68H18V76H8V82H16V90H4L2 37C12 34 14 26 14 18S12 4 8 0Z',
          0.2,
        ),
      { turn: -18, scale: 0.8 },
    ),
  );

const orderPlaced = () =>
  vignette(
    'order-placed',
    { sun: [208, 84, 52] },
    shadowOn(148, 208, 66, 9),
    place(148, 34, receipt(64, 5), { turn: 7, scale: 1.2 }),
    place(136, 206, bag(ink.caramel), { scale: 1.2 }),
    shadowOn(232, 208, 42, 7),
    place(226, 206, cup({ body: ink.milk, band: ink.chili }), { scale: 0.8 }),
    place(226, 142, steam(ink.milk), { scale: 0.8 }),
  );

// The four services, clear at 64 px

/** A 160 × 160 picture on a round of the bank. */
function service(name: string, air: string, ...drawing: string[]) {
  const round = 'M80 8C122 6 153 38 152 80C152 122 121 153 80 152C38 153 7 121 8 79C8 38 40 8 80 8Z';
  return svg(
    160,
    160,
    within(
      round,
      path(air, 'M0 0H160V160H0Z') +
        disc(lit(air, 0.4), 60, 58, 40) +
        path(mix(ink.waterLight, ink.water, 0.2), waterPath(-20, 112, 200, 160, 3, 8)) +
        path(mix(ink.waterLight, ink.water, 0.5), waterPath(-40, 132, 220, 160, 3, 8)),
      `${name}-round`,
    ),
    ...drawing,
  );
}

const serviceOrder = () =>
  service(
    'service-order',
    ink.crema,
    shadowOn(82, 136, 46, 6),
    sheet(ink.gulaAren, boardPath(38, 28, 80, 106), 3) +
      board(ink.milk, 46, 40, 64, 86) +
      board(dim(ink.gulaAren, 0.5), 62, 22, 32, 16),
    place(66, 76, cup({ body: ink.turmeric }), { scale: 0.3 }) +
      board(ink.caramel, 88, 58, 16, 6) +
      board(ink.crema, 88, 69, 12, 5),
    board(ink.crema, 54, 88, 48, 6) + board(ink.crema, 54, 100, 34, 6) + board(ink.chili, 54, 112, 24, 6),
    place(
      120,
      86,
      path(ink.turmeric, 'M-8 -44H8V34L0 52L-8 34Z') +
        path(ink.espresso, 'M2 -44H8V34L0 52Z', 0.2) +
        path(ink.crema, 'M-8 34H8L0 52Z') +
        path(ink.espresso, 'M-3 45H3L0 52Z') +
        board(ink.chili, -8, -50, 16, 10),
      { turn: 22 },
    ),
  );

const servicePickup = () =>
  service(
    'service-pickup',
    mix(ink.rose, ink.crema, 0.3),
    board(mix(ink.coffee, ink.gulaAren, 0.3), 14, 124, 132, 12) + board(lit(ink.coffee, 0.3), 14, 124, 132, 4),
    shadowOn(80, 124, 44, 4),
    place(70, 124, bag(ink.caramel), { scale: 0.8 }),
    place(
      120,
      124,
      path(ink.milk, 'M-15 -46H15L10 0H-10Z') +
        path(ink.water, `M-14.2 -34${waves(28, 2, 6)}L11 -10H-11.5Z`) +
        path(ink.espresso, 'M5 -46H15L10 0H3Z', 0.1) +
        board(ink.coffee, -18, -53, 36, 8),
    ),
    place(22, 18, awning(116, 24, 7, [ink.milk, ink.chili])) + board(dim(ink.coffee, 0.2), 16, 12, 128, 8),
  );

const serviceDelivery = () =>
  service(
    'service-delivery',
    mix(ink.pandanLight, ink.crema, 0.4),
    path(mix(ink.caramel, ink.coffee, 0.2), 'M6 124L154 122V134L8 136Z'),
    shadowOn(82, 128, 58, 5),
    place(
      78,
      128,
      disc(ink.espresso, -34, -16, 17) +
        disc(ink.ice, -34, -16, 7) +
        disc(ink.espresso, 40, -16, 17) +
        disc(ink.ice, 40, -16, 7) +
        path(
          ink.chili,
          'M-58 -32C-58 -52 -38 -56 -16 -54L-4 -52C0 -38 2 -28 10 -26H22L22 -62L32 -68L42 -34C54 -34 60 -26 60 -18C52 -26 36 -28 28 -14H-14C-16 -34 -46 -36 -54 -20Z',
        ) +
        path(
          ink.espresso,
          'M22 -62L32 -68L42 -34C54 -34 60 -26 60 -18C52 -26 36 -28 28 -14H14C22 -20 26 -40 22 -62Z',
          0.2,
        ) +
        strip(ink.espresso, 5, 'M26 -66L20 -78L12 -78') +
        disc(ink.turmeric, 36, -60, 6) +
        path(
          ink.water,
          'M-22 -58C-24 -82 -16 -96 -4 -96C8 -94 8 -84 8 -80L20 -74L18 -68L0 -72L4 -56C14 -52 18 -44 18 -28H6C4 -40 -4 -46 -14 -48Z',
        ) +
        disc(ink.caramel, 4, -104, 11) +
        path(ink.milk, 'M-12 -102C-14 -120 18 -124 20 -104L-4 -100Z') +
        board(ink.gulaAren, -64, -98, 42, 42) +
        board(lit(ink.gulaAren), -64, -98, 10, 42) +
        path(ink.milk, `M-58 -74${waves(32, 2, 8)}v6${'q-4 4 -8 0'.repeat(4)}Z`),
    ),
  );

const serviceDineIn = () =>
  service(
    'service-dinein',
    mix(ink.turmeric, ink.crema, 0.7),
    shadowOn(82, 140, 50, 6),
    strip(ink.espresso, 3, 'M80 6V24') +
      path(ink.pandan, 'M54 46C56 26 70 22 80 22S104 26 106 46Z') +
      path(ink.espresso, 'M80 22C90 22 104 26 106 46H92C92 34 88 26 80 22Z', 0.2) +
      disc(ink.turmeric, 80, 48, 7),
    path(dim(ink.coffee, 0.2), 'M74 96H86L90 136H104V141H56V136H70Z'),
    path(
      ink.gulaAren,
      'M14 112H42V119H39L42 141H36L33 121H24L21 141H15L18 119H14ZM118 112H146V119H143L146 141H140L137 121H128L125 141H119L122 119H118Z',
    ),
    ellipse(dim(ink.caramel, 0.3), 80, 98, 52, 9) + ellipse(lit(ink.caramel, 0.1), 79, 94, 52, 8),
    place(62, 95, cup(), { scale: 0.4 }) + place(104, 95, cup({ body: ink.water, band: ink.milk }), { scale: 0.3 }),
    place(62, 64, steam(ink.milk), { scale: 0.2 }),
  );

export const scenes: Record<string, string> = {
  ...logos,
  'hero.svg': hero(),
  'about-beans.svg': aboutBeans(),
  'about-counter.svg': aboutCounter(),
  'map.svg': map(),
  'product.svg': product(),
  'service-order.svg': serviceOrder(),
  'service-pickup.svg': servicePickup(),
  'service-delivery.svg': serviceDelivery(),
  'service-dinein.svg': serviceDineIn(),
  'empty-cart.svg': emptyCart(),
  'empty-orders.svg': emptyOrders(),
  'empty-addresses.svg': emptyAddresses(),
  'no-products.svg': noProducts(),
  'offline.svg': offline(),
  'error.svg': error(),
  'log-in-first.svg': logInFirst(),
  'welcome.svg': welcome(),
  'order-placed.svg': orderPlaced(),
};

if (import.meta.main) {
  const folder = new URL('../public/pictures/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [file, drawing] of Object.entries(scenes)) writeFileSync(new URL(file, folder), drawing);
}
