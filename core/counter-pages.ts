/** Where the counter's page is: in a built storefront and on the web (decision W1). */

/** Its file in a built storefront; its other files are in the same folder. */
export const counterPage = 'counter/index.html';

/** The addresses of its page: the board, and the screen for the shop's customers. */
export const counterPaths: readonly string[] = ['/counter', '/counter/screen'];

/** The owner's guide, which needs no session. */
export const guidePath = '/counter/panduan';
export const guidePage = 'counter/panduan.html';

/** Whether an address belongs to the counter: its page or a file of it. */
export const isOfCounter = (path: string) => path === '/counter' || path.startsWith('/counter/');
