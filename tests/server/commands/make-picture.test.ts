import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePicture } from '../../../server/commands/make-picture.ts';
import { storePicture } from '../../../server/commands/picture-files.ts';
import { readDrawing, sanitiseSvg } from '../../../server/commands/sanitise-svg.ts';
import { hasStrace, traced } from '../../support/system-calls.ts';
import { folder } from '../test-folder.ts';
import { photo } from './owner.ts';

test('a picture that could not be stored leaves no file behind', async () => {
  const place = await mkdtemp(join(folder, 'images-'));
  // A folder has the file's name, so that storing it fails at the end, as on a full disk.
  await mkdir(join(place, 'products', 'kopi.webp'), { recursive: true });

  const storing = storePicture(place, 'products', [{ name: 'kopi.webp', bytes: Buffer.from('a picture') }]);

  await expect(storing).rejects.toThrow();
  expect(await readdir(join(place, 'products'))).toEqual(['kopi.webp']);
});

test.runIf(hasStrace)('a picture and its directory entry are synced to the disk before a menu names it', async () => {
  const place = await mkdtemp(join(folder, 'images-'));

  const calls = await traced([process.pid], join(folder, 'trace'), () =>
    storePicture(place, 'products', [{ name: 'kopi.webp', bytes: Buffer.from('a picture') }]),
  );

  const synced = calls.map(({ line }) => /<([^>]+)>\)/.exec(line)?.[1]).filter((path) => path?.startsWith(place));
  expect(synced).toEqual([expect.stringMatching(/products\/\.kopi\.webp\.\d+$/), join(place, 'products')]);
});

