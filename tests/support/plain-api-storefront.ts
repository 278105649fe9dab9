/** A storefront for another API on another origin, built once for all tests of a worker. */
import { startPlainApi } from './plain-api.ts';
import { buildStorefront } from './storefront.ts';

export type PlainApiBuild = Awaited<ReturnType<typeof buildForPlainApi>>;

/** Builds it; `apiPort` is the port on which its API must listen, and `remove` deletes the folder. */
export async function buildForPlainApi() {
  const api = await startPlainApi('data');
  await api.close();
  return { ...(await buildStorefront(api.url)), apiPort: Number(new URL(api.url).port) };
}
