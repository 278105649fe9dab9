/** Runs in a process of its own: decodes one picture that an owner sent, so that its memory and the decoder's faults are not the shop's. */
import sharp, { type Metadata } from 'sharp';
import { makePicture } from './make-picture.ts';
import { PictureError } from './pictures.ts';
import { isMarkup } from './render-drawing.ts';
import type { PictureReply } from './store-picture.ts';

/** A page sends at most 1600 × 1600; more than a camera's would take 500 MB. */
const maxPixels = 25_000_000;

/** Rejects for what is no picture: `makePicture` says so. */
const factsOf = async (bytes: Buffer): Promise<Partial<Metadata>> =>
  sharp(bytes, { limitInputPixels: false }).metadata();

async function replyTo(bytes: Buffer): Promise<PictureReply> {
  try {
    if (isMarkup(bytes)) throw new PictureError('adalah SVG atau teks; pakai JPEG, PNG, atau WebP');
    const { width = 0, height = 0, pages = 1 } = await factsOf(bytes).catch((): Partial<Metadata> => ({}));
    if (width * height > maxPixels) throw new PictureError('lebih dari 25 juta piksel');
    if (pages > 1) throw new PictureError('bergerak; pakai gambar yang diam');
    return { picture: await makePicture('products', 'foto', bytes) };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { refusal: error.message };
  }
}

process.once('message', async (bytes: Uint8Array) => {
  process.send?.(await replyTo(Buffer.from(bytes)), () => process.disconnect());
});