test.each([
  ['heic', 'mif1', 'heic'],
  ['mif1', 'mif1', 'heic'],
  ['mif1', 'miaf', 'heix'],
  ['msf1', 'hevc', 'mif1'],
  ['mif1', 'miaf', 'MiHB'],
])('a HEIC photo of a phone is refused by that name: brand %s, with %s and %s', async (...brands) => {
  const [brand = '', ...others] = brands;
  const box = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${others.join('')}`, 'latin1');

  await expect(makePicture('products', 'IMG_0001.HEIC', Buffer.concat([box, Buffer.alloc(100)]))).rejects.toThrow(
    'is HEIC, as iPhones take photos: save',
  );
});

/** An animated GIF, or WebP, of frames that are drawn or empty. */
function animation(frames: readonly ('empty' | 'drawn')[], format: 'gif' | 'webp') {
  const empty = { create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
  const drawn = Buffer.from('<svg width="40" height="30"><path fill="#7a4a2b" d="M5 5h20v20H5z"/></svg>');
  return Promise.all(frames.map((frame) => (frame === 'empty' ? sharp(empty) : sharp(drawn)).png().toBuffer())).then(
    (images) =>
      sharp(images, { join: { animated: true } })
        .toFormat(format)
        .toBuffer(),
  );
}

test.each(['gif', 'webp'] as const)(
  'an animated %s is pictured by its first frame that shows something',
  async (format) => {
    const { files } = await makePicture(
      'products',
      `kopi.${format}`,
      await animation(['empty', 'empty', 'drawn'], format),
    );

    const { channels, isOpaque } = await sharp(files.at(-1)?.bytes).stats();
    expect(isOpaque && channels.every(({ min, max }) => min === max)).toBe(false);
    expect(channels.some(({ min, max }) => max > min)).toBe(true);
  },
);

test('a picture that shows nothing is refused', async () => {
  await expect(makePicture('products', 'kosong.gif', await animation(['empty', 'empty'], 'gif'))).rejects.toThrow(
    'shows nothing',
  );
});

test('a photograph smaller than the storefront shows it is not enlarged', async () => {
  const small = await makePicture('products', 'Kecil Sekali.jpg', await photo(300, 200));

  expect(small.name).toMatch(/^kecil-sekali-[0-9a-f]{8}\.webp$/);
  expect(small.files.map(({ name }) => name)).toContain(small.name);
  for (const { bytes } of small.files) expect((await sharp(bytes).metadata()).height).toBe(200);
});

test('B15: an SVG keeps its drawing and loses scripts, links and external resources', () => {
  const svg = `<?xml version="1.0"?><svg viewBox="0 0 9 9" onload="alert(1)"><script>alert(2)</script><style>.a{fill:red}</style>
    <style>@import url(https://evil.example);</style><a href="javascript:alert(3)"><path d="M1 1"/></a>
    <path class="a" d="M0 0h9" onclick="x()" style="fill:url(https://evil.example)" fill="url(#g)"/>
    <path fill="url('#g')" stroke="url( #g )" mask="url('https://evil.example')" filter="url( &quot; //evil.example)"
      clip-path="IMAGE-SET('//evil.example' 1x)" style="mask:image('//evil.example')"/>
    <image href="https://evil.example/x.png"/><use xlink:href="#g"/><use href="https://evil.example#g"/>
    <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject><text>a &amp; b &lt;i&gt;</text></svg>`;

  const clean = sanitiseSvg(Buffer.from(svg)).toString();

  expect(clean).toContain('<path class="a" d="M0 0h9" fill="url(#g)">');
  expect(clean).toContain(`<path fill="url('#g')" stroke="url( #g )">`);
  expect(clean).toContain('<style>.a{fill:red}</style>');
  expect(clean).toContain('<use href="#g">');
  expect(clean).toContain('a &amp; b &lt;i&gt;');
  expect(clean).not.toMatch(/script|alert|evil|onload|onclick|foreign|image|import/i);
  expect(sanitiseSvg(Buffer.from(clean)).toString()).toBe(clean);
  for (const bad of ['<svg><path></svg>', '<html/>', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', '<svg', '']) {
    expect(() => sanitiseSvg(Buffer.from(bad))).toThrow();
  }
});

test.each([
  'fill:ur<!-- -->l(http://evil.example)',
  'fill:ur<![CDATA[l(http://evil.example)]]>',
  '<![CDATA[fill:ur]]><![CDATA[l(http://evil.example)]]>',
  'fill:ur<a/>l(http://evil.example)',
  'fill:ur<g>x</g>l(http://evil.example)',
  'fill:ur<?x?>l(http://evil.example)',
  'fill:u&#114;l(http://evil.example)',
  'fill:UR<!-- -->L(http://evil.example)',
  'fill:u\\<!-- -->72l(http://evil.example)',
  'mask:image-set("http://evil.example" 1x)',
  'mask:-webkit-image-set("http://evil.example" 1x)',
  'mask:image("http://evil.example")',
  'mask:src("http://evil.example")',
  '}@<!-- -->import "http://evil.example";*{',
  '}@<!-- -->font-face{font-family:"http://evil.example"}*{',
])('B15: an SVG whose style would load from elsewhere loses that style: %s', (style) => {
  const svg = `<svg><style>*{${style}}</style><style>.a{fill:<!-- why -->red}</style></svg>`;

  const clean = sanitiseSvg(Buffer.from(svg)).toString();

  expect(clean).toBe('<svg xmlns="http://www.w3.org/2000/svg"><style></style><style>.a{fill:red}</style></svg>');
});

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svgOf = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  Buffer.from(`<svg ${namespaces} ${attributes}>${content}</svg>`);

/** An embedded picture of one colour, as drawing programs write it. */
async function embedded(form: 'png' | 'jpeg' | 'webp' | 'gif', background = '#cc3322') {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    [form]()
    .toBuffer();
  return `data:image/${form};base64,${bytes.toString('base64')}`;
}

/** The widest file of a picture, and its colour in the middle. */
async function middleOf(picture: { name: string; files: { name: string; bytes: Buffer }[] }) {
  const bytes = picture.files.find(({ name }) => name === picture.name)?.bytes ?? Buffer.alloc(0);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { width: info.width, colour: [...data.subarray(at, at + 3)].map((value) => Math.round(value / 16) * 16) };
}

test("Illustrator's drawing stays, in its switch, without what only Illustrator can read", () => {
  const data = 'eJzsvWmTJMd1'.repeat(30_000);
  const svg = `<?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
      <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
      <!ENTITY ns_svg "http://www.w3.org/2000/svg">
    ]>
    <svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" viewBox="0 0 10 10"><switch><foreignObject requiredExtensions="&ns_ai;"
    width="1" height="1"><i:pgfRef xlink:href="#a"/></foreignObject><g i:extraneous="self"><circle r="4"/></g></switch>
    <i:pgf id="a"><![CDATA[${data}]]></i:pgf></svg>`;

  const { svg: clean, lost } = readDrawing(Buffer.from(svg));

  expect(clean.replaceAll('\n', '').replace(/ +</g, '<')).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><switch><g><circle r="4"></circle></g></switch></svg>',
  );
  expect(lost).toEqual([]);
});

test("Inkscape's drawing stays, without its document type and what only Inkscape can read", () => {
  const svg = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg ${namespaces} xmlns:sodipodi="x" xmlns:rdf="y"><sodipodi:namedview/><metadata><rdf:RDF/></metadata>
    <g sodipodi:label="Cangkir" style="display:inline;fill:#00f"><path d="M0 0h9v9z"/></g></svg>`;

  const { svg: clean, lost } = readDrawing(Buffer.from(svg));

  expect(clean).toContain('<g style="display:inline;fill:#00f"><path d="M0 0h9v9z"></path></g>');
  expect(clean).not.toMatch(/DOCTYPE|sodipodi|rdf/);
  expect(lost).toEqual([]);
});

