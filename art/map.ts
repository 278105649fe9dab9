import { mark } from './logo.ts';
import { palette as ink } from './palette.ts';
import { type Place, path, strewn, strip } from './paper.ts';
import { board, dim, disc, lit, mix, pin, place, shadowOn, sheet, svg, waves } from './pieces.ts';

/** The map: the lake, its river, and the shop where they meet. */
export function map() {
  const land = mix(ink.crema, ink.paper, 0.4);
  const shore = (d: number) =>
    `M-20 ${300 - d}C120 ${286 - d} 210 ${330 - d} 300 ${386 - d}S430 ${500 - d} 560 ${486 - d}S690 ${430 - d} 780 ${500 - d}S900 ${640 - d} 1010 ${720 - d}H-20Z`;
  const houses = (fill: string, places: readonly Place[]) =>
    strip(lit(fill, 0.3), 17, strewn('-20,-8 20,-8', places)) + strip(fill, 16, strewn('-20,8 20,8', places));
  const squareEnded = (strips: string) => `<g stroke-linecap="butt">${strips}</g>`;
  const trees = (fill: string, places: readonly Place[]) =>
    strip(fill, 30, dots(0, places)) + strip(lit(fill, 0.2), 16, dots(-4, places));
  /** A line of length 0 with round ends is a dot. */
  const dots = (aside: number, places: readonly Place[]) =>
    places.map(([x, y]) => `M${x + aside} ${y + aside}h0`).join('');
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
  const brownRoofs: Place[] = [
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
  ];
  const yellowRoofs: Place[] = [
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
  ];
  const redRoofs: Place[] = [
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
  ];
  const darkTrees: Place[] = [
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
  ];
  const lightTrees: Place[] = [
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
  ];
  return svg(
    { width: 1200, height: 700 },
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
    squareEnded(
      strip(ink.shadow, 32, strewn('-17,3 23,3', [...brownRoofs, ...yellowRoofs, ...redRoofs]), 0.1) +
        houses(ink.gulaAren, brownRoofs) +
        houses(ink.caramel, yellowRoofs) +
        houses(mix(ink.chili, ink.gulaAren, 0.4), redRoofs),
    ),
    strip(ink.shadow, 30, dots(4, [...darkTrees, ...lightTrees]), 0.1) +
      trees(ink.pandan, darkTrees) +
      trees(mix(ink.pandan, ink.pandanLight, 0.5), lightTrees),
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
