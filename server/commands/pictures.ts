/** A shop's own pictures: made small for phones, harmless, and named after what is in them. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize, parse, relative, sep } from 'node:path';
import { SaxesParser } from 'saxes';
import { renditionName, renditionWidths } from '#core/renditions';
import { chownToFolderOwner } from '../database/open.ts';
import { asAvif, digestOf, findPicture, pictureKinds, servedAs } from '../menu/pictures.ts';
import { writeWhole } from './atomic-file.ts';
import { slug } from './menu-csv.ts';
import { visible } from './terminal.ts';

export type PictureKind = (typeof pictureKinds)[number];

interface PictureFile {
  /** With `/` where it stands in a folder. */
  name: string;
  bytes: Buffer;
}

export interface MadePicture {
  /** The file name that goes into the menu. */
  name: string;
  /** What is to be kept, the one of that name last. */
  files: PictureFile[];
}

/** Why a picture cannot be used: the end of a sentence that begins with the picture's name. */
export class PictureError extends Error {}

/** Sizes in pixels: the storefront never shows a product larger than 480 CSS pixels, nor a payment method larger than 48 (times three on phones). */
const sides = { products: Math.max(...renditionWidths), banks: 144, 'mini-markets': 144 } as const;
/** The quality is lowered until a picture of the full width has at most so many bytes: a page of ten must be light on patchy wifi (performance P9). */
const forms = {
  webp: { wantedBytes: 16_000, qualities: [75, 60, 45, 30] },
  // For the browsers that can show one (`../routes/images.ts`).
  avif: { wantedBytes: 6_000, qualities: [55, 45, 35, 28, 22] },
} as const;
const maxBytes = 50 * 1_024 * 1_024;
const maxSvgBytes = 200_000;

/**
 * Makes what the shop serves of a picture as the owner has it. JPEG, PNG, WebP, AVIF and GIF become a WebP and an AVIF
 * without what a camera wrote into them (place, time, owner), a product's in every width the storefront asks for; SVG keeps
 * what draws and loses everything else. The name carries a digest of the content, so that a new picture never hides behind
 * an old one in anybody's cache. Throws a `PictureError`.
 */
export async function makePicture(kind: PictureKind, fileName: string, bytes: Buffer): Promise<MadePicture> {
  if (bytes.length === 0) throw new PictureError('is empty');
  if (bytes.length > maxBytes) throw new PictureError('is larger than 50 MB');
  const named = (made: Buffer) => `${slug(parse(fileName).name) || 'gambar'}-${digestOf(made)}`;
  if (/^\uFEFF?\s*</.test(bytes.subarray(0, 100).toString('utf8'))) {
    const svg = sanitisedSvg(bytes);
    const name = `${named(svg)}.svg`;
    return { name, files: [{ name, bytes: svg }] };
  }

  const sizes = await recoded(kind, bytes);
  const picture = named(Buffer.concat(sizes.map(({ webp }) => webp)));
  const files = sizes.flatMap(({ width, webp, avif }) => {
    const name = sizes.length > 1 ? renditionName(picture, width) : `${picture}.webp`;
    const smaller = avif.length < webp.length ? [{ name: asAvif(name), bytes: avif }] : [];
    return [...smaller, { name, bytes: webp }];
  });
  return { name: files.at(-1)?.name ?? '', files };
}

