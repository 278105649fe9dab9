/** Makes a shop's own pictures: small enough for phones, harmless, and named after what is in them. */
import { parse } from 'node:path';
import sharp from 'sharp';
import { renditionName, renditionWidths } from '#core/renditions';
import { slug } from './menu-cells.ts';
import { asAvif, digestOf, PictureError, type PictureKind } from './pictures.ts';
import { drawn, isMarkup } from './render-drawing.ts';

/** A file of a picture. */
export interface PictureFile {
  /** With `/` when it is in a folder. */
  name: string;
  bytes: Buffer;
}

export type MadePicture = Awaited<ReturnType<typeof makePicture>>;

/** Sizes in pixels: the storefront never shows a product larger than 480 CSS pixels, nor a payment method larger than 48 (times three on phones). */
const sides = { products: Math.max(...renditionWidths), banks: 144, 'mini-markets': 144 } as const;
/** The quality is lowered until a picture of the full width has at most so many bytes: a page of ten must be light on patchy wifi (performance G5). */
const forms = {
  webp: { wantedBytes: 16_000, qualities: [75, 60, 45, 30] },
  // For the browsers that can show one (`../routes/images.ts`).
  avif: { wantedBytes: 6_000, qualities: [55, 45, 35, 28, 22] },
} as const;
const maxBytes = 50 * 1_024 * 1_024;

/**
 * Makes what the shop serves of a picture as the owner has it. JPEG, PNG, WebP, AVIF, GIF and SVG become a WebP and an AVIF
 * without what a camera wrote into them (place, time, owner), a product's in every width the storefront asks for. The name
 * carries a digest of the content, so that a new picture never hides behind an old one in a cache. `files` are to be stored, the one
 * of that name last; `lost` is what a drawing has lost that a customer may miss, as it was in the file. Throws a `PictureError`.
 */
export async function makePicture(kind: PictureKind, fileName: string, bytes: Buffer) {
  requireSize(bytes);
  const title = slug(parse(fileName).name) || 'gambar';
  const { pixels, lost } = isMarkup(bytes) ? await drawn(bytes, sides[kind]) : { pixels: bytes, lost: [] };
  const sizes = await recoded(kind, pixels);
  const picture = `${title}-${digestOf(Buffer.concat(sizes.map(({ webp }) => webp)))}`;
  const files: PictureFile[] = sizes.flatMap(({ width, webp, avif }) => {
    const name = sizes.length > 1 ? renditionName(picture, width) : `${picture}.webp`;
    const smaller = avif.length < webp.length ? [{ name: asAvif(name), bytes: avif }] : [];
    return [...smaller, { name, bytes: webp }];
  });
  return { name: files.at(-1)?.name ?? '', files, lost };
}

/**
 * A picture that comes from a backup, under the name it has. A drawing stays as it is, since browsers show it as an image, in
 * which nothing acts; every other one loses what a camera wrote into it. Throws a `PictureError` for what is not the picture
 * its name says.
 */
export async function cleanPicture(name: string, bytes: Buffer): Promise<Buffer> {
  requireSize(bytes);
  if (/\.svg$/i.test(name)) {
    if (!isMarkup(bytes) || !bytes.includes('<svg')) throw new PictureError(unreadable);
    return bytes;
  }
  if (isMarkup(bytes)) throw new PictureError(unreadable);
  try {
    const picture = sharp(bytes, readOptions);
    const { format, exif, iptc, xmp, comments } = await picture.metadata();
    if (!['jpeg', 'png', 'webp', 'heif'].includes(format)) throw new PictureError(unreadable);
    if (!exif && !iptc && !xmp && !comments) return bytes;
    const upright = picture.autoOrient();
    return await (format === 'heif' ? upright.avif() : upright).toBuffer();
  } catch {
    throw new PictureError(unreadable);
  }
}

function requireSize({ length }: Buffer) {
  if (length === 0) throw new PictureError('kosong');
  if (length > maxBytes) throw new PictureError('lebih besar dari 50 MB');
}

const unreadable = 'bukan gambar yang bisa dibaca, atau rusak';
const readOptions = { limitInputPixels: 100_000_000, failOn: 'error' } as const;

/** The renditions of a picture, narrowest first. A product's picture that is smaller than the widest rendition gets just one, of its own size. */
async function recoded(kind: PictureKind, bytes: Buffer) {
  const side = sides[kind];
  const fit = kind === 'products' ? 'cover' : 'inside';
  try {
    const { format, width, pageHeight, height: whole, pages = 1 } = await sharp(bytes, readOptions).metadata();
    const height = pageHeight ?? whole;
    if (!['jpeg', 'png', 'webp', 'heif', 'gif'].includes(format))
      throw new PictureError(`berformat ${format}, bukan JPEG, PNG, atau WebP`);
    const upright = sharp(bytes, { ...readOptions, page: await frameWithContent(bytes, pages) }).autoOrient();
    const sized = async (to: number) => {
      const resized = upright.clone().resize(to, to, { fit, withoutEnlargement: true });
      const smallEnough = async (form: keyof typeof forms) => {
        const { wantedBytes, qualities } = forms[form];
        let made = Buffer.alloc(0);
        for (const quality of qualities) {
          made = await resized.clone()[form]({ quality, effort: 5 }).toBuffer();
          if (made.length <= (wantedBytes * to) / side) break;
        }
        return made;
      };
      return { width: to, webp: await smallEnough('webp'), avif: await smallEnough('avif') };
    };
    const widths = kind === 'products' && Math.min(width, height) >= side ? renditionWidths : [side];
    const made = [];
    for (const width of widths) made.push(await sized(width));
    return made;
  } catch (error) {
    if (error instanceof PictureError) throw error;
    if (isHeic(bytes)) throw new PictureError('berformat HEIC, seperti foto iPhone: simpanlah sebagai JPEG');
    const pixels = /pixel limit/i.test((error as Error).message);
    throw new PictureError(pixels ? 'lebih dari 100 juta piksel' : unreadable);
  }
}

/** How many frames of an animation are searched for one that shows something. */
const mostFrames = 50;

/** The first frame of an animation that shows something; 0 for a picture that does not move. Throws a `PictureError`. */
async function frameWithContent(bytes: Buffer, frames: number): Promise<number> {
  for (let page = 0; page < Math.min(frames, mostFrames); page++) {
    const { channels, isOpaque } = await sharp(bytes, { ...readOptions, page }).stats();
    const isTransparent = !isOpaque && channels.at(-1)?.max === 0;
    // An animation may begin with a frame of one colour; a picture of one colour is the owner's.
    if (!isTransparent && (frames === 1 || channels.some(({ min, max }) => max > min))) return page;
  }
  throw new PictureError('tidak menampilkan apa-apa: tembus pandang, atau hanya satu warna');
}

/** By the brands in its first box (ISO/IEC 14496-12 §4.3, ISO/IEC 23008-12): HEVC pictures, under their own brand or a general one. */
function isHeic(bytes: Buffer) {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256)).match(/.{4}/gs) ?? [];
  const isGeneral = ['mif1', 'msf1', 'mif2', 'miaf'].includes(brands[0] ?? '');
  return (
    brands.some((brand) => /^he[iv][cmsx]$/.test(brand)) ||
    (isGeneral && !brands.some((brand) => /^avi[fs]$/.test(brand)))
  );
}
