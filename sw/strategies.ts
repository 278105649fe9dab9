import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { StaleWhileRevalidate } from 'workbox-strategies/StaleWhileRevalidate.js';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler.js';
import { forgetImages, isFull } from '#device/public-caches';

/** On a full device deletes the cached pictures and retries once (decision S4). */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (failure) {
    if (!isFull(failure)) throw failure;
    await forgetImages();
    return write();
  }
}

function makingRoom(handler: StrategyHandler): StrategyHandler {
  const put = handler.cachePut.bind(handler);
  handler.cachePut = (key, response) => withRoom(() => put(key, response.clone()));
  return handler;
}

/** Data is more important than pictures. */
export class StaleWhileRevalidateWithRoom extends StaleWhileRevalidate {
  override _handle(request: Request, handler: StrategyHandler) {
    return super._handle(request, makingRoom(handler));
  }
}

/** `warmStrategyCache` fails when a file cannot be fetched or written; Workbox's own strategies tell only the response's caller. */
export class BuildFirst extends CacheFirst {
  override _handle(request: Request, handler: StrategyHandler) {
    return handler.waitUntil(super._handle(request, makingRoom(handler)));
  }
}
