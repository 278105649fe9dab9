import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePicture } from '../../../server/menu/make-picture.ts';
import { storePicture } from '../../../server/menu/store-picture.ts';
import { hasStrace, traced } from '../../support/system-calls.ts';
import { folder } from '../test-folder.ts';
import { photo, prepareShop } from './owner.ts';

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
    'berformat HEIC, seperti foto iPhone: simpan',
  );
});

/** An animated GIF, or WebP, of frames that are drawn or empty. */
async function animation(frames: readonly ('empty' | 'drawn')[], format: 'gif' | 'webp') {
  const empty = { create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
  const drawn = Buffer.from('<svg width="40" height="30"><path fill="#7a4a2b" d="M5 5h20v20H5z"/></svg>');
  const images = frames.map((frame) => (frame === 'empty' ? sharp(empty) : sharp(drawn)).png().toBuffer());
  const joined = sharp(await Promise.all(images), { join: { animated: true } });
  return joined.toFormat(format).toBuffer();
}

test.each(['gif', 'webp'] as const)('an animated %s is its first frame that shows something', async (format) => {
  const moving = await animation(['empty', 'empty', 'drawn'], format);

  const { files } = await makePicture('products', `kopi.${format}`, moving);

  const { channels, isOpaque } = await sharp(files.at(-1)?.bytes).stats();
  expect(isOpaque && channels.every(({ min, max }) => min === max)).toBe(false);
  expect(channels.some(({ min, max }) => max > min)).toBe(true);
});

test('a picture that shows nothing is refused', async () => {
  await expect(makePicture('products', 'kosong.gif', await animation(['empty', 'empty'], 'gif'))).rejects.toThrow(
    'tidak menampilkan apa-apa',
  );
});

test('a photograph smaller than the storefront shows it is not enlarged', async () => {
  const small = await makePicture('products', 'Kecil Sekali.jpg', await photo(300, 200));

  expect(small.name).toMatch(/^kecil-sekali-[0-9a-f]{8}\.webp$/);
  expect(small.files.map(({ name }) => name)).toContain(small.name);
  for (const { bytes } of small.files) expect((await sharp(bytes).metadata()).height).toBe(200);
});

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svgOf = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  Buffer.from(`<svg ${namespaces} ${attributes}>${content}</svg>`);
const red = '<path d="M0 0h10v10H0z" fill="#c32"/>';

/** An embedded picture of one colour, as drawing programs write it. */
async function embedded(form: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif', width = 40) {
  const bytes = await sharp({ create: { width, height: width, channels: 3, background: '#cc3322' } })
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

test.for(
  Object.entries({
    'as plain programs write it': svgOf(red),
    'without its namespace': Buffer.from(`<svg viewBox="0 0 10 10">${red}</svg>`),
    'with a size of its own': svgOf(red, 'width="100000" height="100000" viewBox="0 0 10 10"'),
    'that acts': svgOf(
      `<script>x()</script><a href="https://evil.example">${red}</a>`,
      'viewBox="0 0 10 10" onload="x()"',
    ),
    'as Illustrator writes it':
      Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-8"?><!-- ${'Generator '.repeat(500)} -->
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
        <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/"><!ENTITY ns_svg "http://www.w3.org/2000/svg">
      ]><svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" viewBox="0 0 10 10"><switch><foreignObject
      requiredExtensions="&ns_ai;" width="1" height="1"><i:pgfRef/></foreignObject><g i:extraneous="self">${red}</g></switch>
      <i:pgf id="a"><![CDATA[${'eJzsvWmTJMd1'.repeat(30_000)}]]></i:pgf></svg>`),
    'as Inkscape writes it':
      Buffer.from(`<?xml version="1.0"?><svg ${namespaces} xmlns:sodipodi="x" viewBox="0 0 10 10"><sodipodi:namedview/>
      <metadata/><g sodipodi:label="Cangkir" style="display:inline">${red}</g></svg>`),
  }),
)('a drawing %s becomes pixels', async ([, svg]) => {
  const picture = await makePicture('banks', 'Bank Tepi.svg', svg);

  expect(picture.name).toMatch(/^bank-tepi-[0-9a-f]{8}\.webp$/);
  expect(await middleOf(picture)).toEqual({ width: 144, colour: [208, 48, 32] });
  expect(picture.lost).toEqual([]);
});

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)("Figma's embedded %s is drawn", async (form) => {
  const url = (await embedded(form)).replace(/(.{60})/g, '$1&#10;');
  const svg = svgOf(
    `<rect width="10" height="10" fill="url(#pattern0)"/><defs><pattern id="pattern0" patternContentUnits="objectBoundingBox"
   width="1" height="1"><use xlink:href="#image0" transform="scale(0.025)"/></pattern>
   <image id="image0" width="40" height="40" xlink:href="${url}"/></defs>`,
    'width="10" height="10" viewBox="0 0 10 10" fill="none"',
  );

  const picture = await makePicture('banks', 'Figma.svg', svg);

  expect(await middleOf(picture)).toEqual({ width: 144, colour: [208, 48, 32] });
  expect(picture.lost).toEqual([]);
});

test('a photograph larger than the parser takes is drawn from a smaller copy', async () => {
  const pixels = { width: 2_000, height: 2_000, channels: 3 as const };
  const noise = await sharp({
    create: { ...pixels, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  expect(noise.length).toBeGreaterThan(10_000_000);
  const image = `<image width="10" height="10" href="data:image/png;base64,${noise.toString('base64')}"/>`;

  const picture = await makePicture('banks', 'biji.svg', svgOf(image));

  expect((await sharp(picture.files.at(-1)?.bytes).stats()).isOpaque).toBe(true);
});

test('the drawing of a bank fits into its size, and its text is said to have another typeface', async () => {
  const image = `<image width="20" height="10" preserveAspectRatio="none" href="${await embedded('png')}"/>`;
  const svg = svgOf(`${image}<text y="99">BT</text>`, 'viewBox="0 0 20 10"');

  const picture = await makePicture('banks', 'bank.svg', svg);

  expect(await middleOf(picture)).toEqual({ width: 144, colour: [208, 48, 32] });
  expect(picture.lost).toEqual(['huruf asli <text>']);
});

test('a drawing with text is refused where no typeface is found', async () => {
  const place = await mkdtemp(join(folder, 'no-typeface-'));
  await prepareShop(join(place, 'data'));
  await writeFile(join(place, 'none.conf'), '<fontconfig/>');
  await writeFile(join(place, 'kopi.svg'), svgOf(`${red}<text y="9">Kopi</text>`));
  await writeFile(join(place, 'menu.csv'), 'nama,harga,kategori,gambar\nKopi,9000,Kopi,kopi.svg\n');
  const env = { ...process.env, FONTCONFIG_FILE: join(place, 'none.conf'), DATA_DIR: join(place, 'data') };

  const importing = promisify(execFile)(
    process.execPath,
    ['server/cli.ts', 'menu', 'import', join(place, 'menu.csv'), '--images', place],
    { env },
  );

  await expect(importing).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'baris 2, image: "kopi.svg" berisi tulisan, padahal komputer ini tidak punya huruf: ubah tulisannya menjadi garis, atau simpan sebagai PNG.',
    ),
  });
});

test.for(
  Object.entries({
    'a picture from elsewhere': ['<image width="9" height="9" href="foto.png"/>', '<image href="foto.png">'],
    'it on white': ['<rect width="10" height="10" fill="#fff"/><image href="foto.png"/>', '<image href="foto.png">'],
    'a file of this computer': [
      '<image width="9" height="9" href="file:///etc/x.png"/>',
      '<image href="file:///etc/x.png">',
    ],
    'a page': ['<foreignObject width="9" height="9"><p>Kopi</p></foreignObject>', '<foreignObject>'],
    'another drawing': ['<use href="https://evil.example/a.svg#a"/>', '<use href="https://evil.example/a.svg#a">'],
  } as const),
)('B15: a drawing that was nothing but %s is refused, with what to do', async ([, [content, lost]]) => {
  await expect(makePicture('banks', 'x.svg', svgOf(content))).rejects.toThrow(
    `tidak menampilkan apa-apa tanpa yang tidak bisa disimpan kedai (${lost}): tanamkan gambarnya, atau simpan sebagai PNG`,
  );
});

test.for(
  Object.entries({
    'no content': ['', 'tidak menampilkan apa-apa: kosong, atau semuanya tersembunyi'],
    'all of it hidden': [
      '<g display="none"><path d="M0 0h9v9z"/></g>',
      'tidak menampilkan apa-apa: kosong, atau semuanya tersembunyi',
    ],
    'a damaged picture': ['<image href="data:image/png;base64,PHN2Zz4="/>', 'memuat gambar yang rusak'],
    'an open tag': [
      '<path d="M0 0h9v9z">',
      'bukan SVG yang bisa digambar: simpan dari program gambarnya sebagai SVG biasa, atau PNG',
    ],
    'a long attribute': [`<metadata a="${'x'.repeat(11_000_000)}"/>${red}`, 'bukan SVG yang bisa digambar'],
  } as const),
)('a drawing with %s is refused', async ([, [content, why]]) => {
  await expect(makePicture('banks', 'x.svg', svgOf(content))).rejects.toThrow(why);
});

test.for(
  Object.entries({
    'a file of this computer': `<!DOCTYPE svg [<!ENTITY a SYSTEM "file://${import.meta.filename}">]>`,
    'more of itself': `<!DOCTYPE svg [${Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at} "${at ? `&a${at - 1};`.repeat(10) : 'Kopi'}">`).join('')}<!ENTITY a "&a11;">]>`,
  }),
)('B15: a drawing whose entities stand for %s is refused', async ([, doctype]) => {
  const svg = Buffer.concat([Buffer.from(doctype), svgOf(`${red}<text y="9">&a;</text>`)]);

  await expect(makePicture('banks', 'x.svg', svg)).rejects.toThrow('bukan SVG yang bisa digambar');
});
