/** Draws the icons and splash screens: `node art/icons.ts` writes them into public/. */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { splashFile, splashSizes } from '#core/splash';
import { type Inks, lettering, mark, ofOneInk } from './logo.ts';
import { palette } from './palette.ts';
import { ellipse, group, path, within } from './paper.ts';
import { bag, cup, place, receipt, waves } from './pieces.ts';

const onWater: Inks = { shop: palette.turmeric, cup: palette.milk, sun: palette.rose };

const svg = (width: number, height: number, box: string, drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">${drawing}</svg>\n`;

/** An icon, drawn on a field of 100 × 100. */
const icon = (size: number, drawing: string) => svg(size, size, '0 0 100 100', drawing);

const square = 'M0 0H100V100H0Z';
const rounded = 'M22 0H78C93 0 100 7 100 22V78C100 93 93 100 78 100H22C7 100 0 93 0 78V22C0 7 7 0 22 0Z';
const round = 'M50 0A50 50 0 0 1 50 100A50 50 0 0 1 50 0Z';

/** The lake in the morning, clipped to `shape`. */
const lake = (shape: string) =>
  within(
    shape,
    path(palette.water, square) +
      ellipse(palette.waterLight, 66, 34, 29, 29, 0.2) +
      path(palette.espresso, `M-20 79${waves(140, 2, 5)}V100H-20Z`, 0.2),
  );

/** The logo in the middle of the field, with `share` of its 100 units as width, above its shadow. */
function centred(share: number, inks: Inks, shadow = true) {
  const scale = share / 64;
  const margin = Math.round((100 - share) * 5) / 10;
  const at = (slip: number) => `translate(${margin + slip} ${margin + slip}) scale(${scale})`;
  return (
    (shadow ? `<g opacity=".2">${group(at(1.4), mark(ofOneInk(palette.espresso)))}</g>` : '') + group(at(0), mark(inks))
  );
}

const shortcut = (drawing: string) =>
  icon(
    96,
    path(palette.crema, round) +
      within(round, path(palette.waterLight, `M-20 72${waves(140, 2, 6)}V100H-20Z`)) +
      drawing,
  );

/** The preview of a shared link: the name on the bank, the shop behind it. */
function card() {
  const [first, second] = ['Kedai', 'Kopi Tepi'].map((line) => lettering(line, palette.espresso).drawing);
  const bank = `M0 0H520${'q26 52.5 0 105t0 105'.repeat(3)}H0Z`;
  const shop = readFileSync(new URL('../public/pictures/hero.svg', import.meta.url), 'utf8').replace(
    /^<svg[^>]*>|<\/svg>\s*$/g,
    '',
  );
  return svg(
    1200,
    630,
    '0 0 1200 630',
    group('translate(58 -146)', shop) +
      path(palette.espresso, bank.replace('M0', 'M8'), 0.2) +
      path(palette.paper, bank) +
      place(76, 110, mark(), 2.6) +
      place(84, 402, first ?? '', 1.5) +
      place(84, 488, second ?? '', 1.5),
  );
}

/** The splash screen of an installed shop: logo and name on the bank, the lake below. */
function splash(size: string, theme: 'light' | 'dark') {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const [ground, ink, water] =
    theme === 'light'
      ? [palette.paper, palette.espresso, palette.waterLight]
      : ['#1B120D', palette.crema, palette.water];
  const inks = theme === 'light' ? undefined : { shop: palette.caramel, cup: palette.crema, sun: palette.turmeric };
  const name = lettering('Kedai Kopi Tepi', ink);
  const unit = width / 390;
  return svg(
    width,
    height,
    `0 0 ${width} ${height}`,
    path(ground, `M0 0H${width}V${height}H0Z`) +
      group(
        `translate(0 ${height * 0.82}) scale(${unit})`,
        path(water, `M-40 0${waves(470, 4, 14)}V400H-40Z`, theme === 'light' ? 0.55 : 0.35) +
          path(palette.water, `M-80 44${waves(550, 4, 14)}V400H-80Z`, theme === 'light' ? 1 : 0.7),
      ) +
      place(width / 2 - 60 * unit, height * 0.36, mark(inks), (120 / 64) * unit) +
      place((width - name.width * 0.62 * unit) / 2, height * 0.36 + 172 * unit, name.drawing, 0.62 * unit),
  );
}

const favicon = icon(64, path(palette.water, rounded) + centred(83.2, onWater, false));

/** The pictures that must be raster images, by file name. */
const pixels: Record<string, string> = {
  'icon-192.png': icon(192, lake(rounded) + centred(74, onWater)),
  'icon-512.png': icon(512, lake(rounded) + centred(74, onWater)),
  'maskable-192.png': icon(192, lake(square) + centred(60, onWater)),
  'maskable-512.png': icon(512, lake(square) + centred(60, onWater)),
  'monochrome-512.png': icon(512, centred(66, ofOneInk(palette.espresso), false)),
  'apple-touch-icon.png': icon(180, lake(square) + centred(68, onWater)),
  'shortcut-menu-96.png': shortcut(place(47, 78, cup, 0.6)),
  'shortcut-cart-96.png': shortcut(place(50, 84, bag, 0.7)),
  'shortcut-orders-96.png': shortcut(place(50, 17, receipt, 1.1)),
  'og-card.png': card(),
};

/** A drawing at its own size, in at most 256 colours: it has few, and those of antialiased edges become the nearest one. */
const png = (drawing: string) =>
  sharp(Buffer.from(drawing)).png({ palette: true, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();

const icons = new URL('../public/icons/', import.meta.url);
writeFileSync(new URL('favicon.svg', icons), favicon);
for (const [file, drawing] of Object.entries(pixels)) writeFileSync(new URL(file, icons), await png(drawing));
for (const size of splashSizes)
  for (const theme of ['light', 'dark'] as const)
    writeFileSync(new URL(`../public/${splashFile(size, theme)}`, import.meta.url), await png(splash(size, theme)));
