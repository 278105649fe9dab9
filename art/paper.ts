/** A flat shape. */
export const path = (fill: string, d: string, opacity = 1) => `<path fill="${faded(fill, opacity)}" d="${d}"/>`;

export const ellipse = (fill: string, cx: number, cy: number, rx: number, ry: number, opacity = 1) =>
  `<ellipse fill="${faded(fill, opacity)}" cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`;

export const group = (transform: string, ...parts: string[]) => `<g transform="${transform}">${parts.join('')}</g>`;

/** Clips `parts` to the shape `d`; once in a picture. */
export const within = (d: string, parts: string) =>
  `<clipPath id="w"><path d="${d}"/></clipPath><g clip-path="url(#w)">${parts}</g>`;

/**
 * A colour `#rrggbb` through which shows what is below, in tenths. An `opacity` of its own would make Chromium paint the shape as a layer
 * (performance G4).
 */
const faded = (colour: string, opacity: number) => {
  const tenths = Math.round(opacity * 10);
  return tenths < 10
    ? `${colour}${Math.round(tenths * 25.5)
        .toString(16)
        .padStart(2, '0')}`
    : colour;
};
