/** What stands around every screen. */
import { useAtom, useAtomValue } from 'jotai';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { handoverOf } from '#core/shop';
import style from './app.module.css';
import { Screen, Unbroken } from './screen.tsx';
import { chooseHandoverAtom, tableOf } from './state/handover.ts';
import { placeAtom, shownAtom } from './state/place.ts';
import { Dialogs } from './ui/dialogs.tsx';
import { Footer } from './ui/footer.tsx';
import { loadNewsFile, useLazyModule } from './ui/lazy-module.ts';
import { Navbar } from './ui/navbar.tsx';
import { WantedProduct } from './ui/wanted-product.tsx';

export function App() {
  return (
    <Unbroken at={useAtomValue(shownAtom)}>
      <Page />
    </Unbroken>
  );
}

const Page = memo(function Page() {
  useScreenFocus();
  // Nothing is told while a page is painted, and its head is its screen's.
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

/** The focus follows the screen: a screen reader starts at the new heading, or at the part that it was led to. */
function useScreenFocus() {
  const { path, hash, state } = useAtomValue(shownAtom).place;
  const { part } = state;
  const shown = useRef(path);

  // Before the router scrolls: an entry of the history that is gone back to stands where it was left.
  useLayoutEffect(() => {
    if (part && shown.current !== path) document.getElementById(part)?.scrollIntoView();
  }, [path, part]);
  useEffect(() => {
    // The page that was opened itself is read from its top, and is still being hydrated.
    if (shown.current !== path) leadToHeading(part ?? hash);
    shown.current = path;
  }, [path, part, hash]);
}

/** To the part with that id, else to the heading, which is read out; a screen without one is at least not left at the link that led here. */
function leadToHeading(part: string) {
  const heading = document.getElementById(part) ?? document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? document.getElementById('isi'))?.focus({ preventScroll: true });
}

/** A QR code on the table opens the shop with `?meja=7`, a service of the front page with `?layanan=pickup` (decision O13). */
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
