/** In device pixels, portrait: iOS shows a picture only if it fits the screen exactly. */
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

export const splashFile = (size: string, theme: 'light' | 'dark') => `splash/${size}-${theme}.png`;