test.each([
  '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
  '<!DOCTYPE svg [<!ENTITY a SYSTEM "http://evil.example/">]>',
  '<!DOCTYPE svg [<!ENTITY % a "http://evil.example/"> %a;]>',
  '<!DOCTYPE svg [<!ENTITY a "http://evil.example/"><!ENTITY b "b">]>',
])('B15: an SVG with entities other than names is refused: %s', (doctype) => {
  expect(() => sanitiseSvg(Buffer.from(`${doctype}${svgOf('<path d="M0 0h9v9z"/>')}`))).toThrow(
    'is an SVG with entities in its document type; save it from the drawing program as plain SVG, or as PNG',
  );
});

test('B15: what a document type adds to elements, and where it is, has no effect', () => {
  const doctype = '<!DOCTYPE svg SYSTEM "http://evil.example/x.dtd" [<!ATTLIST path onclick CDATA "alert(1)">]>';

  const clean = sanitiseSvg(Buffer.from(`${doctype}${svgOf('<path d="M0 0h9v9z"/>')}`)).toString();

  expect(clean).toBe('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h9v9z"></path></svg>');
});

test('B15: the content of a link stays, and the link is removed', () => {
  const { svg, lost } = readDrawing(
    svgOf(
      `<a xlink:href="https://evil.example" target="_blank" fill="red" onclick="x()"><path d="M0 0h9v9z"/><script>x()</script></a>
       <text><a href="javascript:x()">Kopi</a></text><svg:a href="#x"><svg:path d="M1 1"/></svg:a>`.replace(
        /\n\s+/g,
        '',
      ),
    ),
  );

  expect(svg).toContain('<g fill="red"><path d="M0 0h9v9z"></path></g><text><tspan>Kopi</tspan></text>');
  expect(svg).toContain('<g><path d="M1 1"></path></g></svg>');
  expect(lost).toEqual([]);
});

test.each([
  ['@import url(https://evil.example/css2?family=Inter:wght@400;700&display=swap);.a{fill:red}', '.a{fill:red}'],
  ['@import "https://evil.example/};.a{fill:blue}"; .a{fill:red}', '.a{fill:red}'],
  ['@charset "utf-8";@font-face{font-family:x;src:url(data:font/woff;base64,AA==)}.a{fill:red}', '.a{fill:red}'],
  ['.a{fill:red;background:url(https://evil.example);stroke:blue}', '.a{fill:red;stroke:blue}'],
  [
    '.a{fill:red;mask:image-set("//evil.example" 1x)}.b{content:"\\201C"}.c{fill:url(#g)}',
    '.a{fill:red}.c{fill:url(#g)}',
  ],
  ['<!-- @import "https://evil.example"; .a{fill:red} -->', '.a{fill:red}'],
  ['/* @import "x"; */ .a{fill:red/* \\ */}', '.a{fill:red}'],
  ['@media print{.a{fill:url(//evil.example)}.b{fill:red}}.c{fill:red}', '@media print{.b{fill:red}}.c{fill:red}'],
  ['@supports (x:y){.a{fill:blue}}}.a{fill:red}', '.a{fill:red}'],
  ['.a{fill:red}@import "https://evil.example"', '.a{fill:red}'],
  ['.a{fill:red}.b{fill:ur/* */l(https://evil.example)}', '.a{fill:red}.b{fill:ur/* */l(https://evil.example)}'],
  ['.a{fill:red}.b{fill:ur/* */l(https://evil.example)}@import "x"', '.a{fill:red}'],
  ['.a{fill:red}.b{fill:url(\u00a0#x)}', '.a{fill:red}'],
  ['.a{fill:red}.b{fill:url(#x', '.a{fill:red}'],
])('B15: of a style only the rules and declarations go that could load: %s', (style, left) => {
  const svg = svgOf(`<style><![CDATA[${style}]]></style>`);

  expect(sanitiseSvg(svg).toString()).toBe(
    svgOf(`<style>${left}</style>`)
      .toString()
      .replace(/ xmlns:xlink="[^"]*"/, ''),
  );
});

