/** CSS of a drawing without anything that could load something. */

/** Called with what is removed, as it was in the file. */
type Report = (removed: string) => void;

const space = '[ \\t\\r\\n\\f]*';
const id = '#([^\\s\'"()\\\\%]+)';
/** What follows the bracket in `url(#shade)`, which points into the drawing itself. */
const local = `${space}(?:'${id}'|"${id}"|${id})${space}\\)`;
const outside = new RegExp(`url\\((?!${local})|(?:image|image-set|src)\\(|javascript:|data:|expression\\(|\\\\`, 'i');
const reference = new RegExp(`url\\(${local}`, 'gi');

/** Whether a value names an address outside the drawing, or could spell one by a backslash. */
export const pointsOutside = (value: string) => outside.test(value);

/** The ids that a value points to by `url(#…)`. */
export const referencesIn = (value: string) =>
  [...value.matchAll(reference)].map(([, ...ids]) => ids.find((one) => one !== undefined) ?? '');

/** Every rule with an `@` can load (`@import`, `@font-face`) or has no place in a drawing, except this one. */
const mayLoad = (css: string) => pointsOutside(css) || /@(?!media\b)/i.test(css);

/** How deep `@media` may be nested. */
const mostNested = 3;

/** The rules of a style sheet that load nothing. Of a rule only the declarations go that could. */
export function cleanStyleSheet(css: string, report: Report): string {
  if (!mayLoad(css)) return css;
  const clean = cleanRules(css.replace(/<!--|-->/g, ' '), report, mostNested);
  // The judgement of each piece depends on where we cut; that of the whole does not.
  return mayLoad(clean) ? '' : clean;
}

/** The declarations of a style attribute, or of a rule, that load nothing. */
export function cleanDeclarations(css: string, report: Report): string {
  if (!mayLoad(css)) return css;
  const clean = piecesOf(css, ';')
    .map((piece) => piece.replace(/;$/, '').trim())
    .filter((piece) => {
      if (mayLoad(piece)) report(piece);
      return piece !== '' && !mayLoad(piece);
    })
    .join(';');
  return mayLoad(clean) ? '' : clean;
}

function cleanRules(css: string, report: Report, depth: number): string {
  return piecesOf(css, '}')
    .map((piece) => {
      const [selector = '', block] = cutBefore(piece.trim(), '{');
      const isMedia = /^@media\b/i.test(selector);
      if (block === undefined) {
        // What a file says about itself changes nothing that is drawn.
        if (/^@(?!charset|namespace)/i.test(selector)) report(selector);
        return '';
      }
      if (mayLoad(selector) || (isMedia && depth === 0)) {
        report(selector);
        return '';
      }
      const inner = block.replace(/\}$/, '');
      const clean = isMedia ? cleanRules(inner, report, depth - 1) : cleanDeclarations(inner, report);
      return clean.trim() === '' ? '' : `${selector}{${clean}}`;
    })
    .join('');
}

function cutBefore(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1)];
}

/** A comment, a string, a bracket, a semicolon, or the text between them; matched without backtracking. */
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|"[^"\\]*(?:\\(?:[\s\S]|$)[^"\\]*)*(?:"|$)|'[^'\\]*(?:\\(?:[\s\S]|$)[^'\\]*)*(?:'|$)|[{}()[\];]|[^{}()[\];"'/]+|[\s\S]/g;

export const withoutComments = (css: string) =>
  (css.match(token) ?? []).filter((part) => !part.startsWith('/*')).join('');

/** CSS cut after each `;` and each closing bracket `end` that are in no other brackets; without its comments. */
function piecesOf(css: string, end: ';' | '}'): string[] {
  const pieces: string[] = [];
  let piece = '';
  let depth = 0;
  for (const part of css.match(token) ?? []) {
    if (part.startsWith('/*')) continue;
    piece += part;
    if ('{(['.includes(part)) depth++;
    else if ('})]'.includes(part)) depth = Math.max(0, depth - 1);
    if (depth > 0 || (part !== ';' && part !== end)) continue;
    pieces.push(piece);
    piece = '';
  }
  return [...pieces, piece];
}
