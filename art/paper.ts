import { palette } from './palette.ts';

type Point = readonly [x: number, y: number];

/** A flat shape. */
export const path = (fill: string, d: string, opacity = 1) => `<path fill="${faded(fill, opacity)}" d="${d}"/>`;

/** A line of constant width: handles, straws, stems. */
export const strip = (colour: string, width: number, d: string, opacity = 1) =>
  `<path fill="none" stroke="${faded(colour, opacity)}" stroke-width="${width}" d="${d}"/>`;

export const ellipse = (fill: string, cx: number, cy: number, rx: number, ry: number, opacity = 1) =>
  `<ellipse fill="${faded(fill, opacity)}" cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`;

export const group = (transform: string, ...parts: string[]) => `<g transform="${transform}">${parts.join('')}</g>`;

/** Clips `parts` to the shape `d`. A picture has one such clip, or gives each its own `id`. */
export const within = (d: string, parts: string, id = 'w') =>
  `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${parts}</g>`;

/**
 * A colour `#rrggbb` through which shows what is below, in tenths. An `opacity` of its own would make Chromium paint the shape as a layer
 * (performance G4).
 */
export const faded = (colour: string, opacity: number) => {
  const tenths = Math.round(opacity * 10);
  return tenths < 10
    ? `${colour}${Math.round(tenths * 25.5)
        .toString(16)
        .padStart(2, '0')}`
    : colour;
};

/** Parses points as in an SVG's `points`: 'x,y x,y'. */
const read = (points: string) =>
  points.split(' ').map((point): Point => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return [x, y];
  });

/** A polygon ('x,y x,y') with straight edges, and corners rounded by `radius`. */
export function cut(points: string, radius = 6) {
  const ends = read(points);
  const corners = ends.map((corner, i) => {
    const before = toward(corner, ends.at(i - 1) ?? corner, radius);
    const after = toward(corner, ends.at(i + 1 - ends.length) ?? corner, radius);
    return `${before.join(' ')}Q${corner.join(' ')} ${after.join(' ')}`;
  });
  return `M${corners.join('L')}Z`;
}

function toward([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const share = Math.min(0.5, distance / Math.hypot(toX - x, toY - y));
  return [x + (toX - x) * share, y + (toY - y) * share];
}

/** A closed smooth shape through `points` ('x,y x,y'). */
export const blob = (points: string) => `M${curve(read(points), true)}Z`;

/** A ribbon along a smooth line, with its half width at each point ('x,y,half x,y,half'): steam, leaves, drips. */
export function ribbon(spine: string, thickness = 1) {
  const line = read(spine);
  const halves = spine.split(' ').map((point) => Number(point.split(',')[2]) * thickness);
  const edge = (side: 1 | -1) =>
    line.map(([x, y], i): Point => {
      const [fromX, fromY] = line[i - 1] ?? [x, y];
      const [toX, toY] = line[i + 1] ?? [x, y];
      const out = (side * (halves[i] ?? 0)) / Math.hypot(toX - fromX, toY - fromY);
      return [x + (fromY - toY) * out, y + (toX - fromX) * out];
    });
  return `M${curve(edge(1))}L${curve(edge(-1).reverse())}Z`;
}

/** A Catmull-Rom spline as Bézier commands, symmetric at each point; begins with the first point itself. */
function curve(points: readonly Point[], closed = false) {
  const near = (i: number): Point =>
    points.at(closed ? i % points.length : Math.max(0, Math.min(points.length - 1, i))) ?? [0, 0];
  let d = near(0).join(' ');
  if (points.length === 2) return `${d}L${near(1).join(' ')}`;
  for (let i = 0; i < points.length - (closed ? 0 : 1); i++) {
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [near(i - 1), near(i), near(i + 1), near(i + 2)];
    d += i === 0 ? `C${bx + (cx - ax) / 6} ${by + (cy - ay) / 6} ` : 'S';
    d += `${cx - (dx - bx) / 6} ${cy - (dy - by) / 6} ${cx} ${cy}`;
  }
  return d;
}

/** `piece` repeated `count` times around (0, 0), slightly unevenly; `turn` rotates points ('x,y x,y'). */
export const around = (count: number, piece: (turn: (points: string) => string) => string) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI + (i % 3) * 0.06;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return piece((points) =>
      read(points)
        .map(([x, y]) => `${x * cos - y * sin},${x * sin + y * cos}`)
        .join(' '),
    );
  }).join('');

