import { airPress, clayPot, coneAndServer, hourglassBrewer, phinOnGlass, pressPot, whisk } from './brewers.ts';
import {
  bean,
  chili,
  chocolateBar,
  cinnamon,
  cucumber,
  gingerSlice,
  ice,
  leaf,
  lime,
  limeHalf,
  marshmallow,
  mint,
  orange,
  palmSugar,
  rockSugar,
  root,
  rosetta,
  spoon,
  sprig,
  starAnise,
} from './garnishes.ts';
import { dripBox, dripMug, paperBag, pouch, scoop, tin } from './packages.ts';
import { palette } from './palette.ts';
import { blob, cut, ellipse, groundShadow, group, level, path, ribbon, slice, strip, turned, within } from './paper.ts';
import { board, chiffonWedge, croissant, crumbedRoll, friedBanana, klepon, layeredSlab, toast } from './pastries.ts';
import { tile } from './tile.ts';
import { body, cup, ear, glass, saucer, steam, straw } from './vessels.ts';

const kopiSusu = {
  'kopi-susu-gula-aren': () => {
    const shape = body(178, 92, 340, [72, 65, 54], 0.19);
    return tile(
      { mood: 'pagi', sun: [262, 158, 118], water: 30, tide: 10 },
      glass(shape, {
        layers: [
          { fill: palette.gulaAren, top: 292 },
          { fill: palette.milk, top: 196 },
          { fill: palette.coffee, top: 118 },
        ],
        surface: palette.latte,
        inside:
          path(palette.caramel, blob('110,296 130,278 160,288 190,272 226,286 244,300 180,312')) +
          path(
            palette.crema,
            blob(
              '96,190 150,200 220,190 262,200 258,236 238,258 226,236 196,226 178,252 152,262 140,240 116,236 100,216',
            ),
          ) +
          path(
            palette.latte,
            blob('100,160 256,160 252,206 232,214 222,236 208,214 184,208 170,226 152,240 138,218 118,212 104,200'),
          ) +
          path(
            palette.coffee,
            blob('96,100 262,100 258,176 238,184 226,200 206,184 186,180 166,192 156,212 144,192 122,186 104,172'),
          ) +
          ice(146, 160, 12, 0.95) +
          ice(210, 166, -24, 0.8) +
          ice(204, 240, 50, 0.75),
        standing: straw(palette.pandan, [196, 116], [226, 34]) + ice(146, 116, -8, 0.95) + ice(196, 120, 24, 0.8),
      }),
      palmSugar(298, 322, 1.02),
    );
  },
  'es-kopi-pandan': () => {
    const shape = body(196, 130, 344, [84, 62], 0.18);
    const dome = body(196, 74, 134, [36, 78, 88], 0.18);
    return tile(
      { mood: 'siang', sun: [120, 150, 112], tide: 120, water: 24 },
      leaf('300,344,3 318,270,13 326,200,14 352,130,9 384,92,1', palette.pandan, palette.matcha),
      leaf('300,346,3 336,300,12 368,258,10 398,240,1', palette.pandan, palette.pandanLight),
      glass(shape, {
        layers: [
          { fill: palette.matcha, top: 290 },
          { fill: '#EFEBD3', top: 220 },
          { fill: palette.latte, top: 146 },
        ],
        surface: palette.latte,
        inside:
          path('#C9D09A', blob('120,292 150,270 176,286 214,262 250,280 280,300 200,304')) +
          path(
            palette.latte,
            blob('90,190 190,200 290,180 284,226 258,232 236,262 206,252 186,226 160,234 130,222 108,226'),
          ) +
          path(palette.coffee, blob('96,130 294,130 288,184 262,196 244,232 222,236 204,206 176,190 142,200 106,186')) +
          ice(152, 184, 14) +
          ice(228, 190, -30, 0.9) +
          ice(160, 256, 50, 0.75),
        standing: ice(164, 144, 20, 0.9) + ice(222, 146, -10, 0.9),
      }),
      straw(palette.chili, [206, 146], [226, 22], 12),
      path(palette.milk, slice(dome), 0.4),
      path(palette.milk, slice(dome, { left: -0.86, right: -0.6 }), 0.6),
      path(palette.shadow, slice(dome, { left: 0.66 }), 0.1),
      path(palette.milk, slice(shape, { from: 126, to: 138 }), 0.8),
      ellipse(palette.water, 213, 75, 15, 5, 0.5),
    );
  },
  cappuccino: () => {
    const shape = body(196, 196, 322, [118, 114, 98, 62], 0.36);
    return tile(
      { mood: 'senja', sun: [200, 150, 136], tide: 60, near: 1.1 },
      saucer(198, 322, 150, palette.paper, 0.24),
      cup(shape, {
        fill: palette.paper,
        drink: palette.coffee,
        handle: ear(palette.paper, 296, 226, 284, 64, 17),
        art:
          ellipse(palette.caramel, 0, 0, 95, 95) +
          path(palette.milk, blob('0,82 -58,46 -82,-4 -60,-52 -22,-58 0,-32 24,-58 62,-50 80,0 54,48')) +
          strip(
            palette.coffee,
            6,
            'M-56 -20l4 4M-30 10l5 2M10 -10l4 5M34 -30l5 1M40 14l-3 5M-8 34l5 3M-42 -40l3 5M12 40l4 -3M56 -14l3 5M-14 -14l4 2',
            0.5,
          ),
        light: 0.6,
      }),
      spoon(88, 338, -8, 0.9),
      steam(182, 178, 120),
    );
  },
  'kafe-latte': () => {
    const shape = body(190, 172, 334, [98, 100, 96, 82, 60], 0.4);
    return tile(
      { mood: 'embun', sun: [290, 140, 110], water: 34, tide: 190, near: 1.1 },
      cup(shape, {
        fill: palette.water,
        rim: palette.waterLight,
        inner: palette.ice,
        drink: palette.coffee,
        handle: ear(palette.water, 276, 204, 292, 78, 19),
        art: ellipse(palette.caramel, 0, 0, 96, 96) + rosetta(),
      }),
      bean(312, 344, 20, 1),
      bean(346, 330, -30, 0.9, palette.cocoa),
      bean(88, 350, -12, 0.95),
    );
  },
  'kopi-vietnam': () =>
    tile({ mood: 'daun', sun: [120, 170, 104], tide: 230, edge: 290, near: 1.1 }, phinOnGlass(), tin(318, 338)),
  'kopi-susu-rempah': () => {
    const shape = body(188, 152, 338, [82, 86, 84, 76, 58], 0.3);
    return tile(
      { mood: 'kunyit', sun: [196, 158, 138], tide: 30, near: 1.1 },
      cup(shape, {
        fill: palette.clay,
        rim: palette.rose,
        inner: palette.crema,
        drink: palette.latte,
        art:
          ellipse('#D8B489', -10, -10, 76, 70) +
          group('scale(2.2 2.4)', starAnise(4, 2, 0.8)) +
          strip(palette.clay, 7, 'M-60 30l4 3M-40 52l5 -2M52 -48l4 3M60 30l-4 4M-54 -36l4 1M34 60l4 -3M10 -66l5 2'),
      }),
      path(palette.crema, slice(shape, { from: 222, to: 236 }), 0.8),
      path(palette.gulaAren, slice(shape, { from: 300, to: 338 }), 0.5),
      cinnamon(304, 334, -24, 1.1),
      cinnamon(312, 352, 4),
      starAnise(86, 340, 0.95),
      steam(166, 140, 92, 0.6),
    );
  },
};

