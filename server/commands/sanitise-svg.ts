/** SVG without anything that acts, loads or links. */
import { SaxesParser } from 'saxes';
import { PictureError } from './command-error.ts';
import { DrawingSize } from './drawing-size.ts';
import { cleanDeclarations, cleanStyleSheet, pointsOutside } from './sanitise-css.ts';

/** What is left of an SVG. */
export interface Drawing {
  svg: string;
  /** The `data:` URLs of the pixels in it, as they are in `svg`. */
  pixels: string[];
  /** What a customer may miss: tags and rules as they were in the file. */
  lost: string[];
  /** Whether a part of the picture itself is lost, rather than a style. */
  isIncomplete: boolean;
  hasText: boolean;
}

/** Of the drawing, without the pixels and what is removed. */
const maxDrawingLength = 200_000;
/** With all that repeats them; far more than a drawing program writes. */
const maxElements = 50_000;
const maxDepth = 200;

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** SVG elements that draw; every other one is removed with its content. */
const drawing = words(
  `svg g switch path rect circle ellipse line polyline polygon text tspan textPath defs symbol use image title desc
   linearGradient radialGradient stop clipPath mask pattern marker style filter feBlend feColorMatrix feComponentTransfer
   feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
   feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
   feTile feTurbulence`,
);
/** Elements without which a picture looks the same, as those of a drawing program are, which have a prefix. */
const unseen = words(
  'script metadata animate animateColor animateMotion animateTransform set view cursor font font-face',
);
const ofLink = words('target download ping rel referrerpolicy hreflang type');
const texts = words('text tspan textPath');

