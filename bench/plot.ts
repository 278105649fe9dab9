/**
 * `node bench/plot.ts`: draws `bench/measured/cost-against-size.svg` from the figures beside it: the duration of each server call and each interaction on
 * the products screen, in shops of growing size. Both axes of a panel are logarithmic, because the slope is what matters.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Line {
  name: string;
  /** x and y in the panel's units. */
  points: (readonly [number, number])[];
}

interface Panel {
  title: string;
  x: string;
  y: string;
  lines: Line[];
}

interface MeasuredShops {
  date: string;
  shops: { products: number; orders: number; p50Ms: Record<string, number> }[];
}
interface MeasuredScreens {
  date: string;
  menus: { products: number; interactionsMs: Record<string, number>; heapMB: number }[];
}

const measured = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, 'measured', file), 'utf8'));

const linesOf = <Place>(places: Place[], x: (place: Place) => number, ys: (place: Place) => Record<string, number>) =>
  Object.keys(ys(places[0] as Place)).map((name) => ({
    name,
    points: places.map((place) => [x(place), ys(place)[name] ?? Number.NaN] as const),
  }));

const [{ date, shops }, screens] = await Promise.all([
  measured<MeasuredShops>('scale.json'),
  measured<MeasuredScreens>('interactions.json'),
]);
const panels: Panel[] = [
  {
    title: `Calls of the server, one phone at a time (SQLite, ${date})`,
    x: 'orders in the shop (and 37, 1,000, 10,000 and 10,000 products)',
    y: 'ms, median',
    lines: linesOf(
      shops,
      ({ orders }) => orders,
      ({ p50Ms }) => p50Ms,
    ),
  },
  {
    title: `The products screen, processor 4× slower (${screens.date})`,
    x: 'products in the menu',
    y: 'ms to the next paint, median; heap in MB',
    lines: linesOf(
      screens.menus,
      ({ products }) => products,
      ({ interactionsMs, heapMB }) => ({ ...interactionsMs, 'heap (MB)': heapMB }),
    ),
  },
];

const [width, height, gap] = [460, 300, { left: 60, top: 56, bottom: 48, legend: 250 }];
const colours = [
  '#A65A1E',
  '#2F6F73',
  '#3F6B3A',
  '#B5304A',
  '#6B4226',
  '#4A5A9A',
  '#8A6D00',
  '#555555',
  '#7A3E8E',
  '#00749C',
  '#C2571A',
];

const decades = (values: number[]) => {
  const logs = values.map(Math.log10);
  return [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))] as const;
};

function drawn({ title, x, y, lines }: Panel, top: number): string {
  const [left, right] = decades(lines.flatMap(({ points }) => points.map(([at]) => at)));
  const [low, high] = decades(lines.flatMap(({ points }) => points.map(([, cost]) => cost)));
  const across = (value: number) => gap.left + ((Math.log10(value) - left) / (right - left)) * width;
  const up = (value: number) => top + gap.top + height - ((Math.log10(value) - low) / (high - low)) * height;
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
  const grid = [
    ...Array.from({ length: right - left + 1 }, (_, step) => {
      const value = 10 ** (left + step);
      const at = across(value);
      return `<path d="M${at} ${up(10 ** low)}V${up(10 ** high)}"/>${text([at, up(10 ** low) + 16], value.toLocaleString('en'), 'text-anchor="middle"')}`;
    }),
    ...Array.from({ length: high - low + 1 }, (_, step) => {
      const value = 10 ** (low + step);
      return `<path d="M${gap.left} ${up(value)}h${width}"/>${text([gap.left - 6, up(value) + 4], `${value}`, 'text-anchor="end"')}`;
    }),
  ];
  const curves = lines.map(({ name, points }, index) => {
    const colour = colours[index % colours.length];
    const path = points.map(([at, cost]) => `${across(at).toFixed(1)} ${up(cost).toFixed(1)}`).join('L');
    const dots = points.map(
      ([at, cost]) => `<circle cx="${across(at).toFixed(1)}" cy="${up(cost).toFixed(1)}" r="3"/>`,
    );
    const legend: [number, number] = [gap.left + width + 34, top + gap.top + 12 + index * 22];
    return `<g fill="${colour}"><path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}<path d="M${legend[0] - 20} ${legend[1] - 4}h14" stroke="${colour}" stroke-width="3"/>${text(legend, name)}</g>`;
  });
  return [
    text([gap.left, top + 24], title, 'font-weight="700" font-size="14"'),
    `<g stroke="#D9CDBB" fill="#5B4A3A">${grid.join('').replaceAll('<text', '<text stroke="none"')}</g>`,
    text([gap.left + width / 2, top + gap.top + height + 36], x, 'text-anchor="middle"'),
    text([gap.left, top + gap.top - 8], y),
    ...curves,
  ].join('\n');
}

const each = gap.top + height + gap.bottom + 16;
const whole = [gap.left + width + gap.legend + 20, each * panels.length] as const;
await writeFile(
  join(import.meta.dirname, 'measured', 'cost-against-size.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole[0]} ${whole[1]}" font-family="sans-serif" font-size="12" fill="#2B1A12">
<rect width="100%" height="100%" fill="#FDF6EA"/>
${panels.map((panel, index) => drawn(panel, index * each)).join('\n')}
</svg>
`,
);
