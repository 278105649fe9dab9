/** Draws an SVG as a browser would: to know that something is visible, and for the shop to serve its pixels instead. */
import type { Sharp } from 'sharp';
import { PictureError } from './command-error.ts';
import type { Drawing } from './sanitise-svg.ts';

const maxPixels = 100_000_000;
/** In pixels; enough to see a dot. */
const previewSide = 128;

/**
 * A drawing of which something is visible, with its pixels as PNG, the format that every renderer of SVG can read. Throws a `PictureError`
 * for pixels that cannot be read, and for a drawing that shows nothing.
 */
export async function drawableFrom(drawing: Drawing): Promise<Drawing> {
  let { svg } = drawing;
  let room = maxPixels;
  for (const url of new Set(drawing.pixels)) {
    const { data, area } = await asPng(url, Math.max(room, 1));
    room -= area;
    svg = svg.replaceAll(url, () => `data:image/png;base64,${data.toString('base64')}`);
  }
  if (await isBlank(svg, drawing)) {
    throw new PictureError(
      drawing.lost.length > 0
        ? `shows nothing without what the shop cannot keep (${shortened(drawing.lost)}): embed its pictures in it, or save it as PNG`
        : 'shows nothing: it is empty, or all of it is hidden',
    );
  }
  return { ...drawing, svg };
}

/** A few of the things that a drawing has lost. */
export const shortened = (lost: readonly string[]) =>
  [...lost.slice(0, 3), ...(lost.length > 3 ? [`${lost.length - 3} more`] : [])].join(', ');

/** A drawing whose shorter side is `side` pixels long, as PNG. */
export const pngOf = async (svg: string, side: number) => (await drawn(svg, side)).png().toBuffer();

async function asPng(url: string, room: number) {
  const { default: sharp } = await import('sharp');
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  try {
    const picture = sharp(bytes, { limitInputPixels: room, failOn: 'error' });
    const { format, width, height } = await picture.metadata();
    if (!['png', 'jpeg', 'webp', 'gif', 'heif'].includes(format)) throw new Error(`It is ${format}.`);
    return { data: await picture.autoOrient().png({ compressionLevel: 1 }).toBuffer(), area: width * height };
  } catch (error) {
    throw new PictureError(
      /pixel limit/i.test((error as Error).message)
        ? 'has more than 100 million pixels'
        : 'contains a picture that is damaged; embed it again, or save the drawing as PNG',
    );
  }
}

/** The machine may have no typefaces, so a text that is not drawn is believed. */
async function isBlank(svg: string, { isIncomplete, hasText }: Drawing) {
  if (hasText) return false;
  try {
    const { channels } = await (await drawn(svg, previewSide)).ensureAlpha().stats();
    const isTransparent = (channels[3]?.max ?? 0) < 8;
    const isWhite = channels.every(({ min }) => min >= 250);
    // A white background is not what is left of a drawing by intention.
    return isTransparent || (isIncomplete && isWhite);
  } catch {
    // Without a size and without anything that has one.
    return true;
  }
}

async function drawn(svg: string, side: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const bytes = Buffer.from(svg);
  // Without it the parser takes no attribute of more than 10 MB; the drawing has no entities any more that could grow.
  const at = (density: number, limitInputPixels: number | false) =>
    sharp(bytes, { unlimited: true, density, limitInputPixels });
  const sizeAt = async (density: number) => ({ ...(await at(density, false).metadata()), density });
  // A size above 32,767 pixels is none to it, and neither is one below 1.
  const { density, width, height } = await sizeAt(72).catch(() => sizeAt(1));
  const scale = Math.min(side / Math.min(width, height), 4_096 / Math.max(width, height));
  return at(Math.min(Math.max(density * scale, 1), 100_000), maxPixels);
}
