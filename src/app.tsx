/** What stands around every screen. */
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { handoverOf } from '#core/shop';
import style from './app.module.css';
import { searchOf } from './state/address-line.ts';
import { chooseHandoverAtom, tableOf } from './state/handover.ts';
import button from './ui/button.module.css';
import { Dialogs } from './ui/dialogs.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { Footer } from './ui/footer.tsx';
import hidden from './ui/hidden.module.css';
import { Navbar } from './ui/navbar.tsx';
import { loadBehindFile, useBehind } from './ui/use-behind.ts';
import { WantedProduct } from './ui/wanted-product.tsx';

export function App() {
  useScreenFocus();
  // Nothing is told while a page is painted, and its head is its screen's.
  const News = useBehind(loadBehindFile)?.News;

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
          <Outlet />
        </div>
        <Footer />
      </div>
      <Dialogs />
    </>
  );
}

/** The focus follows the screen: a screen reader starts at the new heading. */
function useScreenFocus() {
  // The screen that stands there, not the one that is on its way.
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  const shown = useRef(path);

  useEffect(() => {
    // The page that was opened itself is read from its top, and is still being hydrated.
    if (shown.current !== path) leadToHeading();
    shown.current = path;
  }, [path]);
}

/** To the part that the address names, else to the heading, which is read out; a screen without one is at least not left at the link that led here. */
function leadToHeading() {
  const heading = document.getElementById(location.hash.slice(1)) ?? document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? document.getElementById('isi'))?.focus({ preventScroll: true });
}

/** A QR code on the table opens the shop with `?meja=7`, a service of the front page with `?layanan=pickup` (decision O13). */
function HandoverFromAddress(): null {
  const { search, state } = useLocation();
  const { meja = '', layanan = '' } = searchOf(search);
  const entry = state.__TSR_key;
  const [isKnown, choose] = useAtom(chooseHandoverAtom);

  useEffect(() => {
    const table = tableOf(meja);
    const handover = table ? 'dine-in' : layanan;
    const isOffered = handover === 'courier' || handoverOf(handover);
    if (isKnown && isOffered) void choose({ handover, ...(table && { table }) }, entry);
  }, [meja, layanan, entry, isKnown, choose]);
  return null;
}

/** A screen whose files could not be had, or that broke. */
export function ScreenFailed({ again }: { again: () => void }) {
  return (
    <main>
      <h1 className={hidden.text}>Halaman belum bisa dibuka</h1>
      <EmptyState
        picture="error"
        title="Halaman ini belum bisa dibuka"
        text="Keranjang dan pesanan Anda tetap ada. Periksa koneksi, lalu coba lagi."
      >
        <button type="button" className={button.primary} onClick={again}>
          Coba lagi
        </button>
      </EmptyState>
    </main>
  );
}

export function NotFoundScreen() {
  return (
    <main>
      <h1 className={hidden.text}>Halaman tidak ada</h1>
      <EmptyState picture="error" title="Halaman ini tidak ada" text="Mungkin alamatnya salah ketik.">
        <Link to="/products" className={button.primary}>
          Lihat menu
        </Link>
      </EmptyState>
    </main>
  );
}
