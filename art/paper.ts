/** A flat shape. */
export const path = (fill: string, d: string, opacity = 1) => `<path fill="${faded(fill, opacity)}" d="${d}"/>`;

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
