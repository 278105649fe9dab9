/**
 * Finds the inline code of a page, which its policy must allow by hash (CSP 3 §2.3.1); the build and the server agree
 * on it here.
 */
const inside = (html: string, elements: RegExp) => [...html.matchAll(elements)].map(([, content = '']) => content);

/** The contents of inline scripts; one with a `src`, or with a `type` (data), is none. */
export const scriptsIn = (html: string) => inside(html, /<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g);
/** The contents of `<style>` elements. */
export const stylesIn = (html: string) => inside(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
