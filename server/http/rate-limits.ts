/** All rate limits: how often something may happen in a window of time. What one person can use up is their own. */

export interface RateLimit {
  /** How many in one window. It begins with the first. */
  count: number;
  seconds: number;
}

export const rateLimits = {
  /** Wrong passwords for one account, of one device that has logged in to it before, or of all other devices of one network. */
  wrongPasswords: { count: 10, seconds: 60 },
  /** Wrong passwords for one account, of all devices that have not logged in to it, from all networks. */
  wrongPasswordsOfOthers: { count: 30, seconds: 60 },
  /** Wrong passwords from one network, for any account, of devices that have not logged in to it. */
  wrongPasswordsFromNetwork: { count: 300, seconds: 60 },
  /** Logins to one account, each of which costs as much work as a wrong password; devices that have logged in before and others apart. */
  logins: { count: 30, seconds: 60 },
  /** Accounts that were made from one network. */
  registrations: { count: 30, seconds: 60 },
  /** New orders of one customer; an order that is sent again is none. */
  orders: { count: 30, seconds: 600 },
  /** Keys that one customer cancels before an order came with them; each is stored for good. */
  voidedKeys: { count: 30, seconds: 600 },
} satisfies Record<string, RateLimit>;

export type RateLimits = Record<keyof typeof rateLimits, RateLimit>;