const kopiHitam = {
  'kopi-tubruk': () => {
    const shape = body(196, 142, 322, [68, 65, 61, 56], 0.24);
    return tile(
      { mood: 'malam', sun: [270, 130, 96], water: 36, tide: 150, near: 1.1 },
      saucer(200, 322, 126, palette.crema, 0.24),
      ear('#CFE0DC', 256, 178, 270, 58, 13),
      glass(shape, {
        layers: [
          { fill: palette.espresso, top: 286 },
          { fill: '#3A2114', top: 164 },
        ],
        surface: palette.cocoa,
        standing:
          ellipse(palette.caramel, 176, 163, 30, 6, 0.7) +
          ellipse(palette.caramel, 222, 168, 17, 4, 0.6) +
          ellipse(palette.crema, 162, 162, 6, 2.5, 0.8) +
          ellipse(palette.crema, 190, 166, 4, 2, 0.8),
        shadow: false,
      }),
      ...[-0.5, -0.16, 0.2, 0.54].map((u) =>
        path(palette.milk, slice(shape, { from: 226, to: 316, left: u, right: u + 0.12 }), 0.2),
      ),
      spoon(112, 330, -7, 0.94),
      steam(182, 148, 100, 0.4),
    );
  },
  espresso: () => {
    const shape = body(176, 232, 328, [66, 68, 60, 38], 0.34);
    const water = body(306, 170, 312, [38, 34], 0.2);
    return tile(
      { mood: 'bata', sun: [130, 150, 110], tide: 90, edge: 290, near: 1.2 },
      glass(water, { layers: [{ fill: palette.waterLight, top: 206 }], surface: palette.ice, wall: 4, base: 8 }),
      saucer(178, 328, 108, palette.milk, 0.25),
      cup(shape, {
        fill: palette.milk,
        drink: palette.cocoa,
        handle: ear(palette.milk, 232, 250, 300, 44, 13),
        art:
          ellipse(palette.caramel, 0, 0, 96, 94) +
          path(palette.crema, blob('-70,-20 -20,-62 44,-50 20,-34 -30,-28 -50,10'), 0.6) +
          path(palette.gulaAren, blob('-30,40 20,52 70,16 64,52 16,80 -24,68'), 0.6),
        light: 0.6,
      }),
      spoon(106, 348, -10, 0.76),
      steam(162, 218, 124),
    );
  },
  'es-americano': () => {
    const shape = body(200, 84, 340, [56, 68, 71, 72, 71, 70, 66], 0.18);
    return tile(
      { mood: 'siang', sun: [206, 170, 130], water: 44, tide: 20, edge: 296 },
      glass(shape, {
        layers: [
          { fill: palette.espresso, top: 230 },
          { fill: palette.cocoa, top: 160 },
          { fill: palette.gulaAren, top: 122 },
        ],
        surface: palette.caramel,
        inside:
          ice(168, 160, 10, 1.15) +
          ice(232, 172, -18, 1.1) +
          ice(196, 222, 40, 1.1) +
          ice(156, 258, -8, 0.9) +
          ice(244, 262, 20, 0.9),
        standing: ice(176, 120, -14) + ice(224, 122, 18, 0.9),
      }),
      straw(palette.paper, [214, 118], [252, 28], 11),
      bean(306, 348, -20),
      bean(90, 342, 26, 0.9, palette.cocoa),
    );
  },
  'kopi-jahe': () => {
    const shape = body(182, 154, 336, [80, 81, 80, 80, 78], 0.3);
    return tile(
      { mood: 'embun', sun: [230, 140, 124], tide: 250, near: 1.1 },
      cup(shape, {
        fill: palette.pandanLight,
        rim: palette.pandan,
        inner: palette.milk,
        drink: palette.espresso,
        handle: ear(palette.pandanLight, 254, 190, 298, 76, 17),
        art: ellipse(palette.coffee, -24, -12, 44, 30, 0.8) + ellipse(palette.caramel, -40, -16, 18, 10),
      }),
      path(palette.pandan, slice(shape, { from: 160, to: 168 })),
      path(palette.milk, slice(shape, { from: 276, to: 282 }), 0.7),
      path(palette.pandan, slice(shape, { from: 288, to: 336 }), 0.4),
      root(302, 336, palette.kraft, palette.turmeric, 1.1),
      gingerSlice(96, 350, 8),
      gingerSlice(120, 360, -16),
      steam(166, 144, 96, 0.8),
    );
  },
  'es-kopi-jeruk': () => {
    const shape = body(192, 146, 340, [88, 86, 82, 74], 0.22);
    return tile(
      { mood: 'rimba', sun: [290, 130, 92], tide: 110, edge: 290, near: 1.1 },
      glass(shape, {
        layers: [
          { fill: palette.orange, top: 246 },
          { fill: palette.cocoa, top: 172 },
        ],
        surface: palette.coffee,
        inside:
          path(palette.turmeric, blob('100,300 150,286 220,300 290,290 280,340 110,340'), 0.6) +
          path(
            palette.cocoa,
            blob('100,240 290,240 278,254 256,268 244,288 232,262 200,258 184,276 166,258 140,266 124,256'),
          ) +
          path(palette.gulaAren, blob('104,232 150,244 196,238 240,248 282,236 276,250 180,256'), 0.8) +
          ice(146, 214, 16, 1.2) +
          ice(226, 218, -12, 1.2) +
          ice(186, 282, 30, 1.05),
        standing: ice(164, 172, 12, 1.1) + ice(220, 172, -22),
      }),
      orange(276, 136, 16, 52),
      straw(palette.turmeric, [150, 168], [122, 56], 11),
      groundShadow(316, 350, 38, 0.3),
      orange(318, 346, 0, 40, 0.5),
    );
  },
};