test('B15: of a style attribute only the declarations go that could load, and they are named', () => {
  const { svg, lost } = readDrawing(
    svgOf('<path style="fill:red;filter:url(//evil.example);stroke:blue" mask="url(//evil.example)" onclick="x()"/>'),
  );

  expect(svg).toContain('<path style="fill:red;stroke:blue"></path>');
  expect(lost).toEqual(['filter:url(//evil.example)', 'mask="url(//evil.example)"']);
});

test('an element with href and xlink:href keeps the one that browsers follow', () => {
  const clean = sanitiseSvg(
    svgOf('<use xlink:href="#b" href="#a"/><use xlink:href="#a"/><use href="//evil.example#a" xlink:href="#a"/>'),
  ).toString();

  expect(clean).toContain('<use href="#a"></use><use href="#a"></use><use></use></svg>');
});

test.each(['png', 'jpeg', 'webp', 'gif'] as const)("Figma's pattern of an embedded %s becomes pixels", async (form) => {
  const url = (await embedded(form)).replace(/(.{60})/g, '$1&#10;');
  const svg = svgOf(
    `<rect width="10" height="10" fill="url(#pattern0)"/><defs><pattern id="pattern0" patternContentUnits="objectBoundingBox"
     width="1" height="1"><use xlink:href="#image0" transform="scale(0.025)"/></pattern>
     <image id="image0" width="40" height="40" xlink:href="${url}"/></defs>`,
    'width="10" height="10" viewBox="0 0 10 10" fill="none"',
  );

  const picture = await makePicture('products', 'Kopi Figma.svg', svg);

  expect(picture.name).toMatch(/^kopi-figma-[0-9a-f]{8}\.w480\.webp$/);
  expect(await middleOf(picture)).toEqual({ width: 480, colour: [208, 48, 32] });
  expect(picture.lost).toEqual([]);
});

test('pixels in the drawing of a bank fit into its size', async () => {
  const image = `<image width="20" height="10" preserveAspectRatio="none" href="${await embedded('png')}"/>`;

  const picture = await makePicture(
    'banks',
    'bank.svg',
    svgOf(`${image}<text y="99">BT</text>`, 'viewBox="0 0 20 10"'),
  );

  expect(await middleOf(picture)).toEqual({ width: 144, colour: [208, 48, 32] });
  expect(picture.lost).toEqual(['<text> in its own typeface']);
});

test('B15: an image in a drawing is a photograph or nothing', async () => {
  const script = Buffer.from(svgOf('<script>alert(1)</script><path d="M0 0h9v9z"/>')).toString('base64');
  const addresses = [
    'https://evil.example/x.png',
    'foto.png',
    `data:image/svg+xml;base64,${script}`,
    `data:text/html;base64,${script}`,
    'data:image/png,%3Csvg%3E',
    'javascript:alert(1)',
  ];
  for (const address of addresses) {
    const { svg, lost, pixels } = readDrawing(svgOf(`<image href="${address}"/><path d="M0 0h9v9z"/>`));
    expect([address, svg, pixels]).toEqual([address, expect.not.stringContaining('image'), []]);
    expect(lost).toEqual([expect.stringContaining(`<image href="${address.slice(0, 40)}`)]);
  }

  const disguised = makePicture('products', 'x.svg', svgOf(`<image href="data:image/png;base64,${script}"/>`));
  await expect(disguised).rejects.toThrow(
    'contains a picture that is damaged; embed it again, or save the drawing as PNG',
  );
});

test.each([
  ['a picture from elsewhere', '<image width="9" height="9" href="foto.png"/>', '<image href="foto.png">'],
  ['it on white', '<rect width="10" height="10" fill="#fff"/><image href="foto.png"/>', '<image href="foto.png">'],
  ['a page', '<foreignObject width="9" height="9"><p>Kopi</p></foreignObject>', '<foreignObject>'],
  ['another drawing', '<use href="https://evil.example/a.svg#a"/>', '<use href="https://evil.example/a.svg#a">'],
])('a drawing that was nothing but %s is refused, with what to do', async (_, content, lost) => {
  await expect(makePicture('products', 'x.svg', svgOf(content))).rejects.toThrow(
    `shows nothing without what the shop cannot keep (${lost}): embed its pictures in it, or save it as PNG`,
  );
});

