/** A storefront for another API on another origin, built once for all tests of a file. */
import { startPlainApi } from './plain-api.ts';
import { buildStorefront } from './storefront.ts';

export interface PlainApiBuild {
  /** The built folder, and the port on which its API must listen. */
  built: { folder: string; apiPort: number };
}

type Use = (built: PlainApiBuild['built']) => Promise<void>;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
async function build({}, use: Use) {
  const api = await startPlainApi('data');
  await api.stop();
  const { folder, remove } = await buildStorefront(api.url);
  await use({ folder, apiPort: Number(new URL(api.url).port) });
  await remove();
}

/** The build as a Playwright fixture of the worker. */
export const built: [typeof build, { scope: 'worker' }] = [build, { scope: 'worker' }];
