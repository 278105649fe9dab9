/** Turns an imported drawing (SVG) into pixels, so that no guest's browser ever draws what is in the file. */
import sharp from 'sharp';
import { PictureError, shortened } from './pictures.ts';

/** Of a drawing, and of all pictures that are embedded in it. */
const maxPixels = 100_000_000;

/** In base64; the parser takes no attribute of more than 10 MB. */
const maxEmbedded = 9_000_000;

/** Whether a file is a drawing, or another text in tags. */
export const isMarkup = (bytes: Buffer) => /^\uFEFF?\s*</.test(bytes.subarray(0, 100).toString('utf8'));

/**
 * A drawing as PNG, its shorter side `side` pixels long, and what it has lost, as it was in the file. Throws a
 * `PictureError` for a drawing that shows nothing, and for one that cannot be drawn.
 */
export async function drawn(bytes: Buffer, side: number): Promise<{ pixels: Buffer; lost: string[] }> {
  const svg = await withReadablePictures(bytes.toString('utf8'));
  const hasText = /<(?:\w+:)?text\b/.test(svg);
  if (hasText && !(await hasTypeface()))
    throw new PictureError(
      'berisi tulisan, padahal komputer ini tidak punya huruf: ubah tulisannya menjadi garis, atau simpan sebagai PNG',
    );
  const missing = missingIn(svg);
  const pixels = await pngOf(Buffer.from(svg), side);
  const { channels } = await sharp(pixels).ensureAlpha().stats();
  // A white background is not what is left of a drawing by intention.
  const isWhite = channels.every(({ min }) => min >= 250);
  if ((channels[3]?.max ?? 0) < 8 || (missing.length > 0 && isWhite))
    throw new PictureError(
      missing.length > 0
        ? `tidak menampilkan apa-apa tanpa yang tidak bisa disimpan kedai (${shortened(missing)}): tanamkan gambarnya, atau simpan sebagai PNG`
        : 'tidak menampilkan apa-apa: kosong, atau semuanya tersembunyi',
    );
  return { pixels, lost: [...missing, ...(hasText ? ['huruf asli <text>'] : [])] };
}

/** Without a typeface every letter is drawn as the same box. */
async function hasTypeface(): Promise<boolean> {
  const [one, other] = await Promise.all(
    ['I', 'W'].map((letter) => pngOf(Buffer.from(`<svg viewBox="0 0 9 9"><text y="9">${letter}</text></svg>`), 48)),
  );
  return one !== undefined && other !== undefined && !one.equals(other);
}

/** A part that lies elsewhere, or that only a browser draws; where `switch` offers another in its place, that one is drawn. */
function missingIn(svg: string): string[] {
  const missing = [...svg.matchAll(/<(?:svg:)?(image|use|foreignObject)\b[^<>]*>/g)].flatMap(([tag, name = '']) => {
    const [, one, other] = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag) ?? [];
    const href = (one ?? other ?? '').trim();
    if (name === 'foreignObject') return /required(?:Extensions|Features)/.test(tag) ? [] : ['<foreignObject>'];
    return href === '' || /^(?:#|data:image\/)/i.test(href) ? [] : [`<${name} href="${href.slice(0, 60)}">`];
  });
  return [...new Set(missing)];
}

/** With the line ends that some programs write into it, as `&#10;`. */
const embedded = /data:image\/(?:png|jpe?g|gif|webp|avif);base64,([A-Za-z0-9+/=\s&#;]+)/gi;

/** The embedded pictures as PNG: the renderer leaves out the forms it cannot read, and those that are too large or damaged. */
async function withReadablePictures(svg: string): Promise<string> {
  let room = maxPixels;
  let readable = '';
  let end = 0;
  for (const { 0: url, 1: data = '', index } of svg.matchAll(embedded)) {
    const bytes = Buffer.from(data.replace(/&#\w+;/g, ''), 'base64');
    try {
      const picture = sharp(bytes, { limitInputPixels: Math.max(room, 1), failOn: 'error' });
      const { format, width, height } = await picture.metadata();
      if (!['png', 'jpeg', 'webp', 'gif', 'heif'].includes(format)) throw new Error(`It is ${format}.`);
      room -= width * height;
      const upright = picture.autoOrient();
      let png = await upright.clone().png({ compressionLevel: 1 }).toBuffer();
      if (png.length * 1.4 > maxEmbedded)
        png = await upright.resize(1_024, 1_024, { fit: 'inside', withoutEnlargement: true }).png().toBuffer();
      readable += `${svg.slice(end, index)}data:image/png;base64,${png.toString('base64')}`;
      end = index + url.length;
    } catch (error) {
      throw new PictureError(
        /pixel limit/i.test((error as Error).message)
          ? 'lebih dari 100 juta piksel'
          : 'memuat gambar yang rusak; tanamkan lagi, atau simpan sebagai PNG',
      );
    }
  }
  return readable + svg.slice(end);
}

async function pngOf(svg: Buffer, side: number): Promise<Buffer> {
  const sizeAt = async (density: number) => ({
    ...(await sharp(svg, { density, limitInputPixels: false }).metadata()),
    density,
  });
  try {
    // A size above 32,767 pixels is none to the renderer, and neither is one below 1.
    const { density, width, height } = await sizeAt(72).catch(() => sizeAt(1));
    const scale = Math.min(side / Math.min(width, height), 4_096 / Math.max(width, height));
    const fitting = Math.min(Math.max(density * scale, 1), 100_000);
    return await sharp(svg, { density: fitting, limitInputPixels: maxPixels }).png().toBuffer();
  } catch {
    throw new PictureError('bukan SVG yang bisa digambar: simpan dari program gambarnya sebagai SVG biasa, atau PNG');
  }
}
