/** `qr`: the QR codes for the tables and the door, to be printed (decision W11). */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { renderSVG } from 'uqr';
import { escaped } from '#core/head';
import { shop } from '#core/shop';
import { writeAtomically } from '../atomic-file.ts';
import { makeFolder } from '../database/data-folder.ts';
import { type Command, CommandError } from './command.ts';

export const qr: Command = {
  usage: 'qr [FOLDER]',
  summary:
    'Menulis kode QR setiap meja dan kedai ke FOLDER (atau "qr"): satu halaman untuk kertas A4, dan masing-masing sebagai SVG. Alamatnya PUBLIC_URL.',
  async run({ args: [folder = 'qr'], config }) {
    if (!config.publicUrl)
      throw new CommandError('Isi PUBLIC_URL dengan alamat kedai: yang dicetak harus berlaku bertahun-tahun.');
    const codes = codesFor(config.publicUrl);
    await makeFolder(folder, 0o777);
    const pictures = codes.map(({ url }) => drawn(url));
    for (const [index, { file }] of codes.entries())
      await writeAtomically(join(folder, `${file}.svg`), pictures[index] ?? '');
    const sheet = join(await realpath(folder), 'qr.html');
    await writeAtomically(sheet, pageOf(codes, pictures, await logo()));
    return {
      data: { sheet, codes },
      text: `${codes.length} kode; buka ${sheet} di browser, lalu cetak di kertas A4.`,
    };
  },
};

/**
 * Of the shop's door first, then of its tables where it serves at tables: the file's name without its ending, the text above the code,
 * and its address.
 */
function codesFor(publicUrl: string) {
  const address = (search: string) => new URL(`/products${search}`, publicUrl).href;
  const tables = shop.dineIn ? Array.from({ length: shop.tables }, (_, index) => index + 1) : [];
  return [
    { file: 'kedai', title: 'Menu kami', url: address('') },
    ...tables.map((table) => ({ file: `meja-${table}`, title: `Meja ${table}`, url: address(`?meja=${table}`) })),
  ];
}

/** With the quiet zone of ISO/IEC 18004; a quarter of the code may be scratched or stained. */
const drawn = (url: string) => renderSVG(url, { ecc: 'Q', border: 4 });

/** The shop's icon as it was built; without a build, none. */
const logo = () => readFile(join(import.meta.dirname, '../../dist/icons/favicon.svg'), 'utf8').catch(() => '');

/** Six codes on a page, with room to cut them apart. */
const pageOf = (codes: ReturnType<typeof codesFor>, pictures: readonly string[], logo: string) => `<!doctype html>
<html lang="id">
<meta charset="utf-8">
<title>${escaped(`Kode QR ${shop.title}`)}</title>
<style>
  @page { size: A4; margin: 12mm; }
  body { margin: 0; font: 11pt/1.4 system-ui, sans-serif; color: #000; background: #fff; }
  main { display: grid; grid-template-columns: 1fr 1fr; grid-auto-rows: 88mm; gap: 3mm; }
  section { display: grid; align-content: center; justify-items: center; gap: 1mm; border: 0.3mm dashed #999; border-top: 3mm solid #2f6f73; break-inside: avoid; text-align: center; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2 { margin: 0; font-size: 17pt; color: #8f4a12; }
  p { margin: 0; }
  section > svg { width: 50mm; height: 50mm; }
  header { display: flex; align-items: center; gap: 2mm; font-weight: 700; color: #2f6f73; }
  header svg { width: 8mm; height: 8mm; }
  small { font-size: 8pt; overflow-wrap: anywhere; }
</style>
<main>
${codes
  .map(
    ({ title, url }, index) => `<section>
<header>${logo}<span>${escaped(shop.title)}</span></header>
<h2>${escaped(title)}</h2>
${pictures[index] ?? ''}<p>Pindai untuk melihat menu dan memesan</p>
<small>${escaped(url)}</small>
</section>`,
  )
  .join('\n')}
</main>
</html>
`;