/** An entity that stands for the name of a namespace, as Illustrator writes it; no other entity is needed. */
const namespaceEntity = /<!ENTITY[ \t\r\n]+([\w.-]+)[ \t\r\n]+["'](http:\/\/[\w./-]{1,100})["'][ \t\r\n]*>/g;

const savedAs = 'save it from the drawing program as plain SVG, or as PNG';

/** An element that is open while the file is read. */
interface Open {
  /** The name under which it stays; undefined for one that is removed. */
  name: string | undefined;
  element?: ReturnType<DrawingSize['add']>;
}

/** The drawing of an SVG and nothing that acts, loads or links. Throws a `PictureError` for what no browser should draw. */
export const sanitiseSvg = (bytes: Buffer): Buffer => Buffer.from(readDrawing(bytes).svg);

/** `sanitiseSvg`, with what an importer must know besides. */
export function readDrawing(bytes: Buffer): Drawing {
  const parser = new SaxesParser({ xmlns: false });
  const size = new DrawingSize();
  const lost = new Set<string>();
  const result: Drawing = { svg: '', pixels: [], lost: [], isIncomplete: false, hasText: false };
  const open: Open[] = [];
  let dropping = 0;
  let pixelsLength = 0;
  /** The text of a style, judged when it is complete, because comments, CDATA or a dropped element may split an address. */
  let style = '';
  const parent = () => open.at(-1)?.name;
  const lose = (text: string) => void lost.add(text.length > 60 ? `${text.slice(0, 60)}…` : text);

  parser.on('doctype', (text) => Object.assign(parser.ENTITIES, entitiesIn(text)));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name: qualified, attributes: found }) => {
    const tag = qualified.replace(/^svg:/, '');
    if (open.length === 0 && tag !== 'svg') throw new PictureError(`is no SVG but a file that begins with <${tag}>`);
    if (open.length === maxDepth)
      throw new PictureError(`is an SVG of groups in more than ${maxDepth} groups; ${savedAs}`);
    // Not only at the end: what is kept of a large file takes a multiple of it in memory.
    if (result.svg.length - pixelsLength > maxDrawingLength)
      throw new PictureError('is an SVG whose drawing is larger than 200 kB; save it as PNG');
    // A link around a part of the drawing: the part stays.
    const name = tag === 'a' ? (texts.has(parent() ?? '') ? 'tspan' : 'g') : tag;
    const all = new Map(Object.entries(found).map(([attribute, value]) => [attribute, String(value)]));
    const href = hrefIn(all);
    const image = name === 'image' ? pixelsIn(href) : undefined;
    const isKept =
      dropping === 0 && drawing.has(name) && parent() !== 'style' && (name !== 'image' || image !== undefined);
    if (!isKept) {
      // In a switch another child is drawn in its place.
      if (dropping === 0 && !unseen.has(tag) && !tag.includes(':') && !['switch', 'style'].includes(parent() ?? '')) {
        lose(href ? `<${tag} href="${href}">` : `<${tag}>`);
        result.isIncomplete = true;
      }
      dropping++;
      open.push({ name: undefined });
      return;
    }
    const own = new Map<string, string>();
    for (const [attribute, value] of all) {
      if (tag === 'a' && ofLink.has(attribute)) continue;
      const kept = attribute === 'style' ? cleanDeclarations(value, lose) : value;
      if (kept !== '' && mayStay(attribute, kept)) own.set(attribute, kept);
      else if (!/^on|:|href/i.test(attribute) && pointsOutside(kept)) lose(`${attribute}="${value}"`);
    }
    if (image) {
      own.set('href', image);
      result.pixels.push(image);
      pixelsLength += image.length;
    } else if (tag !== 'a' && isLocal(href)) own.set('href', href);
    else if (tag !== 'a' && href !== '') {
      lose(`<${tag} href="${href}">`);
      result.isIncomplete ||= tag === 'use';
    }
    if (open.length === 0 && !own.has('xmlns')) own.set('xmlns', 'http://www.w3.org/2000/svg');
    result.svg += `<${name}${[...own].map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('')}>`;
    open.push({ name, element: size.add(name, own, open.at(-1)?.element) });
  });
  const addText = (text: string) => {
    if (dropping > 0 || open.length === 0) return;
    if (parent() === 'style') style += text;
    else result.svg += escaped(text);
    if (texts.has(parent() ?? '') && text.trim() !== '') result.hasText = true;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const name = parent();
    if (name === 'style' && dropping === 0) {
      const clean = cleanStyleSheet(style, lose);
      size.addStyleSheet(clean);
      result.svg += escaped(clean);
      style = '';
    }
    open.pop();
    if (name === undefined) dropping--;
    else result.svg += `</${name}>`;
  });

  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(`is not a well-formed SVG; ${savedAs}`);
  }
  if (result.svg.length - pixelsLength > maxDrawingLength)
    throw new PictureError('is an SVG whose drawing is larger than 200 kB; save it as PNG');
  if (size.count(maxElements) > maxElements)
    throw new PictureError(
      `is an SVG that repeats its parts more than ${maxElements} times, which no phone can draw; save it as PNG`,
    );
  return { ...result, lost: [...lost] };
}

/** A document type without entities says nothing. Throws a `PictureError` for one with others than names of namespaces. */
function entitiesIn(doctype: string) {
  const found = [...doctype.matchAll(namespaceEntity)];
  if (found.length !== doctype.split('<!ENTITY').length - 1)
    throw new PictureError(`is an SVG with entities in its document type; ${savedAs}`);
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
}

/** Where an element links to; as in SVG 2 §16.1.5 `href` counts, and one with a prefix (`xlink:href`) only without it. */
const hrefIn = (attributes: ReadonlyMap<string, string>) =>
  attributes.get('href') ?? [...attributes].find(([attribute]) => attribute.endsWith(':href'))?.[1] ?? '';

const isLocal = (href: string) => /^#[^\s\\%]+$/.test(href);

/** An address that is a photograph in itself; an SVG in an SVG could hold anything. */
function pixelsIn(href: string): string | undefined {
  const [, type, data] = /^\s*data:image\/(png|jpe?g|gif|webp|avif);base64,([A-Za-z0-9+/=\s]+)$/i.exec(href) ?? [];
  return data && `data:image/${type?.toLowerCase()};base64,${data.replace(/\s+/g, '')}`;
}

function mayStay(attribute: string, value: string) {
  if (/^(on|href$)/i.test(attribute) || pointsOutside(value)) return false;
  if (attribute === 'xmlns') return value === 'http://www.w3.org/2000/svg';
  if (attribute === 'xml:space') return /^(preserve|default)$/.test(value);
  return /^[A-Za-z][\w-]*$/.test(attribute);
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
