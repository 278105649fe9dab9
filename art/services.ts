/** The drawings of the four services. */
import { palette as ink } from './palette.ts';
import { ellipse, path, strip } from './paper.ts';
import {
  awning,
  bag,
  board,
  boardPath,
  cup,
  dim,
  disc,
  lit,
  mix,
  place,
  shadowOn,
  sheet,
  steam,
  waterPath,
  waves,
} from './pieces.ts';

/** The round piece of the bank on which each of them is drawn. */
export const roundBank =
  '<clipPath id="round-bank"><path d="M80 8C122 6 153 38 152 80C152 122 121 153 80 152C38 153 7 121 8 79C8 38 40 8 80 8Z"/></clipPath>';

/** A drawing on 160 × 160 units. */
const service = (air: string, ...drawing: string[]) =>
  `<g clip-path="url(#round-bank)">${
    path(air, 'M0 0H160V160H0Z') +
    disc(lit(air, 0.4), 60, 58, 40) +
    path(mix(ink.waterLight, ink.water, 0.2), waterPath(-20, 112, 200, 160, 3, 8)) +
    path(mix(ink.waterLight, ink.water, 0.5), waterPath(-40, 132, 220, 160, 3, 8))
  }</g>${drawing.join('')}`;

export const serviceOrder = () =>
  service(
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

export const servicePickup = () =>
  service(
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

export const serviceDelivery = () =>
  service(
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

export const serviceDineIn = () =>
  service(
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
