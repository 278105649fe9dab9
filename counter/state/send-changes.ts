/** Sends what was pressed, the changes of an order one after the other, each until the shop has answered (decision W3). */
import { atom, type Store } from 'jotai';
import type { CounterOrder } from '#core/counter';
import { callNumber, cancelledByCustomer, isOrderStatus, type OrderStatus, undoMs } from '#core/order-steps';
import { wordOf } from '#core/status-words';
import { pauseAfter } from '#device/backoff';
import { isTemporary, refusalOf, retryAfterOf, statusOf } from '#device/failures';
import { randomId } from '#device/platform';
import { showMessage } from '../../design/messages.tsx';
import { changedOrderOf, isSessionRefused, patchOrder, postPrint, putLine } from './api.ts';
import { setOrder, touchOrders } from './board.ts';
import {
  addChange,
  type Change,
  changesAtom,
  isPayment,
  noteAttempt,
  ordersAtom,
  readChanges,
  removeChanges,
  type StepChange,
} from './changes.ts';
import { paymentOf, wayNameOf } from './order.ts';
import { setListedOrder } from './order-list.ts';
import { endSession, sessionAtom } from './session.ts';

const newChange = (orderNumber: string) => ({ key: randomId(), orderNumber, attempts: 0 });

type UndoableChange = Extract<Change, { kind: 'step' | 'refund' }>;

/** Adds a change, and says so. It can be undone for ten seconds, unless this version does not know the status before. */
function addUndoable(store: Store, order: CounterOrder, change: UndoableChange, words: string) {
  const id = order.order_number;
  touchOrders(store, [id]);
  add(store, change);
  const canUndo = change.kind === 'refund' || isOrderStatus(change.from);
  showMessage(`${callNumber(order)}: ${words}`, {
    id,
    ms: undoMs,
    ...(canUndo && { undo: () => undo(store, change) }),
  });
}

/** Gives an order another status, from the one that is shown; a cancelled one has a reason. */
export function changeStatus(store: Store, order: CounterOrder, to: OrderStatus, reason?: string) {
  const step = { kind: 'step', ...newChange(order.order_number), from: order.status, to } as const;
  addUndoable(store, order, { ...step, ...(reason && { reason }) }, wordOf(to).toLowerCase());
}

/** Notes that an order is paid, and in which way, whatever its status. */
export function notePayment(store: Store, order: CounterOrder, way: { _id: string; name: string } | undefined) {
  const { order_number, status, paid_with } = order;
  const step: StepChange = {
    kind: 'step',
    ...newChange(order_number),
    from: status,
    to: 'paid',
    ...(way && { paidWith: way._id }),
    ...(paymentOf(order) === 'paid' && paid_with !== undefined && { paidBefore: paid_with }),
  };
  addUndoable(store, order, step, `${wordOf('paid').toLowerCase()}, ${way?.name ?? wayNameOf(order)}`);
}

/** Notes that a cancelled order was paid back, and in which way (decision W13). */
export function noteRefund(store: Store, order: CounterOrder, { _id, name }: { _id: string; name: string }) {
  const refund = { kind: 'refund', ...newChange(order.order_number), paidWith: _id } as const;
  addUndoable(store, order, refund, `uang dikembalikan, ${name}`);
}

/** Takes a change back: one that never left this device is removed, any other one is undone by the shop. */
function undo(store: Store, change: UndoableChange) {
  const pending = store.get(changesAtom).find(({ key }) => key === change.key);
  if (pending?.attempts === 0) return void removeChanges(store, [pending]);
  const undoing = { ...newChange(change.orderNumber), undo: true } as const;
  if (change.kind === 'refund') return add(store, { kind: 'refund', ...undoing });
  const { from, to, paidBefore } = change;
  if (isPayment(change))
    return add(store, {
      kind: 'step',
      ...undoing,
      from,
      to,
      undoes: 'paid',
      ...(paidBefore !== undefined && { paidBefore }),
    });
  if (isOrderStatus(from)) add(store, { kind: 'step', ...undoing, from: to, to: from });
}

/** Marks the line at this place of the order as made, or takes that back. */
export function markLineMade(store: Store, { order_number, lines }: CounterOrder, line: number) {
  const { product, struck } = lines[line] ?? {};
  if (product === undefined) return;
  touchOrders(store, [order_number]);
  add(store, { kind: 'line', ...newChange(order_number), product, line, struck: !struck });
}

/** The kitchen ticket that is printed now. `isReprint`: there is one in the kitchen already, perhaps from another counter. */
export const ticketAtom = atom<{ order: CounterOrder; isReprint: boolean }>();

