/** Concurrent customers on real servers that are killed, restarted or multiplied: counts what became of every acknowledged order. */
import { hash } from 'node:crypto';
import type { PlacedOrder } from '#core/order-contract';
import type { Database } from '../../server/database/open.ts';
import { orderBodyFor } from '../server/order-fixture.ts';
import { newCustomer } from './new-customer.ts';
import { startShop } from './start-shop.ts';

interface Place {
  settings: { dataDir: string; databaseUrl?: string };
  /** Opens the same data beside the servers. */
  open(): Promise<Database>;
}

/** The tokens of new customers. Each may place thirty orders at once. */
export async function newCustomers(place: Place, count: number) {
  const database = await place.open();
  try {
    const customers = await Promise.all(Array.from({ length: count }, () => newCustomer(database)));
    return customers.map(({ token }) => token);
  } finally {
    await database.destroy();
  }
}

/** What a shop starts with that counts each of these customers by a network of their own, so that it takes all they order. */
export const apart = { TRUST_PROXY: '127.0.0.1' };

export const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'x-forwarded-for': `10.${[...hash('sha256', token, 'buffer').subarray(0, 3)].join('.')}`,
});

const place = (url: string, token: string, key: string, body: string) =>
  fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { ...headersOf(token), 'content-type': 'application/json', 'idempotency-key': key },
    body,
  });

/** Places an order as a phone does: repeats it under the same key until the outcome is known. */
export async function placeUntilAnswered(...order: Parameters<typeof place>) {
  for (;;) {
    const answer = await place(...order);
    const text = await answer.text();
    if (answer.status !== 409 && answer.status !== 503) return { answer, text };
  }
}

export async function listOf(url: string, token: string): Promise<PlacedOrder[]> {
  const answer = await fetch(`${url}/api/orders`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).data;
}

/**
 * Kills the server with `kill -9` while eight customers order, for so many rounds, and then looks for every order. Those whose response was cut
 * off are sent again, and must exist once. `half` counts orders that are incomplete, missing after they were sent again, or answered
 * differently the second time.
 */
export async function killWhileOrdering(home: Place, { rounds }: { rounds: number }) {
  const toll = { rounds: 0, acknowledged: 0, lost: 0, doubled: 0, half: 0, unopenable: 0 };
  const answers = new Map<string, { token: string; text: string | undefined }>();
  let body = '';

  for (let round = 0; round < rounds; round++) {
    const shop = await startShop({ ...home.settings, env: apart }).catch(() => undefined);
    if (!shop) {
      toll.unopenable++;
      continue;
    }
    body ||= await orderBodyFor(shop);
    const tokens = await newCustomers(home, 8);
    const first = Promise.withResolvers<void>();
    const ordering = tokens.map(async (token, phone) => {
      for (let i = 0; i < 30; i++) {
        const key = `${round}-${phone}-${i}`;
        answers.set(key, { token, text: undefined });
        try {
          const answer = await place(shop.url, token, key, body);
          if (answer.status === 201) answers.set(key, { token, text: await answer.text() });
          else answers.delete(key);
        } catch {
          return;
        } finally {
          first.resolve();
        }
      }
    });
    await first.promise;
    // After the first response, at a different moment in each round.
    const until = performance.now() + ((round * 37) % 120);
    while (performance.now() < until) await new Promise((goOn) => setImmediate(goOn));
    await shop.kill();
    await Promise.all(ordering);
    toll.rounds++;
  }

  const shop = await startShop({ ...home.settings, env: apart });
  try {
    const byToken = Map.groupBy(answers, ([, { token }]) => token);
    for (const [token, keys] of byToken) {
      const listed = await listOf(shop.url, token);
      for (const [key, { text }] of keys) {
        const found = listed.filter(({ client_ref }) => client_ref === key);
        if (text !== undefined) toll.acknowledged++;
        if (text !== undefined && found.length === 0) toll.lost++;
        const again = await placeUntilAnswered(shop.url, token, key, body);
        const isReplay = again.answer.headers.get('idempotency-replayed') === 'true';
        const fits = (found.length === 0 || isReplay) && (text === undefined || again.text === text);
        if (again.answer.status !== 201 || !fits) toll.half++;
      }
      // By now every order in doubt exists, once, whichever attempt stored it.
      const after = await listOf(shop.url, token);
      for (const [key] of keys) {
        const found = after.filter(({ client_ref }) => client_ref === key);
        if (found.length > 1) toll.doubled++;
        const isWhole = ({ order_items, totalQty }: PlacedOrder) => order_items?.length === 1 && totalQty === 1;
        if (found.length === 0 || !found.every(isWhole)) toll.half++;
      }
    }
  } finally {
    await shop.stop();
  }
  return toll;
}

/**
 * Sends every key to all of several servers on the same data at once, twice each. `wrong` counts keys with no order or more than one,
 * `differing` those whose responses were not all identical.
 */
export async function replayEverywhere(home: Place, { processes, keys }: { processes: number; keys: number }) {
  const shops = await Promise.all(Array.from({ length: processes }, () => startShop({ ...home.settings, env: apart })));
  const result = { keys, wrong: 0, differing: 0 };
  try {
    const [first] = shops;
    if (!first) return result;
    const body = await orderBodyFor(first);
    const tokens = await newCustomers(home, Math.ceil(keys / 20));
    for (let i = 0; i < keys; i++) {
      const token = tokens[Math.floor(i / 20)] ?? '';
      const texts = await Promise.all(
        [...shops, ...shops].map(async ({ url }) => {
          const { answer, text } = await placeUntilAnswered(url, token, `key-${i}`, body);
          return answer.status === 201 ? text : `${answer.status} ${text}`;
        }),
      );
      if (new Set(texts).size !== 1 || !texts[0]?.startsWith('{')) result.differing++;
    }
    for (const token of tokens) {
      const listed = await listOf(first.url, token);
      const expected = Math.min(20, keys - tokens.indexOf(token) * 20);
      const distinct = new Set(listed.map(({ client_ref }) => client_ref)).size;
      result.wrong += Math.abs(listed.length - expected) + (listed.length - distinct);
    }
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
  return result;
}
