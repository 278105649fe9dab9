/**
 * Of a minified stylesheet, what a page needs for its first paint: rules for classes that do not stand in its HTML are
 * left out, and so is what only they use. The whole stylesheet follows after the paint and stands behind it.
 */
export function criticalStyles(css: string, html: string): string {
  const classes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  const kept = keptOf(css, classes);
  return withUsedProperties(
    kept.replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
      kept.replaceAll(rule, '').includes(name) ? rule : '',
    ),
  );
}

/** Custom properties that nothing reads are left out, and then those that only they read. */
function withUsedProperties(css: string): string {
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
    else if (head === '@media print') continue;
    else if (/^@(media|supports|container|layer)\b/.test(head)) {
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

/** Nothing is hovered over before it is painted; browsers show by themselves where the focus is. */
const canMatch = (selector: string, classes: ReadonlySet<string>) =>
  !/:hover|:focus-(visible|within)|::selection|::view-transition/.test(selector) &&
  [...selector.replaceAll(/:(not|is|where|has)\([^()]*\)/g, '').matchAll(/\.([\w-]+)/g)].every(([, name = '']) =>
    classes.has(name),
  );

/** The rules of a stylesheet at one depth: what stands before a brace, and what stands inside; a statement has no inside. */
function* rulesOf(css: string): Generator<{ head: string; body?: string }> {
  let start = 0;
  while (start < css.length) {
    const open = css.indexOf('{', start);
    const statement = css.indexOf(';', start);
    if (statement !== -1 && (open === -1 || statement < open)) {
      yield { head: css.slice(start, statement + 1) };
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
    yield { head: css.slice(start, open).trim(), body: css.slice(open + 1, end - 1) };
    start = end;
  }
}

/** Commas inside `:is(…)` do not end a selector. */
const splitAtCommas = (selectors: string) => selectors.split(/,(?![^(]*\))/);