test.each(['', '<g display="none"><path d="M0 0h9v9z"/></g>', '<defs><path id="a" d="M0 0h9v9z"/></defs>'])(
  'a drawing in which nothing can be seen is refused: %s',
  async (content) => {
    await expect(makePicture('products', 'x.svg', svgOf(content))).rejects.toThrow(
      'shows nothing: it is empty, or all of it is hidden',
    );
  },
);

test.each([
  ['a dot', '<rect x="5" y="5" width="0.1" height="0.1"/>', undefined],
  ['white on nothing', '<path d="M0 0h9v9z" fill="#fff"/>', undefined],
  ['only a text', '<text y="9">Kopi</text>', undefined],
  ['a size of its own', '<path d="M0 0h9v9z"/>', 'width="100000" height="100000" viewBox="0 0 10 10"'],
])('a drawing in which something can be seen is stored as it is: %s', async (_, content, attributes) => {
  const { name, files } = await makePicture('products', 'x.svg', svgOf(content, attributes));

  expect(name).toMatch(/^x-[0-9a-f]{8}\.svg$/);
  expect(files.map(({ bytes }) => `${bytes}`)).toEqual([`${sanitiseSvg(svgOf(content, attributes))}`]);
});

/** So many groups, each of which `repeat`s the one before twice. */
const nested = (count: number, repeat: (id: string) => string) =>
  `<g id="g0"><path d="M0 0h9v9z"/></g>${Array.from({ length: count }, (_, at) => `<g id="g${at + 1}">${repeat(`g${at}`).repeat(2)}</g>`).join('')}`;

