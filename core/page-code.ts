/**
 * Finds the inline code of a page, which the page's policy must allow by hash (CSP 3 §2.3.1). Build and server use the
 * same functions.
 */
const inside = (html: string, elements: RegExp) => [...html.matchAll(elements)].map(([, content = '']) => content);

/** The contents of inline scripts, which have no `src`, and no `type` (data). */
export const scriptsIn = (html: string) => inside(html, /<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g);
/** The contents of `<style>` elements. */
export const stylesIn = (html: string) => inside(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
