/** Draws the icons and splash screens: `node art/icons.ts` writes them into public/. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { splashFile, splashSizes } from '#core/splash';
import { type Inks, lettering, mark } from './logo.ts';
import { palette } from './palette.ts';
import { ellipse, group, path, within } from './paper.ts';
import { bag, cup, place, receipt, waves } from './pieces.ts';

const onWater: Inks = { shop: palette.turmeric, cup: palette.milk, sun: palette.rose };
const ofOneInk = (ink: string): Inks => ({ shop: ink, cup: ink, sun: ink });

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
      place(76, 110, mark(), { scale: 2.6 }) +
      place(84, 402, first ?? '', { scale: 1.5 }) +
      place(84, 488, second ?? '', { scale: 1.5 }),
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
      place(width / 2 - 60 * unit, height * 0.36, mark(inks), { scale: (120 / 64) * unit }) +
      place((width - name.width * 0.62 * unit) / 2, height * 0.36 + 172 * unit, name.drawing, { scale: 0.62 * unit }),
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
  'shortcut-menu-96.png': shortcut(place(47, 78, cup(), { scale: 0.6 })),
  'shortcut-cart-96.png': shortcut(place(50, 84, bag(palette.caramel), { scale: 0.7 })),
  'shortcut-orders-96.png': shortcut(place(50, 17, receipt(56, 5), { scale: 1.1 })),
  'og-card.png': card(),
};

interface Raster {
  width: number;
  height: number;
  /** Four bytes per pixel: red, green, blue, alpha. */
  rgba: Buffer;
}

/** Renders a drawing in the browser at its own size. */
async function raster(page: Page, drawing: string): Promise<Raster> {
  const source = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  const { width, height, bytes } = await page.evaluate<{ width: number; height: number; bytes: string }>(`(async () => {
    const image = new Image();
    image.src = '${source}';
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    let bytes = '';
    for (let y = 0; y < height; y++) bytes += String.fromCharCode(...context.getImageData(0, y, width, 1).data);
    return { width, height, bytes };
  })()`);
  return { width, height, rgba: Buffer.from(bytes, 'latin1') };
}

/** A PNG with at most 256 colours (RFC 2083): the drawings have few, and those of antialiased edges become the nearest one. */
function indexedPng({ width, height, rgba }: Raster) {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = rgba.readUInt32BE(at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const kept = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b).slice(0, 256);
  const channels = (colour: number) =>
    [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255, colour & 255] as const;
  const distance = (a: number, b: number) => {
    const other = channels(b);
    return channels(a).reduce((sum, channel, i) => sum + (channel - (other[i] ?? 0)) ** 2, 0);
  };
  const nearest = (colour: number) =>
    kept.reduce((best, other, i) => (distance(colour, other) < distance(colour, kept[best] ?? 0) ? i : best), 0);
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearest(colour)]));

  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      lines[y * (width + 1) + 1 + x] = indexes.get(rgba.readUInt32BE((y * width + x) * 4)) ?? 0;
    }
  }
  const alphas = Buffer.from(kept.map((colour) => colour & 255));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(kept.flatMap((colour) => channels(colour).slice(0, 3)))),
    ...(alphas.every((alpha) => alpha === 255) ? [] : [chunk('tRNS', alphas)]),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

if (import.meta.main) {
  const folder = new URL('../public/icons/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('favicon.svg', folder), favicon);

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = await browser.newPage();
  const pictures = new URL('../public/', import.meta.url);
  mkdirSync(new URL('splash/', pictures), { recursive: true });
  for (const size of splashSizes) {
    for (const theme of ['light', 'dark'] as const) {
      const drawing = splash(size, theme);
      writeFileSync(new URL(splashFile(size, theme), pictures), indexedPng(await raster(page, drawing)));
    }
  }
  for (const [file, drawing] of Object.entries(pixels)) {
    writeFileSync(new URL(file, folder), indexedPng(await raster(page, drawing)));
  }
  await browser.close();
}
