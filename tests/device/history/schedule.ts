/** What a history is made of, and how a seed draws one. `docs/histories.md` describes the format for schedules of your own. */

/** What may happen to one request; `arrive` is the only good one. */
const fates = [
  'arrive',
  /** Arrives, and the answer comes, each after a while. */
  'slow',
  'lost on the way',
  'answer lost',
  /** The phone gives up, and it reaches the shop at the next 'late arrivals'. */
  'late',
  'twice',
  /** Arrives now, and once more at the next 'late arrivals'. */
  'again late',
  'truncated',
  'portal',
  'unavailable',
  'busy',
  /** A firewall's page: 403. */
  'firewall',
  /** A gateway's own refusal as JSON, 401, 404 or 422, that says nothing of the shop. */
  'stranger',
  /** 204, or 200 and JSON that means nothing: `[]`, `{}`, `{ "error": … }`. */
  'nonsense',
  /** 201 with an order, but not this one. */
  'another’s order',
] as const;
export type Fate = (typeof fates)[number];

/** What only a key can undo: at a host that knows none the network itself makes a second order of one request. */
const doubling: readonly Fate[] = ['late', 'twice', 'again late'];
/** What a host is believed that shows no sign of its own: section 7 says nothing about its answers. */
const forged: readonly Fate[] = ['nonsense', 'another’s order'];

/** What may happen next. `tab`: 0 and 1 are tabs of the first device and 2 its worker, 3 is the second device. */
export type Step = (
  | { do: 'order'; tab: number }
  | { do: 'press again'; tab: number }
  | { do: 'deliver'; tab: number; all: boolean }
  /** Both tabs and the worker of the first device, at the same moment. */
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
  /** Its connection to the device's memory dies. */
  | { do: 'close connection'; tab: number }
  /** Its next so many writes find the device full, or no memory at all. */
  | { do: 'storage fails'; tab: number; writes: number; how: 'full' | 'gone' }
  /** Whoever holds a lock on this device loses it and goes on working. */
  | { do: 'steal locks'; tab: number }
  | { do: 'log in'; tab: number; name: 'sari' | 'budi' }
  | { do: 'log out'; tab: number }
  | { do: 'clock'; seconds: number }
  /** Of latte, in rupiah; and of the courier. 10,000 and 5,000 at first. */
  | { do: 'price'; to: number }
  | { do: 'fee'; to: number }
  /** Mocha is sold out, or there again. */
  | { do: 'sold out' }
  /** The shop takes no transfers any more, or takes them again. */
  | { do: 'no transfers' }
  | { do: 'end sessions' }
  | { do: 'back up' }
  | { do: 'restore' }
  /** The host begins, or ceases, to announce itself. */
  | { do: 'change host' }
  | { do: 'late arrivals' }
) & {
  /** Turns of the event loop before the next step; 3 unless told. */
  ticks?: number;
};

export interface History {
  /** 'changing': announces itself at first. */
  host: 'kedai' | 'plain' | 'changing';
  /** Whether this browser has Web Locks. */
  locks: boolean;
  steps: Step[];
  /** The fate of the first, second, … request; beyond the end everything arrives. */
  fates: Fate[];
}

/** mulberry32: small, seeded, good enough to draw schedules with. */
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

/** The history of a seed. */
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
