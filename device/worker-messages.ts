/** The worker ignores any other message; the worst that a page's message can cause is that something is read again. */
import * as v from 'valibot';

/** When one is done, the worker says so on its port. */
export const PageMessage = v.union([
  v.object({ type: v.literal('SKIP_WAITING') }),
  /** The worker takes control of this page and caches what it has loaded. */
  v.object({ type: v.literal('SEEN'), urls: v.pipe(v.array(v.pipe(v.string(), v.url())), v.maxLength(500)) }),
  /** `saveData`: images and villages are fetched only when they are used. */
  v.object({ type: v.literal('KEEP_MENU'), saveData: v.boolean() }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

export type WorkerMessage =
  | { type: 'CHANGED'; url: string }
  /** A page that can show the order list replies on the message's port; one that still loads does not. */
  | { type: 'CAN_SHOW_ORDERS' }
  | { type: 'SHOW_ORDERS' };
