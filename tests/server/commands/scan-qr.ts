/** Reads QR codes as a camera does, by a decoder that shares no code with what draws them. */
import jsQR from 'jsqr';
import sharp from 'sharp';

/** The text of a QR code that is an SVG. */
export async function scanSvg(svg: string | Buffer) {
  const { data, info } = await sharp(Buffer.from(svg as string))
    .resize(400)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })?.data;
}

/** The text of a QR code that is drawn with block characters, black on white. */
export function scanBlocks(lines: readonly string[]) {
  const rows = lines.flatMap((line) => [
    [...line].map((block) => '█▀'.includes(block)),
    [...line].map((block) => '█▄'.includes(block)),
  ]);
  const scale = 4;
  const [width, height] = [Math.max(...rows.map((row) => row.length)) * scale, rows.length * scale];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data;
}
