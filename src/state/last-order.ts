import { atom } from 'jotai';
import type { Intent } from '#device/intents';
import { stillHolds } from './came-back.ts';
import { intentsAtom } from './intents.ts';

/** Which accepted order the customer looks at whole: the one they paid for here, or asked for. Its id on this device. */
export const openedOrderAtom = atom('');

/** Who comes back another day finds it in the order list, in ms. */
const shownFor = 12 * 60 * 60_000;

/** The order that the shop accepted last, with its id on this device, until the customer dismisses it (decision C5). */
export const lastOrderAtom = atom((get) => {
  // First of all: where the clock was set back since, an earlier one would be the last (fault F15).
  const isRecent = ({ settledAt = 0 }: Intent) => stillHolds(get, settledAt, shownFor);
  const accepted = get(intentsAtom)
    .filter((intent) => intent.state === 'accepted' && isRecent(intent))
    .sort((one, other) => (other.settledAt ?? 0) - (one.settledAt ?? 0));
  const { id, order, read } = accepted[0] ?? {};
  return id && order && !read ? { id, order } : undefined;
});
