/** Screens for which a splash picture is drawn, in device pixels, upright: iOS shows one only when it fits exactly. */
export const splashSizes = [
  '1320x2868',
  '1290x2796',
  '1260x2736',
  '1206x2622',
  '1179x2556',
  '1284x2778',
  '1170x2532',
  '1125x2436',
  '1242x2688',
  '828x1792',
  '750x1334',
  '2048x2732',
  '1668x2388',
  '1640x2360',
  '1620x2160',
];

/** Where the picture of a size and theme lies in the storefront. */
export const splashFile = (size: string, theme: 'light' | 'dark') => `splash/${size}-${theme}.png`;
