/** Addresses below the API host. */
import { apiHost } from '#device/host';

const host = new URL(`${apiHost}/`, location.origin).href;

/** The path of an address below the API host; undefined for any other address. */
export const apiPath = ({ origin, pathname }: URL) =>
  `${origin}${pathname}`.startsWith(host) ? `${origin}${pathname}`.slice(host.length) : undefined;

/** The address of a path below the API host. */
export const apiUrl = (path: string) => host + path;
