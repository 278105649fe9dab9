/** What a history is made of, and how a seed draws one. `docs/histories.md` describes the format for schedules of your own. */

/** What may happen to a request; only with `arrive` everything is fine. */
const fates = [
  'arrive',
  /** The request arrives and so does the response, each after a while. */
  'slow',
  'lost on the way',
  'answer lost',
  /** The phone gives up, and the request reaches the shop at the next 'late arrivals'. */
  'late',
  'twice',
  /** Arrives now, and again at the next 'late arrivals'. */
  'again late',
  'truncated',
  'portal',
  'unavailable',
  'busy',
  /** A firewall's page, with status 403. */
  'firewall',
  /** A gateway's own refusal as JSON (401, 404 or 422), which says nothing about the shop. */
  'stranger',
  /** 204, or 200 with meaningless JSON: `[]`, `{}`, `{ "error": … }`. */
  'nonsense',
  /** 201 with an order, but another one. */
  'another’s order',
] as const;
export type Fate = (typeof fates)[number];

/** Fates that only a key makes harmless: at a host without keys the network itself turns one request into two orders. */
const doubling: readonly Fate[] = ['late', 'twice', 'again late'];
/** Responses that are believed from a host without a mark of its own, because section 7 says nothing about its responses. */
const forged: readonly Fate[] = ['nonsense', 'another’s order'];

/** A step of a history. `tab`: 0 and 1 are tabs of the first device and 2 is its worker, 3 is the second device. */
export type Step = (
  | { do: 'order'; tab: number }
  | { do: 'press again'; tab: number }
  | { do: 'deliver'; tab: number; all: boolean }
  /** Both tabs and the worker of the first device deliver at the same moment. */
  | { do: 'everybody delivers' }
  | { do: 'cancel'; tab: number }
  | { do: 'agree'; tab: number }
  | { do: 'add to cart'; tab: number }
  | { do: 'take from cart'; tab: number }
  | { do: 'empty the cart'; tab: number }
  | { do: 'sync cart'; tab: number; refresh: boolean }
  | { do: 'new address'; tab: number }
  | { do: 'save addresses'; tab: number }
  | { do: 'kill'; tab: number }
  /** The tab's connection to IndexedDB closes. */
  | { do: 'close connection'; tab: number }
  /** The tab's next `writes` writes find the disk full, or no storage at all. */
  | { do: 'storage fails'; tab: number; writes: number; how: 'full' | 'gone' }
  /** Every lock on this device is stolen; its holder goes on working. */
  | { do: 'steal locks'; tab: number }
  | { do: 'log in'; tab: number; name: 'sari' | 'budi' }
  | { do: 'log out'; tab: number }
  | { do: 'clock'; seconds: number }
  /** The price of a latte or the courier's fee, in rupiah; at first 10,000 and 5,000. */
  | { do: 'price'; to: number }
  | { do: 'fee'; to: number }
  /** Mocha is sold out, or available again. */
  | { do: 'sold out' }
  /** The shop stops accepting bank transfers, or accepts them again. */
  | { do: 'no transfers' }
  | { do: 'end sessions' }
  | { do: 'back up' }
  | { do: 'restore' }
  /** The host begins or stops to announce itself. */
  | { do: 'change host' }
  | { do: 'late arrivals' }
) & {
  /** How many turns of the event loop pass before the next step; 3 by default. */
  ticks?: number;
};

export interface History {
  /** 'changing': announces itself at first. */
  host: 'kedai' | 'plain' | 'changing';
  /** Whether the browser has Web Locks. */
  locks: boolean;
  steps: Step[];
  /** The fates of the first, second, … request; all further ones arrive. */
  fates: Fate[];
}

/** mulberry32: small, seeded, and good enough to draw schedules with. */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The history that belongs to a seed. */
export function historyOf(seed: number): History {
  const random = randomFrom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const oneOf = <T>(choices: readonly T[]) => choices[below(choices.length)] as T;
  const chance = (p: number) => random() < p;

  const host = oneOf(['kedai', 'kedai', 'kedai', 'kedai', 'kedai', 'plain', 'plain', 'changing'] as const);
  const rare: (() => Step)[] = [
    () => ({ do: 'kill', tab: below(4) }),
    () => ({ do: 'kill', tab: below(4) }),
    () => ({ do: 'close connection', tab: below(4) }),
    () => ({ do: 'storage fails', tab: below(4), writes: 1 + below(3), how: oneOf(['full', 'gone']) }),
    () => ({ do: 'steal locks', tab: below(4) }),
    () => ({ do: 'log in', tab: below(4), name: 'budi' }),
    () => ({ do: 'log in', tab: below(4), name: 'sari' }),
    () => ({ do: 'log out', tab: below(4) }),
    () => ({ do: 'clock', seconds: Math.floor((random() - 0.2) * 3_000) }),
    () => ({ do: 'clock', seconds: oneOf([-3, 3, 21]) * 24 * 60 * 60 }),
    () => ({ do: 'price', to: oneOf([10_000, 10_000, 11_000, 9_000]) }),
    () => ({ do: 'price', to: oneOf([10_000, 11_000]) }),
    () => ({ do: 'fee', to: oneOf([5_000, 6_000, 4_000]) }),
    () => ({ do: 'sold out' }),
    () => ({ do: 'no transfers' }),
    () => ({ do: 'end sessions' }),
    () => ({ do: 'back up' }),
    () => ({ do: 'restore' }),
    () => (host === 'changing' ? { do: 'change host' } : { do: 'late arrivals' }),
    () => ({ do: 'late arrivals' }),
    () => ({ do: 'late arrivals' }),
  ];
  const usual = (): Step => {
    const tab = below(4);
    const roll = random();
    if (roll < 0.2) return { do: 'order', tab };
    if (roll < 0.3) return { do: 'press again', tab };
    if (roll < 0.48) return { do: 'deliver', tab, all: chance(0.7) };
    if (roll < 0.52) return { do: 'everybody delivers' };
    if (roll < 0.6) return { do: 'cancel', tab };
    if (roll < 0.66) return { do: 'agree', tab };
    if (roll < 0.78) return { do: 'add to cart', tab };
    if (roll < 0.82) return { do: 'take from cart', tab };
    if (roll < 0.84) return { do: 'empty the cart', tab };
    if (roll < 0.95) return { do: 'sync cart', tab, refresh: chance(0.5) };
    return chance(0.5) ? { do: 'new address', tab } : { do: 'save addresses', tab };
  };
  const possible = fates.filter((fate) => host === 'kedai' || !(doubling.includes(fate) || forged.includes(fate)));
  return {
    host,
    locks: chance(0.75),
    steps: Array.from({ length: 12 + below(24) }, () => ({
      ...(chance(0.28) ? oneOf(rare)() : usual()),
      ticks: chance(0.6) ? 3 : below(25),
    })),
    fates: Array.from({ length: 60 }, () => (chance(0.4) ? 'arrive' : chance(0.2) ? 'slow' : oneOf(possible))),
  };
}
