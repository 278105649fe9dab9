/** In pixels. A plain API has one address for a picture (specification §3); `senja-0123abcd.w240.webp` shows that the other widths exist. */
export const renditionWidths = [240, 360, 480] as const;

const rendition = /^(.+-[0-9a-f]{8})\.w\d{3}\.webp$/;

/** `picture` ends with a digest of its content. */
export const renditionName = (picture: string, width: number) => `${picture}.w${width}.webp`;

/** The picture at this address never changes: the address contains the digest of its content. */
export const isRendition = (address: string) => rendition.test(address);

/** The narrowest first; empty for a picture without renditions. */
export function renditionsOf(file: string): { file: string; width: number }[] {
  const picture = rendition.exec(file)?.[1];
  return picture ? renditionWidths.map((width) => ({ file: renditionName(picture, width), width })) : [];
}

/** Which menus name; any other address is unchanged. */
export const widestRendition = (address: string) => renditionsOf(address).at(-1)?.file ?? address;