const manualBrew = {
  'v60-gayo': () =>
    tile(
      { mood: 'siang', sun: [110, 140, 96], tide: 70, water: 30, edge: 288 },
      coneAndServer(palette.gulaAren),
      bean(92, 342, 16),
      bean(66, 326, -34, 0.9),
      bean(334, 346, -18),
      steam(186, 66, 56, 0.6),
    ),
  'french-press-mandailing': () =>
    tile(
      { mood: 'senja', sun: [276, 150, 116], tide: 200, water: 28 },
      pressPot(),
      bean(76, 346, -20, 1.05, palette.cocoa),
      bean(322, 352, 24),
    ),
  'aeropress-toraja': () =>
    tile(
      { mood: 'kunyit', sun: [270, 160, 122], tide: 140, edge: 280 },
      airPress(),
      scoop(328, 330),
      bean(92, 344, 30, 0.95, palette.cocoa),
    ),
  'es-kopi-jepang': () =>
    tile(
      { mood: 'embun', sun: [130, 150, 116], tide: 40, water: 40, edge: 292, near: 1.1 },
      hourglassBrewer(
        ice(150, 282, 10, 1.15) +
          ice(206, 276, -20, 1.2) +
          ice(252, 296, 16) +
          ice(178, 320, 36) +
          ice(224, 322, 4, 0.9),
      ),
      bean(84, 350, -20),
      bean(328, 352, 24, 0.9, palette.cocoa),
    ),
  'cold-brew-botol': () => {
    const shape = body(180, 62, 342, [25, 24, 42, 73, 75, 74, 70], 0.2);
    const tumbler = body(306, 238, 344, [42, 35], 0.24);
    return tile(
      { mood: 'malam', sun: [130, 160, 118], water: 50, tide: 180, edge: 294 },
      turned(body(180, 40, 84, [24, 21], 0.22), palette.kraft, 0.4),
      ellipse(palette.crema, 180, 40, 24, 5),
      glass(shape, { layers: [{ fill: palette.espresso, top: 112 }], surface: palette.coffee, base: 8, wall: 5 }),
      path(palette.paper, slice(shape, { from: 196, to: 290, left: -0.86, right: 0.8 })),
      within(
        slice(shape, { from: 196, to: 290, left: -0.86, right: 0.8 }),
        ellipse(palette.caramel, 196, 244, 24, 24) +
          path(palette.waterLight, 'M90 262q30-14 60 0t60 0t60 0V330H90Z') +
          path(palette.water, 'M76 282q30-14 60 0t60 0t60 0V330H76Z'),
        'l',
      ),
      path(palette.shadow, slice(shape, { from: 196, to: 290, left: 0.5, right: 0.8 }), 0.1),
      glass(tumbler, {
        layers: [{ fill: palette.cocoa, top: 264 }],
        surface: palette.coffee,
        base: 9,
        wall: 4,
        standing: ice(300, 262, -14, 0.8) + ice(314, 302, 10, 0.9),
      }),
    );
  },
};

