import { useLocation, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { combined, listen } from '../../state/frame/event-listener.ts';
import { runAfterPaint } from '../forms/run-after-paint.ts';

export type Part = 'search' | 'cart' | 'menu' | 'device';

/** The open part of the navbar, and functions that open and close it. */
export function useOpenedPart(bar: RefObject<HTMLElement | null>) {
  const { opened, setOpened } = useHistoryEntry();
  const href = useLocation({ select: (location) => location.href });
  const toggle = (part: Part) => setOpened((now) => (now === part ? undefined : part));
  const pressToToggle = (part: Part) => (event: MouseEvent<HTMLElement>) =>
    runAfterPaint(event.currentTarget, () => toggle(part));
  const close = useCallback(() => {
    const panel = bar.current?.querySelector('dialog');
    if (panel) runAfterPaint(panel, () => setOpened(() => undefined));
    else setOpened(() => undefined);
  }, [bar, setOpened]);

  // A new URL closes the open part, except the search, so that it does not cover the new screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the event
  useEffect(() => setOpened((part) => (part === 'search' ? part : undefined)), [href]);

  useEffect(() => {
    if (opened !== 'search' && opened !== 'menu') return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      // The same key lets the browser close a dialog above.
      if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
      setOpened(() => undefined);
      bar.current?.querySelector<HTMLElement>(`[aria-controls='navbar-${opened}']`)?.focus();
    };
    // The focused element must not be covered by the menu.
    const closeBehind = ({ target }: FocusEvent) => {
      if (bar.current?.contains(target as Node)) return;
      // The panel opened from the menu stays: its button had the focus, and is removed with the menu.
      setOpened((part) => (part === 'menu' ? undefined : part));
    };
    return combined(listen('keydown', closeOnEscape, document), listen('focusin', closeBehind, document));
  }, [bar, opened, setOpened]);

  return { opened, toggle, pressToToggle, close };
}

/** Adds an entry to the history on top of the one with this key; both show the same screen. */
const addEntry = (router: ReturnType<typeof useRouter>, key: string | undefined) =>
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: (state) => ({ ...state, panel: key }),
    resetScroll: false,
    hashScrollIntoView: false,
  });

/** The keys of the entries that dialogs have which are open now. */
const entriesOfDialogs = new Set<string | undefined>();

/** Gives a dialog an entry of the history, as a part of the navbar has one: going back closes the dialog, not the screen. */
export function useDialogEntry(close: () => void) {
  const router = useRouter();
  const closeIt = useEffectEvent(close);

  useEffect(() => {
    const { key: below, panel } = router.history.location.state;
    let entry: string | undefined;
    const take = (key: string | undefined) => {
      entry = key;
      entriesOfDialogs.add(key);
    };
    const stop = router.history.subscribe(({ location: { state }, action }) => {
      if (!entry && action.type === 'PUSH' && state.panel === below) take(state.key);
      else if (entry && state.key !== entry && action.type !== 'REPLACE') closeIt();
    });
    // The entry of one that was closed is used again.
    if (panel) take(below);
    else addEntry(router, below);
    return () => {
      stop();
      entriesOfDialogs.delete(entry);
    };
  }, [router]);
}

/**
 * The open part, which has an entry of the history on top of its screen's, so that going back closes it. Closing it by
 * other means leaves that entry, since a link may be followed before the browser has gone back: it is used again for the
 * next part, and skipped on the way back or forward.
 */
function useHistoryEntry() {
  const router = useRouter();
  const [opened, show] = useState<Part>();
  /** The open part, and the key of its entry. */
  const now = useRef<{ part?: Part | undefined; entry?: string | undefined }>({});

  const setOpened = useCallback(
    (decide: (now: Part | undefined) => Part | undefined) => {
      const part = decide(now.current.part);
      if (part === now.current.part) return;
      const { key, panel } = router.history.location.state;
      now.current = { part, entry: key };
      show(part);
      if (!part || panel) return;
      addEntry(router, key);
    },
    [router],
  );

  useEffect(() => {
    let { key, panel } = router.history.location.state;
    let isSkipping = false;
    return router.history.subscribe(({ location, action }) => {
      const left = { key, panel };
      ({ key, panel } = location.state);
      if (action.type === 'PUSH' || action.type === 'REPLACE') {
        // Its own entry, or a keyword that was typed into the search and takes the place of it.
        if (action.type === 'PUSH' ? panel : now.current.entry === left.key) now.current.entry = key;
        return;
      }
      const skipped = isSkipping;
      isSkipping = false;
      // It closes itself.
      if (entriesOfDialogs.has(left.key)) return;
      if (now.current.part) {
        // Unless a product was opened on top of the part, and is closed again.
        if (key !== now.current.entry) setOpened(() => undefined);
      } else if (action.type === 'FORWARD' && panel && key !== left.key) router.history.forward();
      else if (action.type === 'BACK' && !skipped && (panel || left.panel)) {
        isSkipping = panel !== undefined;
        router.history.back();
      }
    });
  }, [router, setOpened]);

  return { opened, setOpened };
}
