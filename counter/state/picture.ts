/** Turns a picture upright and makes it small enough to send (decision W15). */

/** The longer side of what is sent, in pixels. */
const longestSide = 1_600;
const mostBytes = 2_000_000;
/** More than the camera of any phone takes: it would not fit into a phone's memory. */
const mostPixels = 120_000_000;

/** A JPEG, or, with transparency, a WebP or PNG; undefined for what this browser cannot read. */
export async function shrunk(file: Blob): Promise<Blob | undefined> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = address;
    });
    const { naturalWidth, naturalHeight } = image;
    if (naturalWidth * naturalHeight > mostPixels) return undefined;
    // It rejects what is cut off, of which an image shows the first part, and drawings.
    (await createImageBitmap(file)).close();
    const scale = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight));
    // An image is drawn as its camera was held.
    return await encoded(image, Math.round(naturalWidth * scale), Math.round(naturalHeight * scale));
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function encoded(image: HTMLImageElement, width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const as = (type: string, quality: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  if (data.some((value, at) => at % 4 === 3 && value < 255)) {
    // A browser that cannot write it writes a PNG.
    const picture = await as('image/webp', 0.85);
    if (picture && picture.size <= mostBytes) return picture;
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  for (const quality of [0.85, 0.6, 0.3]) {
    const picture = await as('image/jpeg', quality);
    if (picture && picture.size <= mostBytes) return picture;
  }
  return undefined;
}
