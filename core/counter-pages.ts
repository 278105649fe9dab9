export const counterPage = 'counter/index.html';

export const counterPaths: readonly string[] = ['/counter', '/counter/screen'];

/** Needs no session. */
export const guidePath = '/counter/panduan';
export const guidePage = 'counter/panduan.html';

export const isOfCounter = (path: string) => path === '/counter' || path.startsWith('/counter/');
