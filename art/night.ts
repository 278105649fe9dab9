import { mix } from './pieces.ts';

/** What is drawn, without the sun: everything sinks towards the dark of the lake. */
export const byNight = (drawing: string) => recoloured(drawing, 0.52, '#122A3A', 0.55);

/** What stands near, where the moon still shows its colours. */
export const byMoon = (drawing: string) => recoloured(drawing, 0.74, '#1B3242', 0.34);

/** What is drawn, by lamplight. */
export const byLamp = (drawing: string) => recoloured(drawing, 0.88, '#6B4226', 0.12);

const recoloured = (drawing: string, share: number, ground: string, depth: number) =>
  drawing.replace(/(?<==")#[\dA-Fa-f]{6}/g, (colour) =>
    colour === lamp ? colour : mix(mix(darkness, colour, share), ground, depth),
  );

/** What shines by itself. */
const lamp = '#E3A72F';
const darkness = '#0B1216';