/** The position of a piece, and its rotation in degrees. */
export type Place = readonly [x: number, y: number, turn?: number];

/**
 * One line through `points` ('x,y x,y') at each place, all in one path. A browser styles each element by itself, and a picture with six
 * hundred of them blocks a slow phone (performance G4).
 */
export const strewn = (points: string, places: readonly Place[]) =>
  places
    .map(([x, y, turn = 0]) => {
      const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
      const turned = read(points).map(([px, py]) => `${x + px * cos - py * sin} ${y + px * sin + py * cos}`);
      return `M${turned.join('L')}`;
    })
    .join('');

/** A solid of revolution, seen from slightly above: half widths at even steps from rim to foot. */
export interface Body {
  readonly cx: number;
  readonly top: number;
  readonly foot: number;
  readonly halves: readonly number[];
  /** Height of the opening's ellipse, relative to its width. */
  readonly tilt: number;
}

/** Half the width of `body` at the height `y`. */
export function halfAt({ top, foot, halves }: Body, y: number) {
  const at = Math.max(0, Math.min(1, (y - top) / (foot - top))) * (halves.length - 1);
  const i = Math.min(halves.length - 2, Math.floor(at));
  const [b = 0, c = 0] = halves.slice(i);
  const [a, d] = [halves[i - 1] ?? 2 * b - c, halves[i + 2] ?? 2 * c - b];
  const t = at - i;
  return b + (t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))) / 2;
}

interface Slice {
  from?: number;
  to?: number;
  /** -1 is the left edge of the body's front, 1 the right one. */
  left?: number;
  right?: number;
  /** Distance inside the wall. */
  inset?: number;
}

/** The part of a body's front between two heights and two vertical lines. */
export function slice(body: Body, { from = body.top, to = body.foot, left = -1, right = 1, inset = 0 }: Slice = {}) {
  const knots = body.halves.map((_, i) => body.top + ((body.foot - body.top) * i) / (body.halves.length - 1));
  const levels = [from, ...knots.filter((y) => y > from + 4 && y < to - 4), to];
  const at = (u: number, y: number): Point => {
    const half = halfAt(body, y) - inset;
    return [body.cx + u * half, y + Math.sqrt(1 - u * u) * half * body.tilt];
  };
  const arc = (y: number, u: number, sweep: 0 | 1) => {
    const half = halfAt(body, y) - inset;
    return `A${half} ${half * body.tilt} 0 0 ${sweep} ${at(u, y).join(' ')}`;
  };
  const down = levels.map((y) => at(left, y));
  const up = levels.map((y) => at(right, y)).reverse();
  return `M${curve(down)}${arc(to, right, 0)}L${curve(up)}${arc(from, left, 1)}Z`;
}

/** A horizontal ellipse in a body: its opening, or the surface of a drink. */
export function level(body: Body, y: number, fill: string, inset = 0, opacity = 1) {
  const half = halfAt(body, y) - inset;
  return ellipse(fill, body.cx, y, half, half * body.tilt, opacity);
}

/** The outline of an opening. */
export const mouth = ({ cx, tilt }: Body, y: number, half: number) =>
  `M${cx - half} ${y}a${half} ${half * tilt} 0 0 1 ${2 * half} 0a${half} ${half * tilt} 0 0 1 ${-2 * half} 0Z`;

/** The outline of a body with its opening. */
export const silhouette = (body: Body) => slice(body) + mouth(body, body.top, halfAt(body, body.top));

/** A body in one colour, lighter on the left and darker on the right. */
export const turned = (body: Body, fill: string, light = 0.3) =>
  path(fill, slice(body)) +
  path(palette.milk, slice(body, { left: -1, right: -0.62 }), light) +
  path(palette.shadow, slice(body, { left: 0.5, right: 1 }), 0.1);

/** The soft shadow on the table, to the right. */
export const groundShadow = (cx: number, y: number, half: number, tilt = 0.2) =>
  ellipse(palette.shadow, cx + half * 0.22, y + 3, half * 1.24, half * tilt * 1.2, 0.1) +
  ellipse(palette.shadow, cx + half * 0.1, y + 2, half * 1.04, half * tilt, 0.1);
