import { renditionsOf } from '#core/renditions';

/** A path on this origin, or another origin (decision A1). */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? '/api').replace(/(?<!\/)\/+$/, '');

export type Folder = 'products' | 'banks' | 'mini-markets';

export const imageUrl = (folder: Folder, file: string) => `${apiHost}/images/${folder}/${encodeURI(file)}`;

/** Renditions up to `widest` pixels wide; undefined for an image without any. */
export const imageSet = (folder: Folder, file: string, widest: number) =>
  renditionsOf(file)
    .filter(({ width }) => width <= widest)
    .map((one) => `${imageUrl(folder, one.file)} ${one.width}w`)
    .join(', ') || undefined;

/** With CORS, so that the worker may cache images of another origin. */
export const imageCrossOrigin = apiHost.startsWith('/') ? undefined : ('anonymous' as const);
