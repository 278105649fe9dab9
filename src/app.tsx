/** What stands around every screen. */
import { Link, Outlet, useMatches, useSearch } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { shop } from '#core/shop';
import style from './app.module.css';
import { cartMergedAtom } from './state/cart.ts';
import { chooseHandoverAtom, tableOf } from './state/checkout.ts';
import { deviceKeepsAtom } from './state/stored-atom.ts';
import { applyUpdateAtom } from './state/update.ts';
import button from './ui/button.module.css';
import { Dialogs, tell } from './ui/dialogs.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { Footer } from './ui/footer.tsx';
import { Navbar } from './ui/navbar.tsx';
import { WantedProduct } from './ui/wanted-product.tsx';

export function App() {
  useScreenTitle();
  useTableCode();
  useCartMerged();

  return (
    <>
      <a href="#isi" className={style.skip}>
        Langsung ke isi
      </a>
      <div className={style.app}>
        <Navbar />
        <DeviceKeepsNothing />
        <UpdateReady />
        <WantedProduct />
        <div id="isi" className={style.screen} tabIndex={-1}>
          <Outlet />
        </div>
        <Footer />
      </div>
      <Dialogs />
    </>
  );
}

/** Titles follow the screen, and so does the focus: a screen reader starts at the new heading. */
function useScreenTitle() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const first = useRef(true);

  useEffect(() => {
    document.title = title && title !== 'Home' ? `${title} · ${shop.title}` : shop.title;
    if (first.current) first.current = false;
    else document.getElementById('isi')?.focus({ preventScroll: true });
  }, [title]);
}

/** A QR code on the table opens the shop with `?meja=7` (decision O13). */
function useTableCode() {
  const { meja = '' } = useSearch({ strict: false });
  const choose = useSetAtom(chooseHandoverAtom);

  useEffect(() => {
    const table = tableOf(meja);
    if (shop.dineIn && table) void choose({ handover: 'dine-in', table });
  }, [meja, choose]);
}

function useCartMerged() {
  const merged = useAtomValue(cartMergedAtom);
  const read = useSetAtom(cartMergedAtom);

  useEffect(() => {
    if (!merged) return;
    read(false);
    void tell('Keranjang digabung dengan perubahan dari perangkat lain', { ms: 2_500 });
  }, [merged, read]);
}

function DeviceKeepsNothing() {
  if (useAtomValue(deviceKeepsAtom)) return null;

  return (
    <p role="status" className={style.notice}>
      Penyimpanan di perangkat ini tidak bisa dipakai: keranjang hanya bertahan selama halaman ini terbuka.
    </p>
  );
}

/** A new version waits until the customer says so; nothing typed is lost unasked. */
function UpdateReady() {
  const update = useAtomValue(applyUpdateAtom);
  if (!update) return null;

  return (
    <p role="status" className={style.update}>
      Versi baru sudah siap.
      <button type="button" className={button.secondary} onClick={update.apply}>
        Perbarui
      </button>
    </p>
  );
}

export function NotFoundScreen() {
  return (
    <main>
      <h1 className={style.hidden}>Halaman tidak ada</h1>
      <EmptyState picture="error" title="Halaman ini tidak ada" text="Mungkin alamatnya salah ketik.">
        <Link to="/products" className={button.primary}>
          Lihat menu
        </Link>
      </EmptyState>
    </main>
  );
}
