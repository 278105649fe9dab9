import { useAtomValue } from 'jotai';
import { Component, memo, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { type Route, routes } from './routes.ts';
import { shownAtom } from './state/place.ts';
import button from './ui/button.module.css';
import { EmptyState } from './ui/empty-state.tsx';
import hidden from './ui/hidden.module.css';
import { loadNewsFile, useLazyModule } from './ui/lazy-module.ts';
import { Link } from './ui/link.tsx';
import { showToast } from './ui/toasts.tsx';

let firstMounted: () => void;
/** Resolves when the first screen is on the page: until then nothing may change what a prerendered one shows. */
export const firstScreen = new Promise<void>((resolve) => {
  firstMounted = resolve;
});

/** Reports that the place being shown is on the page now, even if only as the message that it broke. */
function ReportMounted() {
  const shown = useAtomValue(shownAtom);

  useLayoutEffect(() => shown.settle(true), [shown]);
  useEffect(() => firstMounted(), []);
  return null;
}

/** The screen of the place that is shown. */
export function Screen() {
  const shown = useAtomValue(shownAtom);
  const { path } = shown.place;

  return (
    // A boundary of its own is hydrated in a separate task, before which a slow phone can react to a tap.
    <Suspense>
      <ErrorBoundary key={path} at={shown}>
        {path ? <Drawn route={routes[path]} /> : <NotFoundScreen />}
        <ReportMounted />
      </ErrorBoundary>
    </Suspense>
  );
}

/**
 * Memoised on the route: a screen reads the rest of its address itself, so a new address alone does not render it again
 * from here.
 */
const Drawn = memo(function Drawn({ route }: { route: Route }) {
  const { draw: Draw } = route;

  return Draw ? <Draw /> : <Awaited route={route} />;
});

/** Stands in for a screen whose file did not come, and asks for it again by itself. */
function Awaited({ route }: { route: Route }) {
  const [, drawAgain] = useState(0);
  // Renders again when somebody navigates here once more, which fetches the file, too.
  useAtomValue(shownAtom);

  useEffect(() => void route.loadWithRetry().then(() => drawAgain(1)), [route]);
  if (route.draw) return <route.draw />;

  const again = () => {
    void showToast('Dicoba lagi', { ms: 3_000 });
    // As if the browser had found a network: files that are awaited are asked for, and the connection is checked.
    dispatchEvent(new Event('online'));
  };
  return <ScreenFailed again={again} />;
}

/** An error boundary: shows its children until one of them throws, and then a message until `at` is another place. */
export class ErrorBoundary extends Component<{ at: object; children: ReactNode }, { at?: object; broken: boolean }> {
  static getDerivedStateFromError = () => ({ broken: true });
  static getDerivedStateFromProps = ({ at }: { at: object }, state: { at?: object }) =>
    at === state.at ? null : { at, broken: false };
  override state = { broken: false };

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <ScreenFailed again={() => location.reload()} />
        <ReportMounted />
      </>
    );
  }
}

/** A screen whose files could not be had, or that broke; after an order it says what became of that. */
function ScreenFailed({ again }: { again: () => void }) {
  const LatestOrder = useLazyModule(loadNewsFile)?.LatestOrder;

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
        {LatestOrder && <LatestOrder />}
      </EmptyState>
    </main>
  );
}

function NotFoundScreen() {
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
