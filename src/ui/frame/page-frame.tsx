/** The frame around every screen: navbar, footer, dialogs, and notifications; the component of the router's root route. */
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { refuseSecondTaps } from '../../../design/dialog.tsx';
import { Messages, showMessage } from '../../../design/messages.tsx';
import { moveFocus } from '../../../design/move-focus.ts';
import { changedLineAtom } from '../../state/cart/cart.ts';
import { searchOf } from '../../state/catalogue/search.ts';
import { isChoiceKnownAtom, requestHandoverAtom } from '../../state/checkout/handover.ts';
import { isStartedAtom } from '../../state/frame/startup.ts';
import { Footer } from './footer.tsx';
import { lazyPart, useLoadedPart } from './loaded-part.tsx';
import { screenEntry, useRenderedPathname } from './location.ts';
import { Navbar } from './navbar.tsx';
import style from './page-frame.module.css';

/** Subscribes to nothing: its parts do, each to its own. */
export function PageFrame() {
  useEffect(refuseSecondTaps, []);

  return (
    <>
      <a href="#isi" className={`notice ${style.skip}`}>
        Langsung ke isi
      </a>
      <div className={style.app}>
        <Navbar />
        <LoadedNotifications />
        <HandoverFromUrl />
        <ScreenFocus />
        <CurrentScreen />
        <OpenLine />
        <Footer />
      </div>
      <Messages className={style.messages} />
      {/* Last: what is inserted before others makes the browser compute all their styles again. */}
      <LoadingBar />
    </>
  );
}

const useIsLoading = () => useRouterState({ select: (state) => state.isLoading });

function CurrentScreen() {
  return (
    <div id="isi" className={style.screen} tabIndex={-1} aria-busy={useIsLoading() || undefined}>
      <Outlet />
    </div>
  );
}

const ChangeLine = lazyPart(async () => (await import('../cart/change-line.tsx')).ChangeLine);

/** Here and not with the line, which another tab may delete. */
function OpenLine() {
  const item = useAtomValue(changedLineAtom);
  return item && <ChangeLine item={item} />;
}

function LoadingBar() {
  return useIsLoading() && <div className={style.loading} aria-hidden="true" />;
}

const importNotifications = async () => (await import('../feedback/notifications.tsx')).Notifications;

function LoadedNotifications() {
  const Notifications = useLoadedPart(importNotifications, useAtomValue(isStartedAtom));
  return Notifications && <Notifications />;
}

/**
 * Moves the focus to a new screen, or to the section that the URL or the history entry names: a screen reader starts
 * there.
 */
function ScreenFocus(): null {
  const pathname = useRenderedPathname();
  const { hash, href, part } = useRouterState({
    select: ({ resolvedLocation, location }) => {
      const { hash, href, state } = resolvedLocation ?? location;
      return { hash, href, part: state.part };
    },
    structuralSharing: true,
  });
  const before = useRef({ pathname, href });

  // In a layout effect: before the router restores the scroll position after going back.
  useLayoutEffect(() => {
    if (part && before.current.pathname !== pathname) document.getElementById(part)?.scrollIntoView();
  }, [pathname, part]);
  useEffect(() => {
    const isOtherScreen = before.current.pathname !== pathname;
    const isOtherSection = hash !== '' && before.current.href !== href;
    before.current = { pathname, href };
    // Not for the first page: it is read from its top.
    if (isOtherScreen) moveFocusToHeading(part ?? hash);
    else if (isOtherSection) moveFocus(document.querySelector<HTMLElement>(`#${CSS.escape(hash)} h2`));
  }, [pathname, href, hash, part]);
  return null;
}

/**
 * Focuses the section with that id, else the heading, else the screen itself, so that the focus never stays on a link of
 * the former screen.
 */
const moveFocusToHeading = (section: string) =>
  moveFocus(document.getElementById(section) ?? document.querySelector('h1') ?? document.getElementById('isi'));

/**
 * A QR code on the table opens the shop with `?meja=7`, a service of the front page with `?layanan=pickup`
 * (decision O13). An invalid one deletes an older choice, and the customer is notified once.
 */
function HandoverFromUrl(): null {
  // Both from one location: with the search of one entry and the key of another it would choose again.
  const { meja, layanan, entry } = useRouterState({
    select: ({ resolvedLocation, location }) => {
      const { search, state } = resolvedLocation ?? location;
      const { meja, layanan } = searchOf({ ...search });
      return { meja, layanan, entry: screenEntry(state) };
    },
    structuralSharing: true,
  });
  const isKnown = useAtomValue(isChoiceKnownAtom);
  const request = useSetAtom(requestHandoverAtom);

  useEffect(() => {
    const unknown = isKnown ? request({ meja, layanan }, entry) : undefined;
    if (!unknown) return;
    const what = unknown.refused === 'table' ? 'Meja' : 'Layanan';
    const name = unknown.name || (unknown.refused === 'table' ? 'tanpa nomor' : 'tanpa nama');
    showMessage(`${what} ${name} tidak ada di kedai ini`, { ms: 5_000 });
  }, [meja, layanan, entry, isKnown, request]);
  return null;
}
