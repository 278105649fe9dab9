import { type ChildNode, type Container, parse } from 'postcss';

/** The base of a minified stylesheet: its rules up to the first one with a class. */
function baseOf(css: string): string {
  const first = parse(css).nodes.find(isForClass);
  return css.slice(0, first?.source?.start?.offset);
}

const isForClass = (node: ChildNode): boolean =>
  node.type === 'rule' ? classesIn(node.selector).length > 0 : node.type === 'atrule' && !!node.nodes?.some(isForClass);

/**
 * The part of a minified stylesheet that a page needs for its first paint: the base, the rules for classes that occur
 * in its HTML, and the properties and animations that these use. The whole stylesheet is loaded after the paint.
 */
export function criticalStyles(css: string, html: string): string {
  const classes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  const base = baseOf(css);
  const rest = parse(css.slice(base.length));
  // Vite leaves a comment at the end.
  rest.walkComments((comment) => void comment.remove());
  rest.walkAtRules((rule) => {
    if (rule.name === 'page' || (rule.name === 'media' && rule.params.startsWith('print'))) rule.remove();
  });
  rest.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) => canMatch(selector, classes));
    if (selectors.length > 0) rule.selectors = selectors;
    else rule.remove();
  });
  removeUnreadProperties(rest);
  const animations = wordsOf(rest, /^animation/, /[\w-]+/g);
  rest.walkAtRules('keyframes', (rule) => {
    if (!animations.has(rule.params)) rule.remove();
  });
  removeEmpty(rest);
  return `${base}${rest}`;
}

/**
 * Whether a selector can match in a first paint: nothing is hovered or focused yet, and all classes that it needs must
 * be in the page.
 */
const canMatch = (selector: string, classes: ReadonlySet<string>) =>
  !/:hover|:focus-(visible|within)|::selection/.test(selector) && neededBy(selector).every((name) => classes.has(name));

/** The classes without which a selector matches nothing. */
const neededBy = (selector: string) => classesIn(selector.replaceAll(/:(not|is|where)\([^()]*\)/g, ''));

const classesIn = (selector: string) => [...selector.matchAll(/\.([a-z_-][\w-]*)/gi)].map(([, name = '']) => name);

function removeUnreadProperties(sheet: Container) {
  const read = wordsOf(sheet, /./, /(?<=var\()--[\w-]+/g);
  let wasRead = true;
  sheet.walkDecls(/^--/, (declaration) => {
    if (read.has(declaration.prop)) return;
    declaration.remove();
    wasRead = false;
  });
  if (!wasRead) removeUnreadProperties(sheet);
}

/** The matches of `word` in the values of properties whose names match `property`. */
function wordsOf(sheet: Container, property: RegExp, word: RegExp): ReadonlySet<string> {
  const words = new Set<string>();
  sheet.walkDecls(property, ({ value }) => {
    for (const [found] of value.matchAll(word)) words.add(found);
  });
  return words;
}

/** Removes rules without declarations, and groups without rules. */
function removeEmpty(sheet: Container) {
  sheet.each((node) => {
    if (!('nodes' in node) || !node.nodes) return;
    removeEmpty(node);
    if (node.nodes.length === 0) node.remove();
  });
}