const tehDanCokelat = {
  'teh-poci': () =>
    tile(
      { mood: 'daun', sun: [206, 150, 132], tide: 160, water: 22, near: 1.1 },
      clayPot(),
      cup(body(324, 292, 352, [40, 39, 34, 24], 0.34), {
        fill: palette.clay,
        rim: palette.rose,
        inner: palette.crema,
        drink: palette.gulaAren,
        art: ellipse(palette.caramel, -20, -10, 50, 46),
      }),
      rockSugar(92, 346, 12, 1),
      rockSugar(118, 356, -20, 0.8),
      rockSugar(72, 360, 40, 0.7),
      steam(48, 168, 100),
    ),
  'es-teh-tarik': () => {
    const shape = body(168, 160, 342, [66, 67, 66, 65, 62], 0.22);
    return tile(
      { mood: 'bata', sun: [140, 160, 120], tide: 210, edge: 292 },
      ear('#E6C7B5', 224, 200, 298, 66, 15),
      path('#DDA873', blob('278,72 232,96 204,140 192,178 164,178 172,130 202,84 268,50')),
      path(palette.crumb, blob('272,58 214,88 184,134 174,176 166,176 176,130 206,82 266,52'), 0.7),
      glass(shape, {
        layers: [
          { fill: palette.caramel, top: 214 },
          { fill: '#E7C79C', top: 178 },
        ],
        surface: palette.crema,
        inside: ice(136, 236, 12) + ice(194, 246, -18) + ice(160, 288, 30, 0.9),
      }),
      path(
        palette.crema,
        blob('112,172 124,154 146,160 160,148 184,156 204,150 224,168 216,184 190,180 170,188 146,182 124,186'),
      ),
      path(palette.milk, blob('118,170 128,158 146,163 158,156 150,172 130,176')),
      group(
        'translate(312 62) rotate(-58)',
        turned(body(0, -46, 60, [52, 48, 43, 36], 0.3), palette.steel, 0.6),
        ellipse(palette.steelDark, 0, -46, 52, 15.6),
        ellipse(palette.caramel, -12, -44, 36, 9),
      ),
    );
  },
  'matcha-latte': () => {
    const shape = body(170, 206, 334, [104, 106, 92, 50], 0.38);
    return tile(
      { mood: 'kayu', sun: [190, 150, 128], tide: 100, edge: 288, near: 1.1 },
      whisk(322, 312),
      cup(shape, {
        fill: '#E7DCC8',
        rim: palette.paper,
        inner: palette.crema,
        drink: palette.matcha,
        art:
          path(palette.lime, blob('-84,-10 -50,-60 20,-78 66,-50 20,-50 -30,-30'), 0.7) +
          ellipse(palette.milk, -8, 20, 44, 36, 0.9) +
          ellipse(palette.matcha, -8, 22, 30, 24) +
          ellipse(palette.milk, -8, 24, 16, 12, 0.9),
        light: 0.5,
      }),
      path(palette.clay, slice(shape, { from: 252, to: 262 }), 0.5),
      strip(palette.kraft, 7, 'M186 368L94 352Q78 350 70 342'),
      path(palette.matcha, blob('62,342 80,332 100,342 96,352 76,352')),
      path(palette.lime, blob('68,341 80,334 92,340 76,345'), 0.7),
    );
  },
  'cokelat-panas': () => {
    const shape = body(196, 164, 336, [90, 88, 88, 90, 84], 0.32);
    return tile(
      { mood: 'pagi', sun: [140, 140, 116], tide: 260, edge: 282, near: 1.1 },
      cup(shape, {
        fill: palette.chili,
        rim: palette.rose,
        inner: palette.crema,
        drink: palette.cocoa,
        handle: ear(palette.chili, 278, 196, 298, 76, 18),
        art: ellipse(palette.coffee, -6, -8, 80, 74),
        light: 0.2,
      }),
      marshmallow(160, 160, -8),
      marshmallow(206, 152, 14),
      marshmallow(238, 166, -20),
      marshmallow(190, 178, 4),
      path(palette.paper, slice(shape, { from: 242, to: 256 }), 0.8),
      path(palette.paper, slice(shape, { from: 262, to: 267 }), 0.6),
      chocolateBar(88, 338),
      steam(220, 136, 84, 0.8),
    );
  },
  'es-cokelat': () => {
    const bowl = body(202, 116, 290, [78, 74, 66, 52, 28], 0.2);
    const stem = body(202, 290, 334, [20, 12, 24, 50], 0.24);
    return tile(
      { mood: 'senja', sun: [124, 140, 100], tide: 80, edge: 284 },
      groundShadow(202, 336, 52, 0.24),
      path('#F5E6DC', slice(stem), 0.9),
      path(palette.shadow, slice(stem, { left: 0.4 }), 0.1),
      glass(bowl, {
        layers: [
          { fill: palette.cocoa, top: 236 },
          { fill: palette.coffee, top: 128 },
        ],
        surface: palette.coffee,
        inside:
          path(
            palette.latte,
            blob('120,190 160,170 190,200 226,166 290,190 290,220 236,204 200,236 166,208 120,220'),
            0.5,
          ) +
          path(palette.espresso, ribbon('168,116,9 166,160,7 172,204,4 174,230,1')) +
          path(palette.espresso, ribbon('252,116,8 250,160,6 242,190,1')),
        shadow: false,
      }),
      path(palette.crema, blob('128,120 134,96 168,92 204,104 246,92 276,104 274,124 236,136 200,132 160,138')),
      path(palette.milk, blob('142,100 150,74 186,68 224,70 256,82 256,104 220,112 176,112')),
      path(palette.crema, blob('166,102 200,92 254,92 250,108 212,114'), 0.8),
      path(palette.milk, blob('168,78 176,50 204,34 214,26 222,50 234,76 204,86')),
      path(palette.crema, blob('204,40 214,26 222,50 234,76 206,84 216,60'), 0.8),
      path(palette.cocoa, cut('232,74 268,28 280,38 248,86', 3)),
      path(palette.coffee, cut('150,82 130,44 142,38 164,74', 3)),
      strip(palette.cocoa, 5, 'M176 92l8 3M204 66l6 4M226 98l7 -2M196 104l6 2M160 104l5 -3'),
    );
  },
};