test.each([
  ['use', nested(71, (id) => `<use href="#${id}"/>`)],
  ['use with xlink', nested(30, (id) => `<use xlink:href="#${id}"/>`)],
  ['the first of two ids', `${nested(30, (id) => `<use href="#${id}"/>`)}<g id="g15"/>`],
  [
    'pattern',
    nested(30, (id) => `<pattern id="p-${id}"><use href="#${id}"/></pattern><path style="fill:url('#p-${id}')"/>`),
  ],
  ['mask', nested(30, (id) => `<path mask="url( #${id} )"/>`)],
  [
    'class',
    `<style>${Array.from({ length: 30 }, (_, at) => `x>.c-g${at}:hover,y{mask:url(#g${at})}`).join('')}</style>${nested(30, (id) => `<path class="c-${id}"/>`)}`,
  ],
  ['element', `<style>path{mask:url(#a)}</style><mask id="a"><path/></mask>`],
  ['itself', '<g id="a"><use href="#b"/><path d="M0 0h9v9z"/></g><g id="b"><use href="#a"/></g>'],
  ['marker', `<marker id="m"><path d="M0 0h9"/></marker><path marker-mid="url(#m)" d="M0 ${'1 '.repeat(60_000)}"/>`],
])('B15: a drawing that repeats its parts without measure is refused before anything draws it: %s', (_, content) => {
  expect(() => sanitiseSvg(svgOf(content))).toThrow('is an SVG that repeats its parts more than 50000 times');
});

/** So many patterns, each of which a hundred elements `inherit` in the next. */
const inherited = (inherit: (url: string) => string) =>
  `<pattern id="p0"><path/></pattern>${Array.from({ length: 4 }, (_, at) => `<pattern id="p${at + 1}">${inherit(`url(#p${at})`)}</pattern>`).join('')}`;
const hundred = '<path/>'.repeat(100);
const line = `d="M0 ${'1 '.repeat(60_000)}"`;

test.each([
  ['an attribute', inherited((url) => `<g fill="${url}"><g>${hundred}</g></g>`)],
  ['a style', inherited((url) => `<g style="opacity:1;stroke : ${url}">${hundred}</g>`)],
  ['a custom property', inherited((url) => `<g style="--x:${url}">${hundred}</g>`)],
  ['the word inherit', inherited((url) => `<g mask="${url}">${'<path mask="inherit"/>'.repeat(100)}</g>`)],
  [
    'a rule',
    `<style>${[0, 1, 2, 3].map((at) => `.c${at}{fill:url(#p${at})}`).join('')}</style>${inherited((url) => `<g class="c${url.at(-2)}">${hundred}</g>`)}`,
  ],
  ['use', `<g id="a">${hundred}</g>${inherited((url) => `<use href="#a" fill="${url}"/>`)}`],
  [
    'a selector in brackets',
    `<style>path:not(:is(.a)){fill:url(#m)}</style><mask id="m">${'<g/>'.repeat(100)}</mask>${'<path/>'.repeat(1_000)}`,
  ],
  [
    'a selector with a namespace',
    `<style>*|path{fill:url(#m)}</style><mask id="m">${'<g/>'.repeat(100)}</mask>${'<path/>'.repeat(1_000)}`,
  ],
  ['a marker of a group', `<marker id="m"><path/></marker><g marker-mid="url(#m)"><path ${line}/></g>`],
  ['a marker of a use', `<marker id="m"><path/></marker><path id="l" ${line}/><use href="#l" marker="url(#m)"/>`],
  ['a marker of a rule', `<style>path{marker:url(#m)}</style><marker id="m"><g/></marker><path ${line}/>`],
  [
    'a rule in a rule',
    `<style>${Array.from({ length: 30 }, (_, at) => `.c-g${at}{ x &amp;{fill:red}mask:url(#g${at})}`).join('')}</style>${nested(30, (id) => `<path class="c-${id}"/>`)}`,
  ],
])('B15: a drawing whose parts multiply by inheritance is refused, too: %s', (_, content) => {
  expect(() => sanitiseSvg(svgOf(content))).toThrow('is an SVG that repeats its parts more than 50000 times');
});

test.each([
  ['a mask of a group', `<mask id="m">${hundred}</mask><g mask="url(#m)">${'<path/>'.repeat(1_000)}</g>`],
  [
    'a colour defined where it is used',
    '<g fill="url(#c)"><linearGradient id="c"><stop offset="1"/></linearGradient><path/></g>',
  ],
])('a drawing whose parts are inherited by none is accepted: %s', (_, content) => {
  expect(() => sanitiseSvg(svgOf(content))).not.toThrow();
});

test('a drawing that repeats its parts as programs do is accepted', () => {
  const gradient = '<linearGradient id="g"><stop/><stop offset="1"/></linearGradient>';
  const symbol = '<symbol id="s"><g id="t"><path fill="url(#g)" d="M0 0h9v9z"/></g></symbol>';
  const style = '<style>.a{fill:url(#g)}.b:hover{stroke:url(#g)}</style>';
  const content = `${style}${gradient}${symbol}${'<use class="a b" href="#s"/>'.repeat(3_000)}`;

  expect(sanitiseSvg(svgOf(content)).toString()).toContain('<use class="a b" href="#s">');
});

test.each([
  ['blanks in an address', `<style>rect{fill:url(${' '.repeat(150_000)}x)}</style>`],
  ['blanks in an attribute', `<rect fill="url(${' '.repeat(150_000)}x)"/>`],
  ['addresses in one another', `<style>rect{fill:${'url( '.repeat(30_000)}</style>`],
  ['a long id', `<rect fill="url(#${'a'.repeat(150_000)}"/>`],
  ['quotation marks', `<style>\\${'"'.repeat(149_999)}\\</style>`],
  ['backslashes', `<style>"${'\\\\'.repeat(70_000)}\\</style>`],
  ['strings that are not closed', `<style>@${'"\\'.repeat(70_000)}</style>`],
  ['comments', `<style>@${'/*'.repeat(70_000)}</style>`],
  ['rules in one another', `<style>\\${'@media x{'.repeat(15_000)}</style>`],
  ['brackets', `<style>\\${'{(['.repeat(50_000)}</style>`],
  ['a selector', `<style>${'[:a('.repeat(30_000)}{fill:url(#a)}</style>`],
  ['rules for one class', `<style>${'.a{fill:url(#a)}'.repeat(7_000)}</style>${'<g class="a"/>'.repeat(2_000)}`],
  ['a photograph of blanks', `<image href="data:image/png;base64,${' '.repeat(1_000_000)}!"/>`],
])('a drawing takes no longer to read than its length: %s', (_, content) => {
  // Quadratic, each of these takes minutes, and the test ends at its limit.
  expect(sanitiseSvg(svgOf(content)).length).toBeLessThan(250_000);
});

test('a drawing larger than 200 kB is refused, however much of the file is something else', () => {
  const more = `<metadata>${'x'.repeat(500_000)}</metadata>`;

  expect(sanitiseSvg(svgOf(`${more}${'<path/>'.repeat(1_000)}`)).length).toBeLessThan(20_000);
  expect(() => sanitiseSvg(svgOf('<path/>'.repeat(30_000)))).toThrow(
    'is an SVG whose drawing is larger than 200 kB; save it as PNG',
  );
});
