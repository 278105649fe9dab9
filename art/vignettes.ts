/** Small pictures for empty, offline and other states, and the tile for a product without a picture. */
import { palette as ink } from './palette.ts';
import { ellipse, path, strip, within } from './paper.ts';
import {
  awning,
  bag,
  board,
  boardPath,
  bust,
  cat,
  cup,
  dim,
  disc,
  glints,
  kingfisher,
  lit,
  mix,
  place,
  receipt,
  saucer,
  shadowOn,
  sheet,
  sky,
  steam,
  svg,
  waterPath,
  waves,
} from './pieces.ts';

// The tile for a product whose picture could not be loaded

export const product = () =>
  svg(
    { width: 400, height: 400 },
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

// Small pictures for light and dark backgrounds: each contains its own piece of the bank

const sand = mix(ink.caramel, ink.crema, 0.5);
const shoreline = 'M160 16C238 8 296 50 302 116C308 188 250 226 166 228C78 230 20 192 16 122C12 54 82 20 160 16Z';

interface Weather {
  air?: string;
  sun?: readonly [x: number, y: number, r: number];
  /** The foreground: the sand of the bank, or only water. */
  near?: 'sand' | 'water';
  far?: string;
}

/** A picture of 320 × 240 on a piece of the bank; `drawing` may extend beyond it. */
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
    { width: 320, height: 240, grain: 0.1 },
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

export const emptyCart = () => {
  const rattan = ink.caramel;
  return vignette(
    'empty-cart',
    {},
    shadowOn(170, 206, 82, 11),
    strip(dim(rattan, 0.2), 8, 'M106 142C104 50 216 50 214 142'),
    path(dim(rattan, 0.5), 'M96 142C120 132 200 132 224 142L220 154H100Z'),
    // A cat in the basket.
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

export const emptyOrders = () =>
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

export const emptyAddresses = () =>
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

export const noProducts = () =>
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

export const error = () =>
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

export const logInFirst = () => {
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
    // A key, as a sign for 'closed'.
    strip(ink.gulaAren, 6, 'M140 206H176M162 208V214M174 208V216') +
      path(
        ink.gulaAren,
        'M128 194C136 194 141 199 141 206S136 218 128 218S115 213 115 206S120 194 128 194ZM128 201C125 201 122 203 122 206S125 211 128 211S134 209 134 206S131 201 128 201Z',
      ),
    place(222, 164, cup(), { scale: 0.4 }),
    place(264, 208, cat(dim(ink.gulaAren, 0.2)), { scale: 0.6 }),
  );
};

export const welcome = () =>
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

export const orderPlaced = () =>
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
