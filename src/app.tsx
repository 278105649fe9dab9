/** What stands around every screen. */
import { Link, Outlet, useMatches, useSearch } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { shop } from '#core/shop';
import type { Intent } from '#device/intents';
import style from './app.module.css';
import { showHeadOf } from './head.ts';
import { cartMergedAtom } from './state/cart.ts';
import { chooseHandoverAtom, tableOf } from './state/checkout.ts';
import { addressNewsAtom } from './state/new-addresses.ts';
import { newsAtom, undecidedAtom } from './state/outbox.ts';
import { lastOrderAtom } from './state/payment.ts';
import { deviceIsNewerAtom, deviceKeepsAtom } from './state/stored-atom.ts';
import { applyUpdateAtom } from './state/update.ts';
import button from './ui/button.module.css';
import { Dialogs } from './ui/dialogs.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { Footer } from './ui/footer.tsx';
import hidden from './ui/hidden.module.css';
import { Navbar } from './ui/navbar.tsx';
import { WantedProduct } from './ui/wanted-product.tsx';
import { tell } from './ui/words.tsx';

export function App() {
  useScreenHead();
  useTableCode();
  useCartMerged();
  useOrderNews();
  useAddressNews();
  useAppBadge();

  return (
    <>
      <a href="#isi" className={style.skip}>
        Langsung ke isi
      </a>
      <div className={style.app}>
        <Navbar />
        <DeviceKeepsNothing />
        <WantedProduct />
        <div id="isi" className={style.screen} tabIndex={-1}>
          <Outlet />
        </div>
        <Footer />
      </div>
      <UpdateReady />
      <Dialogs />
    </>
  );
}

/** The head follows the screen, and so does the focus: a screen reader starts at the new heading. */
function useScreenHead() {
  // The screen that stands there, not the one that is on its way.
  const path = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  const shown = useRef(path);

  useEffect(() => {
    showHeadOf(path);
    // The page that was opened itself is read from its top, and is still being hydrated.
    if (shown.current !== path) leadToHeading();
    shown.current = path;
  }, [path]);
}

/** A heading is read out with its name; a screen without one is at least not left at the link that led here. */
function leadToHeading() {
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? document.getElementById('isi'))?.focus({ preventScroll: true });
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
  const keeps = useAtomValue(deviceKeepsAtom);
  const isNewer = useAtomValue(deviceIsNewerAtom);
  if (keeps) return null;

  if (isNewer) {
    return (
      <p role="status" className={style.notice}>
        Versi baru sudah dibuka di tab lain.{' '}
        <button type="button" className={button.secondary} onClick={() => location.reload()}>
          Muat ulang
        </button>
      </p>
    );
  }
  return (
    <p role="status" className={style.notice}>
      Penyimpanan di perangkat ini tidak bisa dipakai: keranjang hanya bertahan selama halaman ini terbuka.
    </p>
  );
}

/** So is what became of a new address. */
function useAddressNews() {
  const [news, setNews] = useAtom(addressNewsAtom);

  useEffect(() => {
    if (news.length === 0) return;
    setNews([]);
    if (news.includes('saved')) void tell('Alamat tersimpan di akun Anda', { ms: 2_500 });
    if (news.includes('refused')) {
      void tell('Alamat ditolak toko', { ms: 3_000, detail: 'Alasannya ada di daftar alamat Anda.' });
    }
  }, [news, setNews]);
}

/** What became of an order that was sent by itself is told wherever the customer is; nobody is moved (decision O8). */
function useOrderNews() {
  const [news, setNews] = useAtom(newsAtom);
  const setLastOrder = useSetAtom(lastOrderAtom);

  useEffect(() => {
    if (news.length === 0) return;
    setNews([]);
    for (const { state, order, customer } of news) {
      if (state === 'accepted' && order) setLastOrder(order, customer);
    }
    const [first, ...others] = news.map(wordsFor).filter((words) => words !== '');
    if (first) void tell(first, { ms: 3_000, ...(others.length > 0 && { detail: others.join(' · ') }) });
  }, [news, setNews, setLastOrder]);
}

function wordsFor({ state, order }: Intent): string {
  if (state === 'accepted') return `Pesanan diterima toko, ${order?.order_number || 'nomor menyusul'}`;
  if (state === 'refused') return 'Pesanan ditolak toko';
  if (state === 'needs_login') return 'Masuk lagi supaya pesanan bisa dikirim';
  if (state === 'too_old' || state === 'quote_changed') return 'Pesanan Anda perlu persetujuan';
  return '';
}

/** The app's icon counts what only the customer can move on. */
function useAppBadge() {
  const undecided = useAtomValue(undecidedAtom);

  useEffect(() => {
    // Not every browser has badges, and none shows them before the app is installed.
    const done = undecided > 0 ? navigator.setAppBadge?.(undecided) : navigator.clearAppBadge?.();
    done?.catch(() => undefined);
  }, [undecided]);
}

/** A new version waits for the next quiet moment, or for the customer; it stands over the page and moves nothing. */
function UpdateReady() {
  const update = useAtomValue(applyUpdateAtom);

  return (
    <div role="status" aria-label="Pembaruan" className={style.updatePlace}>
      {update && (
        <p className={style.update}>
          {update.apply ? 'Versi baru sudah siap.' : 'Memperbarui . . .'}
          {update.apply && (
            <button type="button" className={button.secondary} onClick={update.apply}>
              Perbarui
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** A screen whose files could not be had, or that broke. */
export function ScreenFailed() {
  return (
    <main>
      <h1 className={hidden.text}>Halaman belum bisa dibuka</h1>
      <EmptyState
        picture="error"
        title="Halaman ini belum bisa dibuka"
        text="Keranjang dan pesanan Anda tetap tersimpan. Periksa koneksi, lalu coba lagi."
      >
        <button type="button" className={button.primary} onClick={() => location.reload()}>
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
