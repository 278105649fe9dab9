/** A picture of a product, which is turned upright and made small enough to send (decision W15). */
import { postPicture } from './api.ts';

/** The longer side of what is sent, in pixels: less than the 2 MB that the shop takes. */
const longestSide = 1_600;
/** More than the camera of any phone takes: it would not fit into a phone's memory. */
const mostPixels = 120_000_000;

/** What can be chosen: no drawings, and nothing that moves. An iPhone gives a JPEG of its photographs for this. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** This browser cannot read the file as a picture. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Stores a picture at the shop; resolves with its name. Rejects with `UnreadablePicture`, or as the call does. */
export async function storePicture(token: string, file: Blob) {
  const picture = await shrunk(file).catch(() => null);
  if (!picture) throw new UnreadablePicture();
  return (await postPicture(token, picture)).image_url;
}

/** A JPEG, or, with transparency, a WebP; null or a rejection for what this browser cannot read. */
async function shrunk(file: Blob): Promise<Blob | null> {
  if (!pictureTypes.includes(file.type)) return null;
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = address;
    });
    const { naturalWidth, naturalHeight } = image;
    if (naturalWidth * naturalHeight > mostPixels) return null;
    // It rejects what is cut off, of which an image shows the first part.
    (await createImageBitmap(file)).close();
    const scale = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight));
    // An image is drawn as its camera was held.
    return await encoded(image, Math.round(naturalWidth * scale), Math.round(naturalHeight * scale));
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function encoded(image: HTMLImageElement, width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  if (data.some((value, at) => at % 4 === 3 && value < 255)) {
    const picture = await as('image/webp');
    if (picture?.type === 'image/webp') return picture;
    // This browser does not write WebP, and a PNG is large.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return await as('image/jpeg');
}