const tanpaKopi = {
  'wedang-uwuh': () => {
    const shape = body(186, 140, 338, [76, 78, 78, 74, 60], 0.22);
    return tile(
      { mood: 'pagi', sun: [250, 150, 124], tide: 130, water: 26, near: 1.1 },
      ear('#E4C7B4', 256, 176, 288, 74, 14),
      glass(shape, {
        layers: [{ fill: palette.uwuh, top: 168 }],
        surface: palette.chiliLight,
        inside:
          path('#7A1C20', blob('100,280 160,268 220,284 280,270 270,350 110,350'), 0.7) +
          sprig(128, 250, -34, 1.1, palette.driedLeaf, palette.coffee) +
          sprig(238, 306, -150, 0.9, palette.driedLeaf, palette.coffee) +
          ellipse(palette.kraft, 152, 300, 20, 13) +
          ellipse(palette.crumb, 150, 299, 15, 9) +
          strip(palette.chiliLight, 9, 'M202 200L242 188'),
        standing: cinnamon(214, 128, -72, 1.3) + starAnise(164, 168, 0.6),
      }),
      starAnise(314, 346, 0.9),
      cinnamon(80, 350, 14, 0.8),
      steam(158, 146, 92, 0.7),
    );
  },
  'es-jeruk-nipis-serai': () => {
    const shape = body(196, 82, 342, [60, 60, 59, 58, 56], 0.18);
    return tile(
      { mood: 'malam', sun: [196, 160, 126], water: 46, tide: 220, edge: 294 },
      glass(shape, {
        layers: [
          { fill: '#DDE29C', top: 230 },
          { fill: '#EDEFC6', top: 108 },
        ],
        surface: '#F4F4D8',
        inside:
          ice(166, 138, 8) +
          ice(226, 158, -18) +
          ice(166, 262, 26) +
          ice(222, 226, 6, 0.9) +
          lime(178, 200, 10, 42) +
          lime(214, 286, 30, 38),
        standing:
          path(palette.pandanLight, ribbon('196,110,8 214,60,8 232,22,5')) +
          path(palette.crema, ribbon('193,110,3 210,60,3 229,22,1')) +
          path(palette.pandanLight, ribbon('226,40,5 250,18,4 276,16,1')) +
          ice(166, 106, -14, 0.9),
      }),
      groundShadow(304, 346, 42, 0.3),
      lime(306, 342, -8, 46, 0.5),
      limeHalf(92, 338),
    );
  },
  'es-timun-selasih': () => {
    const shape = body(198, 124, 336, [74, 91, 88, 52], 0.22);
    return tile(
      { mood: 'rimba', sun: [130, 150, 110], tide: 10, water: 30, edge: 290, near: 1.1 },
      glass(shape, {
        layers: [{ fill: '#D9E3B0', top: 156 }],
        surface: '#EDF1D2',
        inside:
          path('#C2D394', blob('90,270 160,254 240,272 310,256 300,350 100,350'), 0.8) +
          path(palette.pandanLight, ribbon('130,170,13 146,214,16 132,258,15 150,300,8')) +
          path('#EEF3D3', ribbon('132,170,7 149,214,9 135,258,8 151,298,3')) +
          ice(206, 196, -12, 1.1) +
          ice(252, 236, 18) +
          ice(196, 262, 6, 0.9) +
          strip(
            palette.espresso,
            5.5,
            'M180 300h.1M196 312h.1M216 300h.1M236 310h.1M206 288h.1M228 286h.1M168 312h.1M186 284h.1M248 294h.1M222 318h.1M216 234h.1M262 276h.1M160 280h.1M200 324h.1',
          ),
        standing: ice(230, 154, 14, 0.9) + ice(182, 158, -16, 0.8),
      }),
      cucumber(140, 116, -16, 44),
      mint(232, 150, 1),
      cucumber(318, 344, 8, 36, 0.5),
      cucumber(342, 330, -8, 34, 0.5),
    );
  },
  'es-kelapa-jeruk': () => {
    const shell = body(190, 150, 338, [78, 104, 112, 104, 70], 0.3);
    return tile(
      { mood: 'bata', sun: [276, 136, 108], tide: 170, water: 34, edge: 292, near: 1.1 },
      groundShadow(194, 336, 92, 0.22),
      turned(shell, palette.matcha, 0.3),
      path(palette.pandan, slice(shell, { from: 280, to: 338 }), 0.3),
      path(palette.crema, slice(body(190, 146, 168, [78, 91], 0.3))),
      level(shell, 146, palette.milk),
      level(shell, 148, '#E4EBDD', 12),
      ellipse('#F6E2B0', 190, 152, 60, 16),
      ice(160, 148, 10, 0.8),
      ice(216, 152, -14, 0.7),
      path(palette.milk, ribbon('172,164,2 190,154,8 214,160,7 232,154,1')),
      straw(palette.water, [206, 150], [246, 40], 12),
      orange(136, 122, -12, 46),
      ...[-0.4, 0.1].map((u) =>
        path(palette.pandan, slice(shell, { from: 190, to: 300, left: u, right: u + 0.05 }), 0.3),
      ),
      mint(238, 146, 0.8),
    );
  },
  'kunyit-asam': () => {
    const bottle = body(152, 78, 342, [19, 20, 30, 52, 54, 54, 51], 0.2);
    const tumbler = body(272, 232, 344, [46, 36], 0.26);
    return tile(
      { mood: 'daun', sun: [280, 140, 100], tide: 50, edge: 286 },
      glass(bottle, {
        layers: [{ fill: palette.turmeric, top: 130 }],
        surface: palette.turmericLight,
        base: 8,
        wall: 5,
        inside: path(palette.orange, blob('80,300 150,284 220,300 220,350 80,350'), 0.5),
      }),
      path(palette.pandan, cut('134,92 128,46 150,36 176,44 172,92', 8)),
      path(palette.pandanLight, cut('136,88 131,48 148,40 150,90', 6), 0.6),
      strip(palette.crema, 4, 'M133 80Q152 88 172 79'),
      glass(tumbler, {
        layers: [{ fill: palette.turmeric, top: 256 }],
        surface: palette.turmericLight,
        base: 10,
        wall: 4,
      }),
      root(330, 348, palette.gulaAren, palette.orange, 0.72),
      path(palette.coffee, ribbon('70,352,3 90,344,9 112,350,8 126,358,3')),
      path(palette.caramel, ribbon('74,350,1 90,343,4 110,347,3'), 0.6),
    );
  },
};

