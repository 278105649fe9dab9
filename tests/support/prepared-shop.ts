/** Playwright's global setup: the data of a new shop, of which every shop of the stories gets a copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShop } from './start-shop.ts';

export default async function prepare() {
  const dataDir = await mkdtemp(join(tmpdir(), 'kedai-prepared-'));
  const shop = await startShop({ dataDir });
  await shop.stop();
  process.env.PREPARED_SHOP = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
