/** The frame around every screen: navbar, footer, dialogs, and what the shop tells by itself. */
import { useAtom, useAtomValue } from 'jotai';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import style from './app.module.css';
import { ErrorBoundary, Screen } from './screen.tsx';
import { requestHandoverAtom } from './state/handover.ts';
import { placeAtom, shownAtom } from './state/place.ts';
import { Dialogs } from './ui/dialogs.tsx';
import { Footer } from './ui/footer.tsx';
import { loadNewsFile, useLazyModule } from './ui/lazy-module.ts';
import { moveFocus } from './ui/move-focus.ts';
import { Navbar } from './ui/navbar.tsx';
import { showToastInTurn } from './ui/toasts.tsx';
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
  // Comes later: a page that is being painted has no news yet, and its head is prerendered.
  const News = useLazyModule(loadNewsFile)?.News;

  return (
    <>
      <a href="#isi" className={style.skip}>
        Langsung ke isi
      </a>
      <div className={style.app}>
        <Navbar />
        {News && <News />}
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
 * (decision O13). What the shop does not have undoes an older choice, and is said once.
 */
function HandoverFromAddress(): null {
  const { search, entry } = useAtomValue(placeAtom);
  const [isKnown, request] = useAtom(requestHandoverAtom);

  useEffect(() => {
    const unknown = isKnown ? request(search, entry) : undefined;
    if (!unknown) return;
    const what = unknown.refused === 'table' ? 'Meja' : 'Layanan';
    const name = unknown.name || (unknown.refused === 'table' ? 'tanpa nomor' : 'tanpa nama');
    showToastInTurn(`${what} ${name} tidak ada di kedai ini`, { ms: 5_000 });
  }, [search, entry, isKnown, request]);
  return null;
}
