import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePicture } from '../../../server/commands/make-picture.ts';
import { keepPicture } from '../../../server/commands/picture-files.ts';
import { sanitiseSvg } from '../../../server/commands/sanitise-svg.ts';
import { hasStrace, traced } from '../../support/system-calls.ts';
import { folder, photo } from './owner.ts';

test('a picture that could not be stored leaves no file behind', async () => {
  const place = await mkdtemp(join(folder, 'images-'));
  // A folder stands in the file's place, so that keeping it fails at the end, as on a full disk.
  await mkdir(join(place, 'products', 'kopi.webp'), { recursive: true });

  const kept = keepPicture(place, 'products', [{ name: 'kopi.webp', bytes: Buffer.from('a picture') }]);

  await expect(kept).rejects.toThrow();
  expect(await readdir(join(place, 'products'))).toEqual(['kopi.webp']);
});

test.runIf(hasStrace)('a picture and its directory entry are synced to the disk before a menu names it', async () => {
  const place = await mkdtemp(join(folder, 'images-'));

  const calls = await traced([process.pid], join(folder, 'trace'), () =>
    keepPicture(place, 'products', [{ name: 'kopi.webp', bytes: Buffer.from('a picture') }]),
  );

  const synced = calls.map(({ line }) => /<([^>]+)>\)/.exec(line)?.[1]).filter((path) => path?.startsWith(place));
  expect(synced).toEqual([expect.stringMatching(/products\/\.kopi\.webp\.\d+$/), join(place, 'products')]);
});

test('a HEIC photo of an iPhone is refused by that name', async () => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)]);

  await expect(makePicture('products', 'IMG_0001.HEIC', heic)).rejects.toThrow('is HEIC, as iPhones take photos: save');
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
