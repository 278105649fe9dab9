import { palette } from './palette.ts';
import { blob, cut, ellipse, groundShadow, group, path, ribbon, strip } from './paper.ts';

/** A crescent of laminated dough, its folds getting smaller toward the tips. */
export function croissant() {
  const fold = (x: number, y: number, turn: number, wide: number, high: number, crease: string) =>
    group(
      `translate(${x} ${y}) rotate(${turn}) scale(${wide} ${high})`,
      path(crease, blob('-50,28 -39,-42 0,-60 39,-42 50,28 0,42')),
      path(palette.crust, blob('-50,26 -39,-42 0,-59 30,-46 35,18 0,38')),
      path(palette.crumb, blob('-43,14 -33,-35 -5,-52 -15,-7 -20,27'), 0.6),
      path(palette.gulaAren, ribbon('10,-53,1 23,-10,4 22,31,1'), 0.5),
    );
  return [
    fold(-124, 20, -62, 0.7, 0.7, palette.crust),
    fold(122, 24, 64, 0.6, 0.6, palette.gulaAren),
    fold(-92, -2, -36, 0.9, 0.9, palette.crust),
    fold(92, 2, 38, 0.9, 0.8, palette.gulaAren),
    fold(-48, -16, -16, 1.1, 1.1, palette.crust),
    fold(50, -14, 17, 1, 1, palette.gulaAren),
    fold(2, -20, 1, 1.1, 1.2, palette.crust),
  ].join('');
}

/** A ball of pandan dough rolled in coconut. */
export const klepon = (x: number, y: number, size: number, turn: number) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    ellipse(palette.shadow, 10, 38, 46, 12, 0.2),
    group(`rotate(${turn})`, path(palette.pandan, blob('-46,4 -34,-32 2,-46 36,-31 46,4 30,36 -4,43 -34,34'))),
    path(palette.matcha, blob('-42,0 -30,-30 2,-42 26,-32 6,-6 -14,24 -34,22'), 0.6),
    group(
      `rotate(${turn * 2})`,
      strip(
        palette.milk,
        3.6,
        'M-28 -16l8 -5M-10 -33l6 2M12 -24l4 9M-16 -4l10 1M-34 4l2 10M22 -30l7 6M31 -8l1 7M6 2l9 -5M-12 16l3 10M14 18l11 -3M-2 33l8 1M34 12l-4 9M-3 -15l4 1M-24 27l5 4M0 12l4 2M-22 -29l4 -2',
      ),
    ),
  );

/** A slab of cake in many thin layers. */
export function layeredSlab() {
  const layers = 17;
  const [top, height] = [150, 152];
  const stripes = Array.from({ length: layers }, (_, i) => {
    const y = top + (height * i) / layers;
    const thick = height / layers;
    const bend = ((i * 7) % 5) - 2;
    return path(
      i % 2 ? palette.gulaAren : palette.crumb,
      `M88 ${y}Q150 ${y + 24 + bend} 236 ${y + 38}L236 ${y + 38 + thick + 0.6}Q150 ${y + 24 + thick + bend} 88 ${y + thick + 0.6}Z`,
    );
  });
  const side = Array.from({ length: layers }, (_, i) => {
    const y = top + (height * i) / layers;
    const thick = height / layers;
    return path(
      i % 2 ? '#7A4218' : '#D3A55E',
      `M236 ${y + 38}L312 ${y - 2}V${y - 2 + thick + 0.6}L236 ${y + 38 + thick + 0.6}Z`,
    );
  });
  return [
    path(palette.shadow, cut('96,306 236,352 352,300 318,270', 10), 0.1),
    ...stripes,
    ...side,
    path(palette.gulaAren, cut('86,151 168,116 313,148 236,189', 5)),
    path(palette.crust, cut('96,150 168,121 262,141 180,170', 7), 0.9),
    path(palette.shadow, 'M236 188L312 148V300L236 340Z', 0.1),
    path(palette.milk, 'M88 151Q110 160 124 165V318Q104 311 88 302Z', 0.2),
  ].join('');
}

/** A thick slice of toast lying on its side, with what oozes out under it. */
export function toast(x: number, y: number, turn: number, spread: string) {
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    path(
      spread,
      blob(
        '-112,18 -60,12 0,14 60,11 114,16 118,28 98,30 88,48 76,32 30,34 4,32 -8,56 -22,34 -70,34 -86,44 -98,34 -118,30',
      ),
    ),
    path(palette.gulaAren, cut('-118,-22 -70,-46 102,-50 122,-26 120,20 -116,24', 12)),
    path(palette.crumb, cut('-114,-20 118,-25 115,15 -112,19', 9)),
    path(palette.crust, cut('-114,-24 -70,-45 101,-48 118,-28', 9)),
    path(palette.gulaAren, cut('-62,-32 -50,-40 -26,-41 -36,-32', 3), 0.6),
    path(palette.gulaAren, cut('0,-33 10,-42 34,-43 27,-33', 3), 0.6),
    path(palette.gulaAren, cut('60,-34 66,-43 88,-43 86,-34', 3), 0.6),
    ellipse(palette.caramel, -70, -2, 6, 3, 0.5),
    ellipse(palette.caramel, -14, 4, 5, 3, 0.5),
    ellipse(palette.caramel, 46, -8, 7, 3, 0.5),
    ellipse(palette.caramel, 88, 3, 5, 3, 0.5),
    path(palette.milk, cut('-114,-20 -78,-21 -80,18 -112,19', 6), 0.4),
  );
}

