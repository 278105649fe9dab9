import type { Region } from '#core/contract';
import type { Database } from './database/open.ts';
import type { RateLimits } from './http/rate-limiter.ts';
import type { MenuCache } from './menu/menu-cache.ts';
import type { ChangeStreams } from './orders/change-streams.ts';

/** What the parts of one server share. */
export interface Context {
  database: Database;
  menu: MenuCache;
  /** ms since 1970. */
  now: () => number;
  streams: ChangeStreams;
  /** To be called after each commit that changes an order or the menu. */
  onChange: () => void;
  rateLimits: RateLimits;
  /** Folders of pictures, searched in turn; what is sent goes into the first. */
  images: readonly string[];
  /** Whether every new order is posted to the shop's own program. */
  hasWebhook: boolean;
  /** The shop's account number in full, for the customer of an order. */
  billingAccount: string | undefined;
  /** Where the couriers deliver; empty: everywhere. */
  deliveryRegencies: readonly Region[];
  /** Which addresses of push services may be called, if not all public ones. */
  isAllowed: ((address: string) => boolean) | undefined;
}
