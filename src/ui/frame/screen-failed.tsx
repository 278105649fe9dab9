/** The screens for a file that was not loaded, for a screen that broke, and for an unknown address. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showMessage } from '../../../design/messages.tsx';
import { FileNotLoaded, loadWithRetry } from '../../state/connection/load-with-retry.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { HydrationMark } from './hydration-mark.tsx';
import { lazyPart } from './loaded-part.tsx';

const LatestOrder = lazyPart(async () => (await import('../orders/latest-order.tsx')).LatestOrder);

/**
 * A screen whose file did not arrive is shown as soon as it has, and requested at once when the customer asks for it; one
 * that broke is loaded again with the page. After an order it shows the outcome of that order.
 */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isNotLoaded = error instanceof FileNotLoaded;

  const retry = () => {
    if (!isNotLoaded) return location.reload();
    showMessage('Dicoba lagi', { ms: 3_000 });
    void router.invalidate();
  };
  useEffect(() => {
    if (!(error instanceof FileNotLoaded)) return;
    let isShown = true;
    const showWhenLoaded = async () => {
      await loadWithRetry(async () => isShown && (await error.load()));
      if (isShown) await router.invalidate();
    };
    void showWhenLoaded();
    return () => {
      isShown = false;
    };
  }, [error, router]);

  return (
    <main>
      <HydrationMark />
      <h1 className="hidden">Halaman belum bisa dibuka</h1>
      <EmptyState
        picture="error"
        title="Halaman ini belum bisa dibuka"
        text="Keranjang dan pesanan Anda tetap ada. Periksa koneksi, lalu coba lagi."
      >
        <button type="button" className="primary" onClick={retry}>
          Coba lagi
        </button>
        <LatestOrder />
      </EmptyState>
    </main>
  );
}

export function NotFoundScreen() {
  return (
    <main>
      <HydrationMark />
      <h1 className="hidden">Halaman tidak ada</h1>
      <EmptyState picture="error" title="Halaman ini tidak ada" text="Mungkin alamatnya salah ketik.">
        <Link to="/products" className="primary">
          Lihat menu
        </Link>
      </EmptyState>
    </main>
  );
}
