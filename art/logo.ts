import { palette } from './palette.ts';

/** The colours of the logo's three parts: the shop (kedai), the cup whose rim is the bank (kopi, tepi), and the morning sun. */
export interface Inks {
  shop: string;
  cup: string;
  sun: string;
}

/** Mid tones, which are visible on light and dark backgrounds. */
const shopInks: Inks = { shop: palette.gulaAren, cup: palette.water, sun: palette.turmeric };

export const ofOneInk = (ink: string): Inks => ({ shop: ink, cup: ink, sun: ink });

/** The logo on a field of 64 × 64; its gaps are transparent, so that one colour is enough. */
export const mark = ({ shop, cup, sun }: Inks = shopInks) =>
  `<path d="M21.4 3.6L39.4 17.2L37.4 20.8L34.2 20.4V30.6C28.6 26.8 23 26 17.6 27.2L9.6 30.4V20.6L5.4 21L3.4 17.6Z" fill="${shop}"/>` +
  `<path d="M4.4 37C13.6 31.2 22.4 31.2 30.4 36C37 40 44 39.8 50 35.8C56 33 62.2 36 61.8 42.8C61.4 49.6 55.8 53.6 47.6 53.6C43 58.4 36.6 60.6 28.2 60.6C13.6 60.6 4 51.4 4.4 37ZM50.8 42C50.6 44.2 50.2 46.2 49.4 48.2C53.2 48 55.8 46 56 42.8C56.1 40.6 53.6 40.2 50.8 42Z" fill="${cup}" fill-rule="evenodd"/>` +
  `<path d="M50.4 13.4C54.2 13.2 56.8 16 56.6 19.4C56.4 22.8 53.8 25.2 50.4 25C47 24.8 44.6 22.4 44.8 19C45 15.8 47.2 13.6 50.4 13.4Z" fill="${sun}"/>`;

/** The letters of the shop's name, each with its width, strokes and dot; baseline 0, x-height 30, stroke width 8. */
const letters: Record<string, { width: number; strokes: string; dot?: string }> = {
  K: { width: 33, strokes: 'M4 0V-43M29 -43L5.5 -18.5M13 -26C21 -21 23 -6 32 -4' },
  T: { width: 36, strokes: 'M0 -37.5C6 -43 12 -43 18 -39C24 -35 30 -35 36 -40.5M18 -38V0' },
  a: { width: 30, strokes: 'M26 -15A11 11 0 1 1 4 -15A11 11 0 1 1 26 -15M26 -30V0' },
  d: { width: 30, strokes: 'M26 -15A11 11 0 1 1 4 -15A11 11 0 1 1 26 -15M26 -46V0' },
  e: { width: 30, strokes: 'M4.5 -14H26A11 11 0 1 0 22.5 -7' },
  i: { width: 8, strokes: 'M4 -30V0', dot: 'M-1 -40C1 -45 7 -45.5 9.4 -41.5C7 -36.5 1.4 -35.6 -1 -40Z' },
  o: { width: 30, strokes: 'M26 -15A11 11 0 1 1 4 -15A11 11 0 1 1 26 -15' },
  p: { width: 30, strokes: 'M26 -15A11 11 0 1 1 4 -15A11 11 0 1 1 26 -15M4 -30V13' },
};

const letterSpace = 5.5;
const wordSpace = 19;

/** A line in the shop's own lettering on baseline 0, and its width. */
export function lettering(text: string, ink: string) {
  let width = 0;
  let drawn = '';
  for (const character of text) {
    const letter = letters[character];
    if (!letter) {
      width += wordSpace - letterSpace;
      continue;
    }
    const dot = letter.dot ? `<path d="${letter.dot}" fill="${ink}" stroke="none"/>` : '';
    drawn += `<g transform="translate(${Math.round(width * 10) / 10} 0)"><path d="${letter.strokes}"/>${dot}</g>`;
    width += letter.width + letterSpace;
  }
  return {
    width: width - letterSpace,
    drawing: `<g fill="none" stroke="${ink}" stroke-width="8" stroke-linejoin="round">${drawn}</g>`,
  };
}
