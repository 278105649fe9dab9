/** SVG without anything that acts, loads or links. */
import { SaxesParser } from 'saxes';
import { PictureError } from './command-error.ts';

const maxSvgBytes = 200_000;

/** SVG elements that draw; every other one is removed with its content. */
const drawing = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan defs symbol use title desc linearGradient radialGradient
   stop clipPath mask pattern filter feBlend feColorMatrix feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG
   feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feDropShadow marker style`.split(/\s+/),
);
/** `url(#shade)` points into the picture; every other address leaves it, and a backslash could spell one. */
const leaves = /url\((?!\s*['"]?\s*#)|(image|image-set|src)\(|javascript:|data:|expression\(|\\/i;
/** Every rule with an `@` can load (`@import`, `@font-face`) or has no place in a drawing. */
const mayStyle = (text: string) => !leaves.test(text) && !text.includes('@');

/** The drawing of an SVG and nothing that acts, loads or links. Throws a `PictureError` for what is not well-formed. */
export function sanitiseSvg(bytes: Buffer): Buffer {
  if (bytes.length > maxSvgBytes) throw new PictureError('is an SVG larger than 200 kB');
  const parser = new SaxesParser({ xmlns: false });
  const open: { name: string; kept: boolean }[] = [];
  let dropping = 0;
  let depth = 0;
  /** The text of a style, judged when it is complete, because comments, CDATA or a dropped element may split an address. */
  let style = '';
  let svg = '';
  const isIn = (name: string) => open.at(-1)?.name === name;
  parser.on('doctype', () => parser.fail('a document type is not needed'));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name !== 'svg') throw new Error('no SVG');
    if (++depth > 200) throw new Error('nested too deeply');
    const kept = dropping === 0 && drawing.has(name) && !isIn('style');
    open.push({ name, kept });
    if (!kept) {
      dropping++;
      return;
    }
    const own = Object.entries(attributes)
      .map(([attribute, value]) => [attribute === 'xlink:href' ? 'href' : attribute, String(value)] as const)
      .filter(([attribute, value]) => mayStay(attribute, value));
    if (open.length === 1 && !own.some(([attribute]) => attribute === 'xmlns'))
      own.push(['xmlns', 'http://www.w3.org/2000/svg']);
    svg += `<${name}${own.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('')}>`;
  });
  const addText = (text: string) => {
    if (dropping > 0 || open.length === 0) return;
    if (isIn('style')) style += text;
    else svg += escaped(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    if (dropping === 0 && name === 'style') {
      if (mayStyle(style)) svg += escaped(style);
      style = '';
    }
    const { kept } = open.pop() ?? { kept: false };
    depth--;
    if (kept) svg += `</${name}>`;
    else dropping--;
  });
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch {
    throw new PictureError('is not a well-formed SVG without a document type');
  }
  return Buffer.from(svg);
}

function mayStay(attribute: string, value: string) {
  if (/^on/i.test(attribute) || leaves.test(value)) return false;
  if (attribute === 'href') return /^#[\w.-]+$/.test(value);
  if (attribute === 'xmlns') return value === 'http://www.w3.org/2000/svg';
  return /^[A-Za-z][\w-]*$/.test(attribute);
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
