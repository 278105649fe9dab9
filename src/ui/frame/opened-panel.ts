import { useLocation, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { runAfterPaint } from '../../../design/run-after-paint.ts';
import type { Search } from '../../state/catalogue/search.ts';
import { combined, listen } from '../../state/frame/event-listener.ts';

type Panel = 'search' | 'cart' | 'menu' | 'device';

/** The open panel of the navbar, and functions that open and close it. */
export function useOpenedPanel(bar: RefObject<HTMLElement | null>) {
  const { opened, setOpened } = useHistoryEntry();
  const href = useLocation({ select: (location) => location.href });
  const toggle = (panel: Panel) => setOpened((now) => (now === panel ? undefined : panel));
  const pressToToggle = (panel: Panel) => (event: MouseEvent<HTMLElement>) =>
    runAfterPaint(event.currentTarget, () => toggle(panel));
  const close = useCallback(() => {
    const panel = bar.current?.querySelector('dialog');
    if (panel) runAfterPaint(panel, () => setOpened(() => undefined));
    else setOpened(() => undefined);
  }, [bar, setOpened]);

  // A new URL closes the open panel, except the search, so that it does not cover the new screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the event
  useEffect(() => setOpened((panel) => (panel === 'search' ? panel : undefined)), [href]);

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
      setOpened((panel) => (panel === 'menu' ? undefined : panel));
    };
    return combined(listen('keydown', closeOnEscape, document), listen('focusin', closeBehind, document));
  }, [bar, opened, setOpened]);

  return { opened, toggle, pressToToggle, close };
}

/** The key of the screen's own entry, below those of what was opened on it. */
export const screenEntry = ({ key, panel }: { key?: string | undefined; panel?: string | undefined }) => panel ?? key;

/** Adds an entry to the history on top of the present one; both show the same screen. */
function addEntry(router: ReturnType<typeof useRouter>) {
  const { state: below } = router.history.location;
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    // With the entry beneath: the router adds none that has the state of the present one.
    state: (state) => ({ ...state, panel: screenEntry(below), below: below.key }),
    resetScroll: false,
    hashScrollIntoView: false,
  });
}

/** The keys of the entries that dialogs, and the panel of the navbar, have which are open now. */
const dialogEntries = new Set<string | undefined>();
let panelEntry: string | undefined;

/** Gives a dialog an entry of the history, as a panel of the navbar has one: going back closes the dialog, not the screen. */
export function useDialogEntry(close: () => void) {
  const router = useRouter();
  const closeIt = useEffectEvent(close);

  useEffect(() => {
    const { state } = router.history.location;
    let entry: string | undefined;
    const take = (key: string | undefined) => {
      entry = key;
      dialogEntries.add(key);
    };
    const stop = router.history.subscribe(({ location: { state: now }, action: { type } }) => {
      const isOnTop = type === 'PUSH' && now.panel === screenEntry(state);
      if (!entry && isOnTop) take(now.key);
      else if (entry && now.key !== entry && type !== 'REPLACE' && !isOnTop) closeIt();
    });
    // The entry of one that was closed is used again.
    if (state.panel && state.key !== panelEntry && !dialogEntries.has(state.key)) take(state.key);
    else addEntry(router);
    return () => {
      stop();
      dialogEntries.delete(entry);
    };
  }, [router]);
}

/**
 * The open panel, which has an entry of the history on top of its screen's, so that going back closes it. Closing it by
 * other means leaves that entry, since a link may be followed before the browser has gone back: it is used again for the
 * next panel, and skipped on the way back or forward.
 */
function useHistoryEntry() {
  const router = useRouter();
  const [opened, show] = useState<Panel>();
  const now = useRef<Panel>(undefined);

  const setOpened = useCallback(
    (decide: (now: Panel | undefined) => Panel | undefined) => {
      const next = decide(now.current);
      if (next === now.current) return;
      now.current = next;
      show(next);
      const { key, panel } = router.history.location.state;
      panelEntry = next && panel && key;
      if (next && !panel) addEntry(router);
    },
    [router],
  );

  useEffect(() => {
    let { key, panel } = router.history.location.state;
    /** The entry at which the customer went back, while those of closed panels are skipped. */
    let begun: { panel: string | undefined } | undefined;
    return router.history.subscribe(({ location, action: { type } }) => {
      const left = { key, panel };
      ({ key, panel } = location.state);
      if (type === 'PUSH' || type === 'REPLACE') {
        // Its own entry, or a keyword that was typed into the search and takes the place of it.
        if (now.current && (type === 'PUSH' ? panel && !panelEntry : panelEntry === left.key)) panelEntry = key;
        return;
      }
      const { panel: from } = begun ?? left;
      begun = undefined;
      // It closes itself.
      if (dialogEntries.has(left.key)) return;
      // A product, or a dialog, was opened on top of the panel and is closed again.
      const isClosing = now.current && key !== panelEntry;
      if (isClosing) setOpened(() => undefined);
      else if (type === 'FORWARD' && panel && key !== left.key) router.history.forward();
      else if (type === 'BACK' && (now.current ? left.panel : panel || from)) {
        begun = panel && !now.current ? { panel: from } : undefined;
        router.history.back();
      }
    });
  }, [router, setOpened]);

  return { opened, setOpened };
}

/**
 * Closes what the URL has opened: goes back to where it was opened, or to `search` if the URL was opened directly.
 */
export function useCloseOpened() {
  const router = useRouter();
  const left = useRef<object>(null);

  return (to: '/products' | '/account/order-list', search: Search) => {
    const { location } = router.state;
    // Going back takes a moment: a second press in that time must not go back again.
    if (left.current === location) return;
    left.current = location;
    if (location.state.opened) router.history.back();
    else void router.navigate({ to, search, resetScroll: false, replace: true });
  };
}
