/** A shop in its own process, killed at the end of the test that started it. */
import { registration } from '../support/new-customer.ts';
import { type RunningShop, type StartOptions, startShop } from '../support/start-shop.ts';

const running = new Set<RunningShop>();

/** Kills what `start` started; `setup.ts` calls it after each test. */
export async function killStartedShops() {
  for (const shop of running) await shop.kill();
  running.clear();
}

/** Starts the shop. Rejects with `DidNotOpen`. */
export async function start(options?: StartOptions) {
  const shop = await startShop(options);
  running.add(shop);
  return shop;
}

/** Registers and logs in over the network; resolves with the customer's request headers. */
export async function newcomer({ url }: RunningShop, name: string) {
  const json = { 'content-type': 'application/json' };
  const who = { ...registration, email: `${name}@example.com` };
  await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(who) });
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(who) });
  return { ...json, authorization: `Bearer ${(await answer.json()).token}` };
}