/** The renditions of a picture, narrowest first. A product's picture that is smaller than the widest rendition gets just one, of its own size. */
async function recoded(kind: PictureKind, bytes: Buffer) {
  const { default: sharp } = await import('sharp');
  const side = sides[kind];
  const fit = kind === 'products' ? 'cover' : 'inside';
  try {
    const picture = sharp(bytes, { limitInputPixels: 100_000_000, failOn: 'error' });
    const { format, width, height } = await picture.metadata();
    if (!['jpeg', 'png', 'webp', 'heif', 'gif'].includes(format))
      throw new PictureError(`is ${format}, not JPEG, PNG or WebP`);
    const upright = picture.autoOrient();
    const sized = async (to: number) => {
      const resized = upright.clone().resize(to, to, { fit, withoutEnlargement: true });
      const smallEnough = async (form: keyof typeof forms) => {
        const { wantedBytes, qualities } = forms[form];
        let made = Buffer.alloc(0);
        for (const quality of qualities) {
          made = await resized.clone()[form]({ quality, effort: 5 }).toBuffer();
          if (made.length <= (wantedBytes * to) / side) break;
        }
        return made;
      };
      return { width: to, webp: await smallEnough('webp'), avif: await smallEnough('avif') };
    };
    const widths = kind === 'products' && Math.min(width, height) >= side ? renditionWidths : [side];
    const made = [];
    for (const width of widths) made.push(await sized(width));
    return made;
  } catch (error) {
    if (error instanceof PictureError) throw error;
    if (isHeic(bytes)) throw new PictureError('is HEIC, as iPhones take photos: save it as JPEG');
    const pixels = /pixel limit/i.test((error as Error).message);
    throw new PictureError(
      pixels ? 'has more than 100 million pixels' : 'is not a picture that can be read, or it is damaged',
    );
  }
}

/** By the brand that stands first in its box of types (ISO/IEC 14496-12 §4.3). */
const isHeic = (bytes: Buffer) => /^ftyp(hei[cmsx]|hev[cmsx])$/.test(bytes.toString('latin1', 4, 12));

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
export function sanitisedSvg(bytes: Buffer): Buffer {
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

/** The owner's file that the menu calls `name`, below `folder` or its folder for this kind; capitals do not matter. */
export async function findOwnersPicture(folder: string, kind: PictureKind, name: string): Promise<string | undefined> {
  for (const base of [join(folder, kind), folder]) {
    const path = normalize(join(base, name));
    if (relative(base, path).startsWith('..')) return undefined;
    if (await isFile(path)) return path;
    const { dir, base: wanted } = parse(path);
    const names = await readdir(dir).catch(() => []);
    const alike = names.find((one) => one.toLowerCase() === wanted.toLowerCase());
    if (alike && (await isFile(join(dir, alike)))) return join(dir, alike);
  }
  return undefined;
}

/** Whether the shop shows a picture under this name: a file alone does not do, a GIF that was put there by hand for one. */
export async function isServed(folders: readonly string[], kind: PictureKind, name: string) {
  const picture = servedAs({ kind, '*': name });
  return picture !== undefined && (await findPicture(folders, picture.file)) !== undefined;
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** Whether the shop can show a picture of this name; one that it cannot is told to `warn`. */
export function canBeShown(kind: string, name: string, warn: (text: string) => void) {
  const shown = servedAs({ kind, '*': name }) !== undefined;
  if (!shown) warn(`${visible(`${kind}/${name}`)} is left out: the shop shows no picture of such a name.`);
  return shown;
}

/** Every picture in `folder` that the shop can show; what else lies there is told to `warn`. */
export async function* keptPictures(folder: string, warn: (text: string) => void) {
  for (const kind of pictureKinds) {
    const place = join(folder, kind);
    if (!existsSync(place)) continue;
    for (const path of await readdir(place, { recursive: true })) {
      const name = path.replaceAll(sep, '/');
      const isHidden = /(^|\/)\./.test(name);
      if (isHidden || !(await isFile(join(place, path))) || !canBeShown(kind, name, warn)) continue;
      yield { kind, name, bytes: await readFile(join(place, path)) };
    }
  }
}

/** Puts a picture's files into `folder`, each whole or not at all, and on the disk before the menu names one. */
export async function keepPicture(folder: string, kind: PictureKind, files: readonly PictureFile[]) {
  for (const { name, bytes } of files) await keepFile(join(folder, kind, name), bytes);
}

async function keepFile(path: string, bytes: Buffer) {
  const firstMade = await mkdir(dirname(path), { recursive: true });
  const known = await readFile(path).catch(() => undefined);
  if (!known?.equals(bytes)) await writeWhole(path, bytes);
  const made = [path];
  for (let folder = dirname(path); firstMade && folder !== dirname(firstMade); folder = dirname(folder))
    made.unshift(folder);
  for (const one of made) chownToFolderOwner(one);
}
