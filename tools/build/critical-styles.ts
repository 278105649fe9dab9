/**
 * The rules of a minified stylesheet up to the first that is for a class: they come first, so a page that has all of them inside can
 * do without them later. Told a second time, they would have every element styled anew.
 */
export function baseOf(css: string): string {
  let base = '';
  for (const rule of rulesOf(css)) {
    if (isForClass(rule)) break;
    base += rule.text;
  }
  return base;
}

const isForClass = ({ head, body = '' }: Rule): boolean =>
  isGroup(head) ? [...rulesOf(body)].some(isForClass) : !head.startsWith('@') && /\.[\w-]/.test(head);

/**
 * Of a minified stylesheet, what a page needs for its first paint: its base, and of the rest what is for classes that stand in its
 * HTML, with what only they use. That rest follows after the paint, whole, and stands behind it.
 */
export function criticalStyles(css: string, html: string): string {
  const classes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  const base = baseOf(css);
  const kept = keptOf(css.slice(base.length), classes);
  const used = kept.replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
    kept.replaceAll(rule, '').includes(name) ? rule : '',
  );
  return base + withUsedProperties(used);
}

/** Custom properties that nothing reads are left out, and then those that only they read; no script reads any. */
export function withUsedProperties(css: string): string {
  const used = css.replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    new RegExp(`var\\(${name}\\b(?!-)`).test(css) ? declaration : '',
  );
  return used === css ? css : withUsedProperties(used);
}

function keptOf(css: string, classes: ReadonlySet<string>): string {
  let kept = '';
  for (const { head, body } of rulesOf(css)) {
    if (body === undefined) kept += head;
    // What is in a group of rules is looked at by itself.
    else if (/^@(media print|page)\b/.test(head)) continue;
    else if (isGroup(head)) {
      const inside = keptOf(body, classes);
      if (inside) kept += `${head}{${inside}}`;
    } else if (head.startsWith('@')) kept += `${head}{${body}}`;
    else {
      const selectors = splitAtCommas(head).filter((selector) => canMatch(selector, classes));
      if (selectors.length > 0) kept += `${selectors.join(',')}{${body}}`;
    }
  }
  return kept;
}

const isGroup = (head: string) => /^@(media|supports|container|layer)\b/.test(head);

/** Nothing is hovered over before it is painted; browsers show by themselves where the focus is. Nothing `:has` what is not there. */
const canMatch = (selector: string, classes: ReadonlySet<string>) =>
  !/:hover|:focus-(visible|within)|::selection|::view-transition/.test(selector) &&
  [...selector.replaceAll(/:(not|is|where)\([^()]*\)/g, '').matchAll(/\.([\w-]+)/g)].every(([, name = '']) =>
    classes.has(name),
  );

/** What stands before a brace, and what stands inside; a statement has no inside. */
interface Rule {
  head: string;
  body?: string;
  text: string;
}

/** The rules of a stylesheet at one depth. */
function* rulesOf(css: string): Generator<Rule> {
  let start = 0;
  while (start < css.length) {
    const open = css.indexOf('{', start);
    const statement = css.indexOf(';', start);
    if (statement !== -1 && (open === -1 || statement < open)) {
      const head = css.slice(start, statement + 1);
      yield { head, text: head };
      start = statement + 1;
      continue;
    }
    if (open === -1) return;
    let depth = 1;
    let end = open + 1;
    for (; end < css.length && depth > 0; end++) {
      if (css[end] === '{') depth++;
      else if (css[end] === '}') depth--;
    }
    yield { head: css.slice(start, open).trim(), body: css.slice(open + 1, end - 1), text: css.slice(start, end) };
    start = end;
  }
}

/** Commas inside `:is(…)` do not end a selector. */
const splitAtCommas = (selectors: string) => selectors.split(/,(?![^(]*\))/);
