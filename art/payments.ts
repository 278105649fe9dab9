import { palette } from './palette.ts';
import { group, path, strip } from './paper.ts';
import { picture, wave } from './tile.ts';

/** The shop's own letters, drawn as lines on a field of 10 × 14. */
const letters: Record<string, string> = {
  A: 'M0 14L5 0L10 14M2 9.6q1.5 -1.4 3 0t3 0',
  B: 'M0 0V14H5.6A3.7 3.7 0 0 0 5.6 6.6H0M5 6.6A3.3 3.3 0 0 0 5 0H0',
  C: 'M9.6 2.6A6 7 0 1 0 9.6 11.4',
  D: 'M0 0V14H3.4A6.4 7 0 0 0 3.4 0Z',
  E: 'M8.6 0H0V14H8.6M0 6.8q1.7 -1.4 3.5 0t3.5 0',
  F: 'M8.6 0H0V14M0 6.8q1.7 -1.4 3.5 0t3.5 0',
  I: 'M0 0V14',
  K: 'M0 0V14M9 0L.4 7.4L9.4 14',
  L: 'M0 0V14H7.6',
  M: 'M0 14V0L5.5 8.4L11 0V14',
  N: 'M0 14V0L9.4 14V0',
  O: 'M6.6 0A6.6 7 0 1 0 6.7 0Z',
  Q: 'M6.6 0A6.6 7 0 1 0 6.7 0ZM8 9.6L13 14.6',
  R: 'M0 14V0H5.2A3.8 3.8 0 0 1 5.2 7.6H0M4.8 7.6L9.4 14',
  S: 'M8.6 2.4C7 -.6 .6 -.8 .6 3.6C.6 8.4 9 5.6 9 10.4C9 15 2 15 .2 11.4',
  T: 'M0 0H10M5 0V14',
};

const widths: Record<string, number> = {
  B: 9.3,
  E: 8.6,
  F: 8.6,
  I: 0,
  K: 9.4,
  L: 7.6,
  M: 11,
  N: 9.4,
  O: 13.2,
  Q: 13.2,
  R: 9.4,
  S: 9,
};

const width = (letter: string) => widths[letter] ?? 10;

/** The space between two letters. */
const gap = 4.6;

const banks = {
  bca: ['BCA'],
  mandiri: ['MANDIRI'],
  bni: ['BNI'],
  bri: ['BRI'],
  bsi: ['BSI'],
};

const miniMarkets = {
  indomaret: ['INDO', 'MARET'],
  alfamart: ['ALFA', 'MART'],
  alfamidi: ['ALFA', 'MIDI'],
  kasir: ['KASIR'],
  qris: ['QRIS'],
};

const grounds = [
  [palette.paper, palette.crema, palette.coffee],
  [palette.ice, palette.waterLight, palette.water],
  ['#EAF0DD', palette.pandanLight, palette.pandan],
  ['#F8E9E0', palette.rose, palette.gulaAren],
  ['#F9EFD6', '#EFD08A', palette.cocoa],
] as const;

/** A name in our own letters on plain paper, because the logos of banks and markets are theirs. */
function wordmark(lines: readonly string[], turn: number) {
  const [ground, river, ink] = grounds[turn % grounds.length] ?? grounds[0];
  const lengths = lines.map((line) => [...line].reduce((sum, letter) => sum + width(letter) + gap, -gap));
  const scale = Math.min(7, 288 / Math.max(...lengths));
  const top = 176 - (lines.length * 22 - 8) * (scale / 2);
  const words = lines.map((line, row) => {
    let x = -(lengths[row] ?? 0) / 2;
    const drawn = [...line].map((letter) => {
      const at = x;
      x += width(letter) + gap;
      return group(`translate(${at} ${row * 22})`, strip(ink, 2.6, letters[letter] ?? ''));
    });
    return drawn.join('');
  });
  return picture(
    0.1,
    path(ground, 'M0 0H400V400H0Z'),
    path(river, wave(318, 60 * turn, 9)),
    path(ink, wave(352, 60 * turn + 96, 9)),
    group(`translate(200 ${top}) scale(${scale})`, ...words),
  );
}

const tilesIn = (folder: string, names: Record<string, readonly string[]>, first: number) =>
  Object.entries(names).map(([id, lines], i) => [`${folder}/${id}`, wordmark(lines, first + i)] as const);

/** Every payment method's tile, by folder and identifier. */
export const payments = Object.fromEntries([...tilesIn('banks', banks, 0), ...tilesIn('mini-markets', miniMarkets, 1)]);
