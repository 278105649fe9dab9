/** What this tab is sending to the shop: every page asks for it before it reloads itself. */
import { atom } from 'jotai';
import type { OutboxOrder } from '#device/outbox-order';
import { perCustomerAtom } from '../account/per-customer-atom.ts';

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
  /** Whether the host knows keys: sending the very same order again can never make a second one. */
  isSafeToRepeat?: boolean;
}

export const paymentAtom = perCustomerAtom<Payment>({ sending: false });