const rotiDanKue = {
  klepon: () =>
    tile(
      { mood: 'kunyit', sun: [206, 140, 126], tide: 30, water: 20, near: 1.1 },
      groundShadow(206, 336, 130, 0.22),
      path(palette.pandan, blob('40,318 110,276 230,268 330,286 376,318 330,350 220,364 100,352')),
      path(palette.matcha, blob('56,316 120,284 230,276 320,292 340,304 200,306'), 0.6),
      strip(palette.pandanLight, 3, 'M52 318Q200 326 366 318', 0.7),
      klepon(132, 272, 1.14, 12),
      klepon(282, 276, 1.1, -20),
      klepon(206, 200, 1.16, 40),
      klepon(206, 300, 1.2, -8),
      path(palette.gulaAren, blob('300,330 318,318 346,322 356,334 330,342 306,340')),
      path(palette.caramel, blob('308,326 320,321 336,324 318,330'), 0.8),
    ),
  'croissant-mentega': () =>
    tile(
      { mood: 'embun', sun: [200, 170, 138], tide: 90, edge: 280, near: 1.1 },
      saucer(200, 314, 166, palette.paper, 0.24),
      ellipse(palette.shadow, 214, 312, 136, 26, 0.1),
      group('translate(203 268) rotate(-4) scale(1.02)', croissant()),
      strip(palette.crust, 5, 'M92 336l5 2M120 344l3 -2M300 332l5 -1M262 346l4 2'),
    ),
  'pisang-goreng': () =>
    tile(
      { mood: 'malam', sun: [280, 140, 100], tide: 240, water: 40, edge: 290, near: 1.1 },
      saucer(204, 322, 160, palette.rose, 0.24),
      group(
        'translate(-2 14)',
        friedBanana(206, 208, 14, 1.04),
        friedBanana(166, 250, -22, 1.1),
        friedBanana(240, 284, 6, 1.14),
        path(
          palette.gulaAren,
          blob('132,228 166,214 208,220 226,244 222,268 212,250 190,244 182,282 170,246 146,250 138,266'),
          0.9,
        ),
        path(palette.caramel, blob('142,228 166,219 196,224 170,232'), 0.8),
      ),
    ),
  'lapis-legit': () =>
    tile(
      { mood: 'senja', sun: [200, 150, 134], tide: 140, edge: 278 },
      saucer(200, 322, 168, palette.paper, 0.26),
      group('translate(2 -4) rotate(-1)', layeredSlab()),
    ),
  'roti-bakar-srikaya': () =>
    tile(
      { mood: 'rimba', sun: [200, 140, 122], tide: 180, edge: 282, near: 1.1 },
      board(),
      toast(196, 290, 1, palette.matcha),
      toast(206, 216, -4, palette.matcha),
      path(palette.crumb, cut('172,166 220,158 240,172 192,182', 5)),
      path(palette.turmeric, cut('192,182 240,172 240,186 193,196', 4)),
      path('#E3BD6A', cut('172,166 192,182 193,196 173,180', 4)),
    ),
  risoles: () =>
    tile(
      { mood: 'siang', sun: [276, 150, 110], tide: 60, water: 30, edge: 288, near: 1.1 },
      saucer(200, 320, 164, palette.milk, 0.24),
      crumbedRoll(160, 244, -14, false),
      crumbedRoll(208, 292, 6, true),
      chili(104, 330, -20),
      chili(308, 344, 14),
    ),
  'bolu-pandan': () =>
    tile(
      { mood: 'bata', sun: [190, 140, 124], tide: 230, edge: 280, near: 1.1 },
      saucer(206, 322, 160, palette.paper, 0.24),
      group('translate(-2 -10)', chiffonWedge('#B9CB83', '#DCE4B4')),
    ),
};

