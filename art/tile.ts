import { palette } from './palette.ts';
import { ellipse, group, path } from './paper.ts';
import { shortenSvg } from './shorten-svg.ts';

/** The colours of a picture by time of day: `sky` behind, `sun` the large disc, `table` the near bank with its `edge`, `water` between. */
const moods = {
  pagi: { sky: '#F3E2C3', sun: '#FAF0DD', water: '#BBD6CE', table: '#D8B688', edge: '#E8CFA8' },
  embun: { sky: '#D6E5DE', sun: '#EAF2ED', water: '#9CC3BC', table: '#E3D3B4', edge: '#F2E7CF' },
  siang: { sky: '#A9CFCA', sun: '#C4DFDA', water: '#6FA7A6', table: '#EBD5AF', edge: '#F7EAD0' },
  senja: { sky: '#E9BFA8', sun: '#F4D6C3', water: '#C98F7C', table: '#B9714F', edge: '#CD8A66' },
  malam: { sky: '#2F6F73', sun: '#3E8386', water: '#1F565B', table: '#C99B66', edge: '#DFB986' },
  daun: { sky: '#C8D8B0', sun: '#DDE8CB', water: '#94B99A', table: '#7F9E72', edge: '#9AB68B' },
  kunyit: { sky: '#F0CD85', sun: '#F7E0AC', water: '#D9A85A', table: '#C98A4B', edge: '#DDA768' },
  kayu: { sky: '#7D523A', sun: '#93664B', water: '#66402C', table: '#4C2D1E', edge: '#69432F' },
  bata: { sky: '#C46F53', sun: '#D48870', water: '#A9563E', table: '#8A412E', edge: '#A5573F' },
  rimba: { sky: '#3F6B3A', sun: '#54814D', water: '#2F5530', table: '#26472A', edge: '#3B6339' },
} as const;

interface Setting {
  mood: keyof typeof moods;
  /** The sun's centre and radius. */
  sun: readonly [x: number, y: number, radius: number];
  /** Height of the near bank's edge, in the bottom third. */
  edge?: number;
  /** How far the water rises above the edge; with 0 there is only a table. */
  water?: number;
  /** Shifts the wave, so that no two banks look alike. */
  tide?: number;
  /** The scale of the things on the table. */
  near?: number;
}

/** A whole picture: the bank at a time of day, and the product on it. */
export function tile({ mood, sun, edge = 284, water = 0, tide = 0, near = 1 }: Setting, ...parts: string[]) {
  const { sky, sun: disc, water: river, table, edge: cutEdge } = moods[mood];
  return picture(
    1,
    path(sky, 'M0 0H400V400H0Z'),
    ellipse(disc, sun[0], sun[1], sun[2], sun[2] * 0.985),
    water > 0 ? path(river, wave(edge - water, tide + 70, 5)) + wavelets(edge - water / 2, tide) : '',
    path(cutEdge, wave(edge, tide, 8)),
    path(table, wave(edge + 7, tide + 12, 8)),
    near === 1 ? parts.join('') : group(`translate(${200 - 200 * near} ${350 - 350 * near}) scale(${near})`, ...parts),
  );
}

/**
 * An SVG of 400 × 400; what occurs twice is written once. On a card it is less than half as large, so that whole units are a fine enough
 * `grain`, except in parts that are scaled up.
 */
export const picture = (grain: number, ...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400" stroke-linecap="round" stroke-linejoin="round">${shortenSvg(once(parts.join('')), grain)}</svg>\n`;

/** Writes repeated groups once and refers to them with `use`; also a drink and the clip of its shape. */
function once(drawing: string) {
  const groups = /<g transform="([^"]+)">((?:(?!<\/?g\b).)+)<\/g>/g;
  const all = [...drawing.matchAll(groups)].map(([, , things]) => things);
  const repeated = [...new Set(all)].filter((things) => all.indexOf(things) !== all.lastIndexOf(things));
  const named = new Set<string>();
  return drawing
    .replace(groups, (whole, transform: string, things: string) => {
      const id = `r${repeated.indexOf(things)}`;
      if (id === 'r-1') return whole;
      if (named.has(id)) return `<use href="#${id}" transform="${transform}"/>`;
      named.add(id);
      return `<g transform="${transform}"><g id="${id}">${things}</g></g>`;
    })
    .replace(
      /<path( fill="[^"]+" d="([^"]+)"\/><clipPath id="(.)">)<path d="\2"\/>/g,
      '<path id="d$3"$1<use href="#d$3"/>',
    );
}

/** A bank that fills the tile below `y`, with one long wave as its edge. */
export function wave(y: number, tide: number, height: number) {
  const start = (tide % 280) - 280;
  return `M${start} ${y}q70 ${-height * 1.6} 140 0${'t140 0'.repeat(start > -140 ? 3 : 4)}V400H${start}Z`;
}

function wavelets(y: number, tide: number) {
  const places = [
    [34, -3, 26],
    [112, 5, 17],
    [292, -2, 22],
    [362, 6, 30],
  ] as const;
  return places.map(([x, dy, half]) => ellipse(palette.milk, (x + tide) % 400, y + dy, half, 1.8, 0.4)).join('');
}
