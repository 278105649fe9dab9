/** The shop on the bank, in the morning and at night. */
import { mark } from './logo.ts';
import { byLamp, byMoon, byNight } from './night.ts';
import { palette as ink } from './palette.ts';
import { ellipse, path, strip, within } from './paper.ts';
import {
  awning,
  bag,
  board,
  boardPath,
  boat,
  bust,
  cat,
  cup,
  dim,
  disc,
  glints,
  lilies,
  lit,
  mix,
  palm,
  place,
  saucer,
  sheet,
  sky,
  snacks,
  steam,
  svg,
  waterPath,
  waves,
} from './pieces.ts';

/** Position and size, irregular as stars are. */
const stars = [
  [70, 90, 3],
  [168, 44, 2],
  [246, 150, 2],
  [352, 62, 3],
  [452, 128, 2],
  [540, 48, 2.5],
  [616, 176, 2],
  [700, 84, 3],
  [792, 30, 2],
  [878, 112, 2],
  [960, 50, 2.5],
  [1046, 134, 2],
  [1130, 60, 3],
  [36, 226, 2],
  [560, 250, 2],
  [480, 214, 1.5],
] as const;

export function hero(hour: 'morning' | 'night' = 'morning') {
  const night = hour === 'night' ? byNight : (drawing: string) => drawing;
  const inside = hour === 'night' ? byLamp : (drawing: string) => drawing;
  const close = hour === 'night' ? byMoon : (drawing: string) => drawing;
  const far = mix(ink.waterLight, ink.rose, 0.4);
  const wood = mix(ink.coffee, ink.gulaAren, 0.3);
  const shopX = 640;
  const heaven = [
    path(sky, 'M0 0H1200V900H0Z'),
    path(lit(sky, 0.3), 'M0 250C160 190 300 260 470 214C640 168 760 230 900 196C1020 168 1110 190 1200 170V500H0Z'),
    ...(hour === 'night'
      ? []
      : [
          disc(lit(ink.crema, 0.5), 330, 330, 190),
          disc(mix(ink.turmeric, ink.crema, 0.5), 330, 330, 118),
          disc(mix(ink.turmeric, ink.crema, 0.2), 330, 330, 78),
        ]),
  ];
  const moon = [
    ...stars.map(([x, y, size]) => disc(ink.crema, x, y, size, 0.8)),
    disc(ink.waterLight, 330, 250, 150, 0.1),
    disc(ink.waterLight, 330, 250, 104, 0.16),
    disc(ink.crema, 330, 250, 62),
    disc(mix(ink.crema, ink.waterLight, 0.4), 312, 236, 13, 0.6),
    disc(mix(ink.crema, ink.waterLight, 0.4), 350, 270, 9, 0.6),
  ];
  const behind = [
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
  const reflection = glints(
    ink.turmeric,
    [shopX + 120, 716, 190],
    [shopX + 150, 742, 120],
    [shopX + 90, 770, 240],
    [shopX + 170, 796, 90],
  );
  return svg(
    { width: 1200, height: 900 },
    night(night(heaven.join(''))),
    ...(hour === 'night' ? moon : []),
    night([...behind, ...lake, palms, under].join('')),
    inside(walls.join('')),
    night([...roof, ...deck].join('')),
    inside(sign),
    night(near.join('')),
    ...(hour === 'night' ? [reflection] : []),
    close(table.join('')),
  );
}
