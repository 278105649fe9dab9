/** The takings of the shop's current day as this device has heard them last, for owners (decisions W13, W14 and W20). */
import type { Store } from 'jotai';
import * as v from 'valibot';
import { Today } from '#core/counter';
import { getToday } from './api.ts';
import { read, write } from './device.ts';
import { longestKnown } from './known-board.ts';
import { isOwnerAtom, sessionAtom } from './session.ts';

const Stored = v.object({ today: Today, heardAt: v.number() });
const key = 'takings';

/** The takings of a day, by default of the current one, which are stored, and when they were heard. Rejects as the call does. */
export async function loadTakings(day: string | undefined, token: string, store: Store) {
  const takings = { today: await getToday(token, day), heardAt: Date.now() };
  const isAllowed = store.get(sessionAtom)?.token === token && store.get(isOwnerAtom);
  if (day === undefined && isAllowed) void write(key, takings);
  return takings;
}

/** What is stored, for 24 hours at most. */
export async function readTakings() {
  const stored = await read(key, Stored);
  return stored && Math.abs(Date.now() - stored.heardAt) <= longestKnown ? stored : undefined;
}