/** Prints an order's ticket; the shop counts it, whether the printer has paper or not. */
export function printTicket(store: Store, order: CounterOrder) {
  store.set(ticketAtom, { order, isReprint: order.prints > 0 });
  touchOrders(store, [order.order_number]);
  add(store, { kind: 'print', ...newChange(order.order_number) });
}

function add(store: Store, change: Change) {
  void addChange(store, change).then(() => sendChanges(store));
}

/** How long it is shown why the shop refused something, in ms. */
const readingTime = 10_000;

let sending: Promise<void> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends all pending changes; what cannot be sent now is sent later. Also called whenever the shop is heard again. Another tab may send the
 * same at the same time: the keys make that one change.
 */
export function sendChanges(store: Store): Promise<void> {
  sending ??= sendAll(store);
  return sending;
}

async function sendAll(store: Store): Promise<void> {
  /** Orders whose change is tried again later, and before their other ones. */
  const waiting = new Set<string>();
  try {
    clearTimeout(retry);
    await readChanges(store);
    for (;;) {
      const token = store.get(sessionAtom)?.token;
      const first = store.get(changesAtom).find(({ orderNumber }) => !waiting.has(orderNumber));
      if (!token || !first) return;
      try {
        const order = await send(store, token, first);
        if (order) takeOver(store, order);
        void removeChanges(store, [first]);
      } catch (failure) {
        // Of an earlier session, which says nothing about this one.
        if (store.get(sessionAtom)?.token !== token) continue;
        if (await handleRefusal(store, first, failure)) continue;
        retryLater(store, first, failure);
        // No answer, or a pause that was asked for, is not about this change alone.
        if (statusOf(failure) === undefined || retryAfterOf(failure) !== undefined) return;
        waiting.add(first.orderNumber);
      }
    }
  } finally {
    // In the same step as the last look: what is added later is sent by the next call.
    sending = undefined;
  }
}

function takeOver(store: Store, order: CounterOrder) {
  setOrder(store, order);
  setListedOrder(store, order);
}

async function send(store: Store, token: string, change: Change) {
  await noteAttempt(store, change);
  const { orderNumber, key } = change;
  switch (change.kind) {
    case 'step': {
      const { from, to, reason, undo: isUndo, undoes: kind, paidWith: paid_with } = change;
      return patchOrder(token, orderNumber, key, { from, to, reason, undo: isUndo, kind, paid_with });
    }
    case 'refund':
      return patchOrder(token, orderNumber, key, {
        from: 'cancelled',
        to: 'cancelled',
        kind: 'refund',
        undo: change.undo,
        paid_with: change.paidWith,
      });
    case 'line':
      return putLine(token, orderNumber, change.line ?? change.product, change.struck);
    case 'print':
      return postPrint(token, orderNumber, key);
  }
}

/** Handles a failure that is the shop's last word; resolves with whether it was. */
async function handleRefusal(store: Store, change: Change, failure: unknown): Promise<boolean> {
  const order = changedOrderOf(failure);
  // A refusal without a code is not the shop's.
  if (isTemporary(failure) || !refusalOf(failure)) return false;
  if (isSessionRefused(failure)) {
    await endSession(store);
    return true;
  }
  const { orderNumber, kind } = change;
  // What was pressed afterwards was meant for the order as it was shown.
  const later = store.get(changesAtom).filter((one) => one.orderNumber === orderNumber && one.kind === kind);
  void removeChanges(store, [change, ...(kind === 'step' || kind === 'refund' ? later : [])]);
  const known = order ?? store.get(ordersAtom).find(({ order_number }) => order_number === orderNumber);
  if (order) takeOver(store, order);
  showMessage(`${callNumber(known ?? { order_number: orderNumber })} ${whyRefused(change, order, failure)}`, {
    id: orderNumber,
    ms: readingTime,
  });
  return true;
}

function whyRefused(change: Change, order: CounterOrder | undefined, failure: unknown) {
  if (order?.reason === cancelledByCustomer) return 'sudah dibatalkan pelanggan';
  if (order && change.kind === 'refund') return 'sudah dikembalikan di perangkat lain';
  if (order) return `sudah "${wordOf(order.status)}" di perangkat lain`;
  if (statusOf(failure) === 404) return 'tidak ada lagi';
  if ('undo' in change && change.undo) return 'tidak bisa diurungkan lagi';
  return 'tidak bisa diubah';
}

/** The longest pause between two attempts, in ms. */
const longestPause = 15_000;
/** The longest pause that the shop can ask for, in ms. */
const longestRetryAfter = 60_000;

function retryLater(store: Store, { attempts }: Change, failure: unknown) {
  const wait = Math.min(retryAfterOf(failure) ?? 0, longestRetryAfter);
  clearTimeout(retry);
  retry = setTimeout(() => void sendChanges(store), pauseAfter(attempts, wait, longestPause));
}
