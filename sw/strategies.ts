import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { StaleWhileRevalidate } from 'workbox-strategies/StaleWhileRevalidate.js';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler.js';
import { withRoom } from '#device/public-caches';

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
