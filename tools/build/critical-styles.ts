import { type ChildNode, type Container, parse } from 'postcss';

/**
 * The rules of a minified stylesheet up to the first that is for a class: they come first, so a page that has all of them inside can
 * do without them later. Told a second time, they would have every element styled anew.
 */
export function baseOf(css: string): string {
  const first = parse(css).nodes.find(isForClass);
  return css.slice(0, first?.source?.start?.offset);
}

const isForClass = (node: ChildNode): boolean =>
  node.type === 'rule' ? classesIn(node.selector).length > 0 : node.type === 'atrule' && !!node.nodes?.some(isForClass);

/**
 * Of a minified stylesheet, what a page needs for its first paint: its base, and of the rest what is for classes that stand in its
 * HTML, with what only they use. That rest follows after the paint, whole, and stands behind it.
 */
export function criticalStyles(css: string, html: string): string {
  const classes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  const base = baseOf(css);
  const rest = parse(css.slice(base.length));
  // Vite leaves a mark at the end.
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

/** A stylesheet in two: what some class has to be there for that `isWanted`, and stands behind the other then; and all that is without. */
export function parted(css: string, isWanted: (className: string) => boolean): { wanted: string; others: string } {
  const part = (wanted: boolean) => {
    const sheet = parse(css);
    keepOnly(sheet, (classes) => classes.some(isWanted) === wanted);
    return `${sheet}`;
  };
  return { wanted: part(true), others: part(false) };
}

/** Of selectors, and of the animations of a module, what may be kept by the classes that it needs; all else by none. */
function keepOnly(sheet: Container, isKept: (classes: string[]) => boolean) {
  sheet.each((node) => {
    if (node.type === 'rule') {
      const selectors = node.selectors.filter((selector) => isKept(neededBy(selector)));
      if (selectors.length > 0) node.selectors = selectors;
      else node.remove();
    } else if (node.type === 'atrule' && node.name !== 'keyframes' && node.nodes?.some(({ type }) => type !== 'decl')) {
      keepOnly(node, isKept);
    } else if (!isKept(node.type === 'atrule' ? [node.params] : [])) node.remove();
  });
  removeEmpty(sheet);
}

/** Nothing is hovered over before it is painted; browsers show by themselves where the focus is. Nothing `:has` what is not there. */
const canMatch = (selector: string, classes: ReadonlySet<string>) =>
  !/:hover|:focus-(visible|within)|::selection|::view-transition/.test(selector) &&
  neededBy(selector).every((name) => classes.has(name));

/** The classes without which a selector matches nothing. */
const neededBy = (selector: string) => classesIn(selector.replaceAll(/:(not|is|where)\([^()]*\)/g, ''));

const classesIn = (selector: string) => [...selector.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name);

/** Custom properties that nothing reads are left out, and then those that only they read; no script reads any. */
export function withUsedProperties(css: string): string {
  const sheet = parse(css);
  removeUnreadProperties(sheet);
  return `${sheet}`;
}

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

/** Such words in the values of such properties. */
function wordsOf(sheet: Container, property: RegExp, word: RegExp): ReadonlySet<string> {
  const words = new Set<string>();
  sheet.walkDecls(property, ({ value }) => {
    for (const [found] of value.matchAll(word)) words.add(found);
  });
  return words;
}

/** Rules in which nothing is left, and groups of none. */
function removeEmpty(sheet: Container) {
  sheet.each((node) => {
    if (!('nodes' in node) || !node.nodes) return;
    removeEmpty(node);
    if (node.nodes.length === 0) node.remove();
  });
}
