/** A shop whose menu is the worst case for the layout. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../server/commands/run-command.ts';
import { preparedData, startShop } from './start-shop.ts';
import { expect } from './strict-test.ts';

/** A name of sixty characters, one without a place to break, and the highest price. */
const menu = [
  'id,name,description,price,stars,category,tags,options',
  'panjang,Es Kopi Susu Gula Aren Pandan Wangi Khas Situ Lembang Besar,Panjang,24000,5,Kopi Susu Kekinian Dingin,Favorit,ukuran|suhu-dingin|gula|susu|tambahan',
  'tanpa-spasi,Kopisusugulaarenpandanwangikhassitulembangukuranpalingbesars,Tak terputus,990000,5,Bijikopipilihandarikebunsendiriditepisitulembang,Tanpa Susu Sama Sekali',
  'biasa,Kopi Tubruk,Robusta disangrai gelap dan ditubruk di gelas. Pahitnya tegas dan manisnya tipis: tunggu sampai ampasnya turun lalu seruput pelan-pelan sampai habis.,15000,4,Kopi Hitam,Panas',
  'termahal,Mesin Espresso,Mahal,125000000,5,Biji,Tanpapemanissamasekalikarenasudahmanissendiri',
  'kata-panjang,Kopisusugulaarenpandanwangikhassitulembangukuranpalingbesars,Panjang,24000,5,Biji,,ukuran',
].join('\n');

/** Opens it; `close` also deletes its data. */
export async function openShopWithLongNames() {
  const dataDir = await preparedData('kedai-long-names-');
  const file = join(dataDir, 'menu.csv');
  await writeFile(file, menu);
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const code = await runCommand(['menu', 'import', file, '--yes'], { DATA_DIR: dataDir }, { say, warn: say });
  expect(said.join('\n') && code, said.join('\n')).toBe(0);
  const shop = await startShop({ dataDir });
  return {
    url: shop.url,
    async close() {
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
