/** The frame around every screen: navbar, footer, dialogs, and what the shop tells by itself. */
import { useAtom, useAtomValue } from 'jotai';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { handoverOf } from '#core/shop';
import style from './app.module.css';
import { ErrorBoundary, Screen } from './screen.tsx';
import { chooseHandoverAtom, tableOf } from './state/handover.ts';
import { placeAtom, shownAtom } from './state/place.ts';
import { Dialogs } from './ui/dialogs.tsx';
import { Footer } from './ui/footer.tsx';
import { loadNotificationsFile, useLazyModule } from './ui/lazy-module.ts';
import { moveFocus } from './ui/move-focus.ts';
import { Navbar } from './ui/navbar.tsx';
import { WantedProduct } from './ui/wanted-product.tsx';

export function App() {
  return (
    <ErrorBoundary at={useAtomValue(shownAtom)}>
      <Page />
    </ErrorBoundary>
  );
}

const Page = memo(function Page() {
  useScreenFocus();
  // Comes later: a page that is being painted has no notifications yet, and its head is prerendered.
  const Notifications = useLazyModule(loadNotificationsFile)?.Notifications;

  return (
    <>
      <a href="#isi" className={style.skip}>
        Langsung ke isi
      </a>
      <div className={style.app}>
        <Navbar />
        {Notifications && <Notifications />}
        <WantedProduct />
        <HandoverFromAddress />
        <div id="isi" className={style.screen} tabIndex={-1}>
          <Screen />
        </div>
        <Footer />
      </div>
      <Dialogs />
    </>
  );
});

/** Moves the focus to a new screen: a screen reader starts at its heading, or at the part that was navigated to. */
function useScreenFocus() {
  const { path, hash, state } = useAtomValue(shownAtom).place;
  const { part } = state;
  const shown = useRef(path);

  // In a layout effect, so before the router restores the scroll position of an entry that is gone back to.
  useLayoutEffect(() => {
    if (part && shown.current !== path) document.getElementById(part)?.scrollIntoView();
  }, [path, part]);
  useEffect(() => {
    // Not for the page that was opened first: it is read from its top, and is still being hydrated.
    if (shown.current !== path) moveFocusToHeading(part ?? hash);
    shown.current = path;
  }, [path, part, hash]);
}

/**
 * Focuses the part with that id, else the heading, else the screen itself, so that the focus never stays with a link of
 * the former screen.
 */
const moveFocusToHeading = (part: string) =>
  moveFocus(document.getElementById(part) ?? document.querySelector('h1') ?? document.getElementById('isi'));

/**
 * A QR code on the table opens the shop with `?meja=7`, a service of the front page with `?layanan=pickup`
 * (decision O13).
 */
function HandoverFromAddress(): null {
  const { search, entry } = useAtomValue(placeAtom);
  const { meja = '', layanan = '' } = search;
  const [isKnown, choose] = useAtom(chooseHandoverAtom);

  useEffect(() => {
    const table = tableOf(meja);
    const handover = table ? 'dine-in' : layanan;
    const isOffered = handover === 'courier' || handoverOf(handover);
    if (isKnown && entry && isOffered) void choose({ handover, ...(table && { table }) }, entry);
  }, [meja, layanan, entry, isKnown, choose]);
  return null;
}
