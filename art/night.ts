import { mix } from './pieces.ts';

/** A drawing at night, without its sun: all colours move towards that of the dark lake. */
export const byNight = (drawing: string) => recoloured(drawing, 0.52, '#122A3A', 0.55);

/** A drawing of something near, on which the moon leaves more of its colours. */
export const byMoon = (drawing: string) => recoloured(drawing, 0.74, '#1B3242', 0.34);

/** A drawing by lamplight. */
export const byLamp = (drawing: string) => recoloured(drawing, 0.88, '#6B4226', 0.12);

const recoloured = (drawing: string, share: number, ground: string, depth: number) =>
  drawing.replace(/(?<==")#[\dA-Fa-f]{6}/g, (colour) =>
    colour === lamp ? colour : mix(mix(darkness, colour, share), ground, depth),
  );

/** The colour of what is lit from inside. */
const lamp = '#E3A72F';
const darkness = '#0B1216';
