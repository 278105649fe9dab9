/** Where the shop's API and its images are. */
import { renditionsOf } from '#core/renditions';

/** The address of the API: a path on this origin, or another origin (decision A1). */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? '/api').replace(/(?<!\/)\/+$/, '');

/** The folder of an image at the API host, by what it shows (specification §3). */
export type Folder = 'products' | 'banks' | 'mini-markets';

/** The address of an image at the API host (specification §3). */
export const imageUrl = (folder: Folder, file: string) => `${apiHost}/images/${folder}/${encodeURI(file)}`;

/** The `srcset` of an image with its renditions up to `widest` pixels wide; undefined for one without renditions. */
export const imageSet = (folder: Folder, file: string, widest: number) =>
  renditionsOf(file)
    .filter(({ width }) => width <= widest)
    .map((one) => `${imageUrl(folder, one.file)} ${one.width}w`)
    .join(', ') || undefined;

/** Images of another origin are requested with CORS, so that the worker may cache them. */
export const imageCrossOrigin = apiHost.startsWith('/') ? undefined : ('anonymous' as const);
