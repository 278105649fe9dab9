/** The orders that this device stores, as it stores them, and what this tab is sending of them: what every page shows of them at once. */
import { atom } from 'jotai';
import type { OutboxOrder } from '#device/outbox-order';
import { isSettled } from '#device/outbox-states';
import { perCustomerAtom } from '../account/session.ts';
import { validity } from '../frame/expiry.ts';

/** Newest first. Only `readOutboxAtom` reads them: it also adds notifications of changes. */
export const storedOutboxAtom = perCustomerAtom<readonly OutboxOrder[]>([]);

/** Orders that are open, need a decision, or were refused and not dismissed yet; newest first. */
export const pendingOrdersAtom = atom((get) =>
  get(storedOutboxAtom).filter((entry) => !isSettled(entry) || entry.state === 'refused'),
);

/** How long an accepted order is shown on the menu, in ms; later it is only in the order list. */
const shownFor = 12 * 60 * 60_000;

/** The id (on this device) of the order that the shop accepted last, until the customer dismisses it (decision C5). */
export const lastAcceptedIdAtom = atom((get): string | undefined => {
  // Filtered before sorting: with a clock that was set back, an older order could sort as the latest (fault F15).
  const isRecent = ({ settledAt = 0 }: OutboxOrder) => validity(get)(settledAt, shownFor);
  const [last] = get(storedOutboxAtom)
    .filter((entry) => entry.state === 'accepted' && isRecent(entry))
    .sort((one, other) => (other.settledAt ?? 0) - (one.settledAt ?? 0));
  return last?.order && !last.read ? last.id : undefined;
});

/** Ids of the outbox orders that this tab is sending right now. */
export const sendingOrdersAtom = atom<readonly string[]>([]);

/** The last press of 'Bayar': whether its order is being sent now, and its outcome. */
export interface Payment {
  sending: boolean;
  /** Nothing is sent yet: the customer may have to answer a question first. */
  asking?: boolean;
  entry?: OutboxOrder;
  /** The session it was sent with. */
  token?: string;
  /** Nothing could be written to this device, so nothing was sent either. */
  notStored?: boolean;
}

export const paymentAtom = perCustomerAtom<Payment>({ sending: false });
