/**
 * The messages between pages and the worker. The worker ignores any other message. The worst that a page's message can
 * cause is that something is read again.
 */
import * as v from 'valibot';

/** A message from a page. Where a reply is named, the worker sends it to the message's port. */
export const PageMessage = v.union([
  /** The customer agreed to the update: the waiting worker activates. */
  v.object({ type: v.literal('SKIP_WAITING') }),
  /**
   * A page is open that this worker does not control. From now on it does, and it caches what may be cached of the
   * page's resources (`performance.getEntriesByType('resource')`): after one visit the page works offline. Reply:
   * `{ kept }`, how many of these addresses are cached.
   */
  v.object({ type: v.literal('SEEN'), urls: v.pipe(v.array(v.pipe(v.string(), v.url())), v.maxLength(500)) }),
  /**
   * A page has opened: the worker fetches, in the background, what is missing or old of the whole menu and of the pages
   * that show it. `saveData`: images and villages are fetched only when they are used. Reply: `{ done: true }`.
   */
  v.object({ type: v.literal('KEEP_MENU'), saveData: v.boolean() }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** A message from the worker. */
export type WorkerMessage =
  /** The cached response of an address was replaced by a different one. */
  | { type: 'CHANGED'; url: string }
  /** A page that can show the order list replies on the message's port; one that still loads does not. */
  | { type: 'CAN_SHOW_ORDERS' }
  /** The customer has tapped a notification: this page shows the order list. */
  | { type: 'SHOW_ORDERS' };
