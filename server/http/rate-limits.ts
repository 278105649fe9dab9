/** All rate limits: how often something may happen in a window of time. Generous, because a whole shop shares one network. */

/** How often something may happen. */
export interface RateLimit {
  /** How many in one window. It begins with the first. */
  count: number;
  /** How long a window is, in seconds. */
  seconds: number;
}

export const rateLimits = {
  /** Failed logins to one account from all networks together; and from each network that has logged in to it before. */
  account: { count: 10, seconds: 300 },
  /** Failed logins from one network, to any account. */
  network: { count: 100, seconds: 300 },
  /** Successful logins to one account from one network: a phone that logs in without end leaves the others on its network theirs. */
  accountSuccesses: { count: 20, seconds: 100 },
  /** Successful logins from one network: each costs as much work as a failed one (fault B48). */
  networkSuccesses: { count: 60, seconds: 30 },
  /** Accounts made from one network. */
  registration: { count: 60, seconds: 1_200 },
  /** Invitations of staff that are refused, of one network. */
  invitations: { count: 20, seconds: 300 },
  /** New orders of one customer, and cancelled ones; an order that is sent again is none. */
  orders: { count: 30, seconds: 600 },
  /** New and cancelled orders of one network: far more than a full shop on one wifi orders in that time. */
  networkOrders: { count: 150, seconds: 600 },
  /** Refusals that one network gets at once, of this process; a customer who tries again by hand never has to wait for one. */
  immediateRefusals: { count: 20, seconds: 20 },
} satisfies Record<string, RateLimit>;

export type RateLimits = Record<keyof typeof rateLimits, RateLimit>;