/** A banana in batter, sliced into a fan and fried. */
export const friedBanana = (x: number, y: number, turn: number, size = 1) =>
  group(
    `translate(${x} ${y}) rotate(${turn}) scale(${size})`,
    path(palette.shadow, blob('-84,8 -40,34 60,44 96,26 60,10'), 0.1),
    path(
      palette.gulaAren,
      blob('-94,-4 -66,-22 -20,-34 40,-44 78,-36 74,-14 92,-4 80,10 86,30 40,38 -10,30 -60,16 -90,10'),
    ),
    path(
      palette.turmeric,
      blob('-90,-5 -64,-20 -20,-31 40,-40 70,-33 62,-14 80,-4 66,8 72,24 38,30 -10,22 -60,11 -86,6'),
    ),
    path(palette.crumb, blob('-76,-6 -20,-24 40,-35 60,-30 30,-22 -20,-12'), 0.7),
    path(palette.crumb, blob('-60,0 0,-6 66,-6 20,3 -30,5'), 0.5),
    path(palette.gulaAren, ribbon('-66,-2,1 0,-13,2.4 68,-14,3'), 0.5),
    path(palette.gulaAren, ribbon('-66,3,1 0,10,2.4 70,10,3'), 0.5),
  );

/** A crumbed roll; cut open it shows its ragout. */
export const crumbedRoll = (x: number, y: number, turn: number, open: boolean) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    open ? path(palette.shadow, blob('-70,26 0,40 80,34 92,14 0,18'), 0.2) : '',
    path(palette.crust, cut('-78,-32 72,-36 86,-26 88,24 74,34 -78,34 -90,20 -90,-18', 18)),
    path(palette.crumb, cut('-76,-29 66,-32 72,-14 -84,-8', 13), 0.6),
    path(palette.gulaAren, cut('-82,16 86,12 72,32 -76,32', 12), 0.4),
    strip(
      palette.gulaAren,
      4,
      'M-60 -20h3M-34 -8h4M-12 -22h3M14 -4h4M36 -20h3M-52 8h4M-22 16h3M6 20h4M30 10h3M52 -2h3',
    ),
    strip(palette.crumb, 4, 'M-44 0h3M-16 4h4M22 -14h4M-2 -8h3M44 16h4M-66 20h3'),
    open
      ? ellipse(palette.crust, 76, -1, 20, 34) +
          ellipse(palette.milk, 78, -1, 15, 28) +
          ellipse(palette.crema, 79, 0, 12, 24) +
          path(palette.orange, cut('72,-16 82,-18 83,-7 73,-6', 3)) +
          path(palette.pandan, cut('78,-2 87,-3 86,5 79,6', 3)) +
          path(palette.orange, cut('72,6 80,8 78,17 71,14', 3)) +
          ellipse(palette.caramel, 84, 14, 4, 5)
      : '',
  );

/** A wedge of airy cake, its crust on the outside. */
export function chiffonWedge(fill: string, light: string) {
  return [
    path(palette.shadow, cut('92,318 254,356 356,314 300,280', 12), 0.1),
    path(palette.caramel, blob('262,204 300,178 326,196 330,250 324,300 264,344')),
    path(fill, cut('84,190 266,212 266,346 88,304', 9)),
    path(palette.gulaAren, cut('80,188 196,130 318,170 334,200 266,224 120,206', 14)),
    path(palette.crust, cut('86,186 196,134 312,172 262,210 120,198', 13)),
    path(palette.crumb, cut('102,185 196,140 262,162 150,192', 12), 0.5),
    strip(
      palette.milk,
      4,
      'M150 174h2M186 160h2M212 176h2M240 170h1M230 188h2M176 184h2M196 150h1M262 186h1M274 174h2',
      0.8,
    ),
    path(light, cut('86,208 124,212 130,312 90,303', 8), 0.6),
    strip(
      palette.pandan,
      4,
      'M128 236h2M160 262h3M178 231h1M214 272h3M146 288h1M200 304h2M238 254h1M118 268h1M232 300h2M188 282h1M152 222h1M252 280h1M106 240h1M172 298h1M220 240h2M246 322h2M110 294h2M196 252h1M136 258h1M226 222h1',
      0.5,
    ),
    strip(
      light,
      4,
      'M140 244h2M168 276h2M192 236h2M224 288h2M156 304h1M244 240h1M124 282h1M206 288h1M180 214h2M212 322h1M236 278h1M128 222h1',
    ),
    path(palette.shadow, blob('268,220 330,200 330,250 324,300 268,344'), 0.1),
  ].join('');
}

/** A wooden board to serve on. */
export function board() {
  return (
    groundShadow(200, 334, 150, 0.16) +
    path(palette.gulaAren, cut('44,330 356,326 362,346 50,352', 8)) +
    path(palette.caramel, cut('64,306 338,302 362,334 42,338', 12))
  );
}
