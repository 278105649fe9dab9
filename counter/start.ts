/** Starts everything of the counter that is no component: its memory, the stream and the bell. */
import type { Store } from 'jotai';
import { refuseSecondTaps } from '../design/dialog.tsx';
import { keepFocusAfterRemoval } from '../design/focus-after-removal.ts';
import { readSound, ringForNewOrders } from './state/bell.ts';
import { readBoard, storeBoard } from './state/board.ts';
import { readChanges } from './state/changes.ts';
import { onReopened } from './state/device.ts';
import { followBoard, sendWhenHeard } from './state/live.ts';
import { endLeftSessions, readSession, storeAgain, tokenAtom } from './state/session.ts';
import { readTillDraft } from './state/till-draft.ts';
import { keepScreenOn } from './state/wake-lock.ts';

/**
 * Resolves when the device was read; the result stops everything. `isBoard`: not the screen for customers, which never rings, sends nothing that
 * the board beside it may take back, and stores nothing of what was touched there.
 */
export async function startCounter(store: Store, { isBoard }: { isBoard: boolean }): Promise<() => void> {
  let stopFollowing: (() => void) | undefined;
  const follow = () => {
    stopFollowing?.();
    const token = store.get(tokenAtom);
    stopFollowing = token === undefined ? undefined : followBoard(store, token);
  };
  // No form is sent by the browser.
  const stay = (event: Event) => event.preventDefault();
  addEventListener('submit', stay, true);
  const stops = [
    () => removeEventListener('submit', stay, true),
    refuseSecondTaps(),
    keepFocusAfterRemoval(),
    keepScreenOn(),
    ...(isBoard ? [ringForNewOrders(store), sendWhenHeard(store), storeBoard(store)] : []),
    onReopened(() => void storeAgain(store)),
  ];
  // Before the stream begins: what is not on the board is new.
  await Promise.all([readBoard(store), readSound(store), isBoard && readChanges(store), readTillDraft(store)]);
  await readSession(store);
  stops.push(store.sub(tokenAtom, follow));
  follow();
  void endLeftSessions();
  return () => {
    for (const stop of stops) stop();
    stopFollowing?.();
  };
}
