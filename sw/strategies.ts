/** Workbox's strategies on a device that may be full: pictures make room, and the response is stored once more. */
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { StaleWhileRevalidate } from 'workbox-strategies/StaleWhileRevalidate.js';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler.js';
import { withRoom } from './room.ts';

function makingRoom(handler: StrategyHandler): StrategyHandler {
  const put = handler.cachePut.bind(handler);
  handler.cachePut = (key, response) => withRoom(() => put(key, response.clone()));
  return handler;
}

/** For data, which pictures make room for. */
export class StaleWhileRevalidateWithRoom extends StaleWhileRevalidate {
  override _handle(request: Request, handler: StrategyHandler) {
    return super._handle(request, makingRoom(handler));
  }
}

/**
 * For the files of a build. What warms the cache (`warmStrategyCache`) fails when one does not come: Workbox's own
 * strategies fail only for who waits for the response.
 */
export class BuildFirst extends CacheFirst {
  override _handle(request: Request, handler: StrategyHandler) {
    return handler.waitUntil(super._handle(request, makingRoom(handler)));
  }
}
