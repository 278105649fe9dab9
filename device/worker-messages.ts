/**
 * What pages and the worker say to each other. The worker ignores anything else, and nothing that a page says can do
 * more than have something read again.
 */
import * as v from 'valibot';

/** What a page says. With a port it is answered there, where an answer is named. */
export const PageMessage = v.union([
  /** The customer agreed to the update: the waiting worker takes over. */
  v.object({ type: v.literal('SKIP_WAITING') }),
  /**
   * A page is open that this worker does not serve. From now on it does, and of what the page has loaded
   * (`performance.getEntriesByType('resource')`) the worker caches what may be cached: one visit is enough offline.
   * Answer: `{ kept }`, how many of these addresses are on the device.
   */
  v.object({ type: v.literal('SEEN'), urls: v.pipe(v.array(v.pipe(v.string(), v.url())), v.maxLength(500)) }),
  /**
   * A page has opened: what is missing or old of the whole menu, and of the pages that show it, is fetched behind it.
   * `saveData`: images and villages only when they are used. Answer: `{ done: true }`.
   */
  v.object({ type: v.literal('KEEP_MENU'), saveData: v.boolean() }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** What the worker says to pages: the cached response of an address was replaced by a different one. */
export interface WorkerMessage {
  type: 'CHANGED';
  url: string;
}
