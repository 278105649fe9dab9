/** Runs in a process of its own: decodes one picture that somebody sent, so that its memory and the decoder's faults are not the shop's. */
import sharp, { type Metadata } from 'sharp';
import { makePicture } from './make-picture.ts';
import { PictureError } from './pictures.ts';
import { isMarkup } from './render-drawing.ts';
import type { PictureReply } from './sent-picture.ts';

/** A page sends at most 1600 × 1600; more than a camera's would take 500 MB. */
const maxPixels = 25_000_000;

process.once('message', async (sent: Uint8Array) => {
  const say = (reply: PictureReply) => process.send?.(reply, () => process.disconnect());
  const bytes = Buffer.from(sent);
  try {
    if (isMarkup(bytes)) throw new PictureError('adalah SVG atau teks; pakai JPEG, PNG, atau WebP');
    const {
      width = 0,
      height = 0,
      pages = 1,
    } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch((): Partial<Metadata> => ({}));
    if (width * height > maxPixels) throw new PictureError('lebih dari 25 juta piksel');
    if (pages > 1) throw new PictureError('bergerak; pakai gambar yang diam');
    say({ picture: await makePicture('products', 'foto', bytes) });
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    say({ refusal: error.message });
  }
});
