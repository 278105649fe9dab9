/** What of a page is code of its own: its policy must allow each by its hash (CSP 3 §2.3.1), in the build and on the server alike. */
const inside = (html: string, elements: RegExp) => [...html.matchAll(elements)].map(([, content = '']) => content);

/** Data is none. */
export const scriptsIn = (html: string) => inside(html, /<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g);
export const stylesIn = (html: string) => inside(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