const bijiKopi = {
  'biji-gayo': () =>
    tile(
      { mood: 'pagi', sun: [200, 160, 132], tide: 110, water: 36, edge: 288, near: 1.1 },
      pouch(palette.water, palette.crema),
      bean(78, 346, 18, 1.1),
      bean(320, 350, -20, 1.1, palette.cocoa),
      bean(350, 332, 30, 0.9),
    ),
  'biji-toraja': () =>
    tile({ mood: 'senja', sun: [130, 150, 104], tide: 20, edge: 284, near: 1.1 }, paperBag(), scoop(306, 338)),
  'biji-kintamani': () => {
    const canister = body(196, 118, 334, [86, 86], 0.24);
    const lid = body(196, 96, 134, [89, 89], 0.24);
    return tile(
      { mood: 'daun', sun: [282, 136, 100], tide: 150, water: 30, edge: 290, near: 1.1 },
      groundShadow(196, 334, 86, 0.24),
      turned(canister, palette.gulaAren, 0.3),
      path(palette.crema, slice(canister, { from: 182, to: 290, left: -0.8, right: 0.7 })),
      within(
        slice(canister, { from: 182, to: 290, left: -0.8, right: 0.7 }),
        ellipse(palette.turmeric, 206, 246, 26, 26) +
          path(palette.water, cut('96,310 160,230 190,268 214,244 290,330', 8)) +
          path(palette.waterLight, cut('144,250 160,230 176,250 160,258', 3)),
        'l',
      ),
      path(palette.shadow, slice(canister, { from: 182, to: 290, left: 0.5, right: 0.7 }), 0.1),
      turned(lid, palette.steel, 0.6),
      level(lid, 96, palette.steel),
      ellipse(palette.milk, 184, 94, 62, 13, 0.4),
      bean(306, 346, -14, 1.1),
      bean(336, 330, 30, 0.95, palette.cocoa),
      bean(84, 348, 24, 1),
    );
  },
  'kopi-drip-tepi': () => tile({ mood: 'kunyit', sun: [130, 150, 110], tide: 190, edge: 284 }, dripBox(), dripMug()),
};

/** The pictures of all products, by id. */
export const products: Record<string, string> = Object.fromEntries(
  Object.entries({
    ...kopiSusu,
    ...kopiHitam,
    ...manualBrew,
    ...tehDanCokelat,
    ...tanpaKopi,
    ...rotiDanKue,
    ...bijiKopi,
  }).map(([name, draw]) => [name, draw()]),
);
