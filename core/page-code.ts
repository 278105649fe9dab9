/** The inline code that the page's policy must allow by hash (CSP 3 §2.3.1), found alike by build and server. */
const inside = (html: string, elements: RegExp) => [...html.matchAll(elements)].map(([, content = '']) => content);

/** Without `type`: others are data. */
export const scriptsIn = (html: string) => inside(html, /<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g);
export const stylesIn = (html: string) => inside(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
