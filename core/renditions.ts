/**
 * The widths in which the shop has a photograph of a product, in pixels. A plain API has one address for a picture
 * (specification §3): the file's name shows that the other widths exist in the same folder, `senja-0123abcd.w240.webp`
 * with `senja-0123abcd.w480.webp`.
 */
export const renditionWidths = [240, 360, 480] as const;

const rendition = /^(.+-[0-9a-f]{8})\.w\d{3}\.webp$/;

/**
 * The name of a picture's rendition: `picture` ends with a digest of its content, `width` is one of `renditionWidths`.
 */
export const renditionName = (picture: string, width: number) => `${picture}.w${width}.webp`;

/** Whether the picture at this address never changes, because the address contains the digest of its content. */
export const isRendition = (address: string) => rendition.test(address);

/** Every rendition of the picture that a menu names, the narrowest first; empty for a picture without renditions. */
export function renditionsOf(file: string): { file: string; width: number }[] {
  const picture = rendition.exec(file)?.[1];
  return picture ? renditionWidths.map((width) => ({ file: renditionName(picture, width), width })) : [];
}

/** The widest rendition of the same picture, which menus name; any other address unchanged. */
export const widestRendition = (address: string) => renditionsOf(address).at(-1)?.file ?? address;
