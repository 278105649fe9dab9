/**
 * The widths in which the shop has a photograph of a product, in pixels. A plain API has one address for a picture
 * (specification §3): the file's name says that the others stand beside it, `senja-0123abcd.w240.webp` beside
 * `senja-0123abcd.w480.webp`.
 */
export const renditionWidths = [240, 360, 480] as const;

const rendition = /^(.+-[0-9a-f]{8})\.w\d{3}\.webp$/;

/**
 * The name of a picture's rendition: `picture` ends with a digest of its content, `width` is one of `renditionWidths`.
 */
export const renditionName = (picture: string, width: number) => `${picture}.w${width}.webp`;

/** Whether what lies at this address never changes, because the digest of its content is a part of it. */
export const isRendition = (address: string) => rendition.test(address);

/** Every rendition of the picture that a menu names, the narrowest first; none for a picture that stands alone. */
export function renditionsOf(file: string): { file: string; width: number }[] {
  const picture = rendition.exec(file)?.[1];
  return picture ? renditionWidths.map((width) => ({ file: renditionName(picture, width), width })) : [];
}

/** The rendition that menus name, of the same picture; an address of anything else as it is. */
export const widestRendition = (address: string) => renditionsOf(address).at(-1)?.file ?? address;
