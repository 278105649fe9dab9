/** A picture of a product, which is turned upright and made small enough to send (decision W15). */
import { postPicture } from './api.ts';

/** The longer side of what is sent, in pixels: less than the 2 MB that the shop takes. */
const longestSide = 1_600;
const quality = 0.85;

/** What can be chosen: no drawings, and nothing that moves. An iPhone gives a JPEG of its photographs for this. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** This browser cannot read the file as a picture. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Stores a picture at the shop; resolves with its name. Rejects with `UnreadablePicture`, or as the call does. */
export async function storePicture(token: string, file: Blob) {
  const picture = await shrunk(file);
  if (!picture) throw new UnreadablePicture();
  return (await postPicture(token, picture)).image_url;
}

/** A JPEG, or, of another file, which may have transparency, a WebP; null for what this browser cannot read. */
async function shrunk(file: Blob): Promise<Blob | null> {
  if (!pictureTypes.includes(file.type)) return null;
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    // It rejects what is cut off, of which an image shows the first part.
    (await createImageBitmap(file)).close();
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight));
    const width = Math.max(1, Math.round(naturalWidth * scale));
    const height = Math.max(1, Math.round(naturalHeight * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    // An image is drawn as its camera was held.
    context.drawImage(image, 0, 0, width, height);
    if (file.type !== 'image/jpeg') {
      const picture = await canvas.convertToBlob({ type: 'image/webp', quality });
      if (picture.type === 'image/webp') return picture;
      // This browser does not write WebP, and a PNG is large.
      context.globalCompositeOperation = 'destination-over';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    }
    return await canvas.convertToBlob({ type: 'image/jpeg', quality });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
