import { palette } from './palette.ts';
import {
  type Body,
  ellipse,
  faded,
  groundShadow,
  group,
  halfAt,
  level,
  mouth,
  path,
  ribbon,
  silhouette,
  slice,
  strip,
  turned,
  within,
} from './paper.ts';

export const body = (cx: number, top: number, foot: number, halves: readonly number[], tilt = 0.2): Body => ({
  cx,
  top,
  foot,
  halves,
  tilt,
});

interface Layer {
  readonly fill: string;
  /** Height of the layer's top. */
  readonly top: number;
}

interface Glass {
  /** From bottom to top. */
  layers: readonly Layer[];
  /** Colour of the drink's surface. */
  surface: string;
  /** Drawn inside the drink, clipped by the wall. */
  inside?: string;
  /** Stands in the drink and rises out of the opening: straw, ice, spoon. */
  standing?: string;
  /** Thickness of the bottom. */
  base?: number;
  wall?: number;
  shadow?: boolean;
}

/** A transparent vessel with the drink in it. */
export function glass(
  shape: Body,
  { layers, surface, inside = '', standing = '', base = 12, wall = 6, shadow = true }: Glass,
) {
  const bottom = shape.foot - base;
  const filled = Math.min(...layers.map(({ top }) => top));
  const glint = (share: number) => {
    const y = filled + (bottom - filled) * share;
    return `${shape.cx - halfAt(shape, y) * 0.56} ${y + 10}`;
  };
  const drink = layers.map(({ fill, top }, i) =>
    path(fill, slice(shape, { from: top, to: layers[i - 1]?.top ?? bottom, inset: wall })),
  );
  return [
    shadow ? groundShadow(shape.cx, shape.foot, halfAt(shape, shape.foot), shape.tilt) : '',
    path(palette.milk, silhouette(shape), 0.4),
    path(palette.milk, slice(shape, { from: bottom }), 0.4),
    ...drink,
    inside && within(slice(shape, { from: filled, to: bottom, inset: wall }), inside),
    level(shape, filled, surface, wall),
    standing,
    path(palette.milk, slice(shape, { from: shape.top + 10, to: shape.foot - 8, left: -0.9, right: -0.7 }), 0.4),
    strip(palette.milk, 4, `M${glint(0.12)}L${glint(0.72)}`, 0.3),
    path(palette.shadow, slice(shape, { left: 0.72 }), 0.1),
    ring(shape, shape.top, 3, palette.milk, 0.6),
  ].join('');
}

/** The thin rim of an opening, as the light catches it. */
export const ring = (shape: Body, y: number, width: number, fill: string, opacity = 1) => {
  const half = halfAt(shape, y);
  return `<path fill="${faded(fill, opacity)}" fill-rule="evenodd" d="${mouth(shape, y, half)}${mouth({ ...shape, tilt: shape.tilt * 0.96 }, y, half - width)}"/>`;
};

interface Cup {
  fill: string;
  /** Colour of the rim and of the wall inside. */
  rim?: string;
  inner?: string;
  drink: string;
  /** Seen from straight above, in a circle of radius 100. */
  art?: string;
  handle?: string;
  light?: number;
}

/** An opaque cup. */
export function cup(
  shape: Body,
  { fill, rim = palette.milk, inner = palette.crema, drink, art = '', handle = '', light }: Cup,
) {
  const surface = shape.top + 4;
  const half = halfAt(shape, shape.top) - 10;
  return [
    groundShadow(shape.cx, shape.foot, halfAt(shape, shape.foot), shape.tilt),
    handle,
    turned(shape, fill, light),
    level(shape, shape.top, rim),
    level(shape, shape.top + 1, inner, 5),
    ellipse(drink, shape.cx, surface, half, half * shape.tilt),
    art && group(`translate(${shape.cx} ${surface}) scale(${half / 100} ${(half * shape.tilt) / 100})`, art),
  ].join('');
}

/** A handle at the right of a cup, between two heights. */
export const ear = (fill: string, x: number, from: number, to: number, reach: number, width = 14) => {
  const d = `M${x} ${from}C${x + reach} ${from - 12} ${x + reach * 1.25} ${to - 8} ${x - reach * 0.15} ${to}`;
  return strip(fill, width, d) + strip(palette.shadow, width, d, 0.1);
};

export function saucer(cx: number, y: number, half: number, fill: string, tilt = 0.26) {
  return [
    groundShadow(cx, y + 8, half * 0.95, tilt),
    ellipse(fill, cx, y + 6, half * 0.97, half * tilt),
    ellipse(palette.shadow, cx, y + 6, half * 0.97, half * tilt, 0.1),
    ellipse(fill, cx, y, half, half * tilt),
    ellipse(palette.milk, cx - half * 0.02, y - 1, half * 0.9, half * tilt * 0.84, 0.3),
    ellipse(palette.shadow, cx + 5, y + 1, half * 0.62, half * tilt * 0.6, 0.1),
  ].join('');
}

/** Two wisps of steam that rise from (x, y). */
export function steam(x: number, y: number, height: number, opacity = 0.5) {
  const wisp = path(palette.milk, ribbon('0,0,1 -12,-28,7 9,-60,8 -2,-86,4 6,-100,0.5'), opacity);
  const size = height / 100;
  return (
    group(`translate(${x} ${y}) scale(1 ${size})`, wisp) +
    group(`translate(${x + 26} ${y}) scale(-0.7 ${size * 0.7})`, wisp)
  );
}

export function straw(fill: string, from: readonly [number, number], to: readonly [number, number], width = 11) {
  const d = `M${from.join(' ')}L${to.join(' ')}`;
  return strip(fill, width, d) + group('translate(-2.5 0)', strip(palette.milk, width * 0.25, d, 0.4));
}
