import { apiHost } from '#device/host';

const host = new URL(`${apiHost}/`, location.origin).href;

export const apiPath = ({ origin, pathname }: URL) =>
  `${origin}${pathname}`.startsWith(host) ? `${origin}${pathname}`.slice(host.length) : undefined;

export const apiUrl = (path: string) => host + path;
