/** The location of the rendered screen, and what is opened on it. */
import { type RouterHistory, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { runAfterPaint } from '../../../design/run-after-paint.ts';
import { type HistoryEntryState, type Search, searchOf, type TypedOptions } from '../../state/catalogue/search.ts';
import { combined, listen } from '../../state/frame/event-listener.ts';

const nothing: Search = {};

const follow = () => () => undefined;

/**
 * Whether the search parameters of the URL are shown: not during hydration, because a prerendered page is the same for every URL of its route.
 * Without any they are from the start, so that nothing is rendered again.
 */
export function useIsSearchShown() {
  const router = useRouter();
  return useSyncExternalStore(
    follow,
    () => true,
    () => Object.keys(router.state.location.search).length === 0,
  );
}

/**
 * The search parameters that this shop knows; empty until they are shown.
 */
export function useShopSearch(): Search {
  const search = useSearch({ strict: false, select: searchOf, structuralSharing: true });
  return useIsSearchShown() ? search : nothing;
}

/** A change of the search parameters for a link: applied to the current ones once they are shown, before that to none. */
export function useSearchChange(change: (now: Search) => Search): Search | ((now: object) => Search) {
  return useIsSearchShown() ? (now) => change(searchOf({ ...now })) : change(nothing);
}

/** The pathname of the rendered screen, not of one whose file is still being loaded. */
export const useRenderedPathname = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });

type Router = ReturnType<typeof useRouter>;
const panels = ['search', 'cart', 'menu', 'device'] as const;
type Panel = (typeof panels)[number];

const isPanel = (layer: string): layer is Panel => panels.some((panel) => panel === layer);

/** The open panel of the navbar, and functions that open and close it. */
export function useOpenedPanel(bar: RefObject<HTMLElement | null>) {
  const router = useRouter();
  const findOpened = () => layersOf(router.history.location.state).find(isPanel);
  const opened = useSyncExternalStore(router.history.subscribe, findOpened, findOpened);
  // By what was shown when it was tapped: a second tap before that changes does not undo the first.
  const toggle = (panel: Panel) =>
    setLayers(router, (now) => [...now.filter((layer) => !isPanel(layer)), ...(opened === panel ? [] : [panel])]);
  const pressToToggle = (panel: Panel) => (event: MouseEvent<HTMLElement>) =>
    runAfterPaint(event.currentTarget, () => toggle(panel));
  const close = () => {
    const panel = bar.current?.querySelector('dialog');
    if (panel) runAfterPaint(panel, () => closeLayer(router, opened));
  };

  useEffect(() => {
    if (opened !== 'search' && opened !== 'menu') return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      // The same key lets the browser close a dialog above.
      if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
      closeLayer(router, opened);
      bar.current?.querySelector<HTMLElement>(`[aria-controls='navbar-${opened}']`)?.focus();
    };
    // The focused element must not be covered by the menu.
    const closeBehind = ({ target }: FocusEvent) => {
      if (!bar.current?.contains(target as Node)) closeLayer(router, 'menu');
    };
    return combined(listen('keydown', closeOnEscape, document), listen('focusin', closeBehind, document));
  }, [bar, opened, router]);

  return { opened, toggle, pressToToggle, close };
}

/** Gives a dialog an entry of the history, as a panel of the navbar has one: going back closes the dialog, not the screen. */
export function useDialogEntry(close: () => void) {
  const router = useRouter();
  const id = useId();
  const closeIt = useEffectEvent(close);

  useEffect(() => {
    setLayers(router, (now) => [...now, id]);
    const stop = router.history.subscribe(({ location: { state } }) => {
      if (!layersOf(state).includes(id)) closeIt();
    });
    return () => {
      stop();
      closeLayer(router, id);
    };
  }, [router, id]);
}

/** The key of the screen's own entry, below those of what was opened on it. */
export const screenEntry = ({ key, panel }: HistoryEntryState & { key?: string | undefined }) => panel ?? key;

/** The state for an entry of the same screen, on which the search stays open. */
export const withSearch = (state: HistoryEntryState): HistoryEntryState =>
  layersOf(state).includes('search') ? { layers: ['search'] } : {};

const layersOf = ({ layers = [] }: HistoryEntryState) => layers;

const closeLayer = (router: Router, closed?: string) =>
  setLayers(router, (now) => now.filter((layer) => layer !== closed));

/** Changes what is open on the screen. What is opened gets an entry of the history, or that of what was closed before. */
function setLayers(router: Router, change: (now: string[]) => string[]) {
  const { state } = router.history.location;
  const before = layersOf(state);
  const layers = change(before);
  if (`${layers}` === `${before}`) return;
  const isAdded = layers.length > (state.beneath ?? -1) + 1;
  stay(router, { layers, ...(isAdded && { beneath: before.length }) }, !isAdded);
}

/** Changes the state of the entry, or adds one that shows the same screen. */
const stay = ({ history, navigate }: Router, change: HistoryEntryState, replace = true) =>
  void navigate({
    to: '.',
    search: true,
    hash: true,
    state: { ...history.location.state, panel: screenEntry(history.location.state), ...change },
    replace,
    resetScroll: false,
    hashScrollIntoView: false,
  });

/** What is typed into the open product, stored in its entry of the history if `isStored`: a reload, going back and forward keep it. */
export function useTypedOptions(isStored: boolean) {
  const router = useRouter();
  const [typed, setTyped] = useState<TypedOptions | undefined>(() =>
    isStored ? router.history.location.state.typed : undefined,
  );

  useEffect(() => {
    if (!isStored || !typed) return;
    const { href } = router.history.location;
    // Browsers refuse an entry that changes with every letter. The customer may have gone back to another one meanwhile.
    const store = () => router.history.location.href === href && stay(router, { typed });
    const storing = setTimeout(store, typingRest);
    return () => clearTimeout(storing);
  }, [router, isStored, typed]);
  return [typed, setTyped] as const;
}

/** The pause in typing after which the entry of the history changes, in ms. */
export const typingRest = 150;

/**
 * Going through the history, or loading the page again, opens nothing, and an entry that shows what the one beneath shows is skipped.
 */
export function followHistory(history: RouterHistory) {
  const closeAll = ({ location: { href, state } } = history) =>
    history.replace(href, { ...state, panel: screenEntry(state), layers: [] });
  if (layersOf(history.location.state)[0]) closeAll();
  let left = history.location.state;
  history.subscribe(({ location: { state }, action: { type } }) => {
    const before = left;
    left = state;
    if (type === 'PUSH' || type === 'REPLACE') return;
    const opened = layersOf(before);
    if (layersOf(state).some((layer) => !opened.includes(layer))) closeAll();
    if (screenEntry(before) !== screenEntry(left) || layersOf(left).length < opened.length) return;
    if (type === 'BACK' && before.beneath !== undefined) history.back();
    if (type === 'FORWARD' && left.beneath !== undefined && before.key !== state.key) history.forward();
  });
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
