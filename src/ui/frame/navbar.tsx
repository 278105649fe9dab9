import { Link, useRouter } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { type MouseEvent, memo, useRef, useState } from 'react';
import { grouped } from '#core/rupiah';
import { shop } from '#core/shop';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { Sprite } from '../../../design/sprite.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import { cartCountAtom, orderedAtom } from '../../state/cart/cart.ts';
import { pendingOrdersAtom } from '../../state/checkout/stored-orders.ts';
import { loadWithRetry } from '../../state/connection/load-with-retry.ts';
import panelStyle from '../cart/cart-panel.module.css';
import { ConnectionDot, ConnectionLine, useConnectionMessage } from '../connection/connection-indicator.tsx';
import { CloseButton } from '../feedback/close-button.tsx';
import { lazyPart } from './loaded-part.tsx';
import { useOpenedPanel } from './location.ts';
import style from './navbar.module.css';
import { SearchBox, useTypedKeyword } from './search-box.tsx';

export function Navbar() {
  const bar = useRef<HTMLElement>(null);
  const { opened, toggle, pressToToggle, close } = useOpenedPanel(bar);
  const [StoragePanel, setStoragePanel] = useState<Awaited<ReturnType<typeof importStoragePanel>>>();
  const { history } = useRouter();
  const openDevice = () => {
    const { location } = history;
    void loadWithRetry(importStoragePanel, 2).then((Part) => {
      setStoragePanel(() => Part);
      // Not over what the customer has opened meanwhile.
      if (history.location === location) toggle('device');
    }, notOpened);
  };
  useConnectionMessage(openDevice);
  const keyword = useTypedKeyword(opened === 'search');
  // After the first touch of a page, Chromium shows a phone's keyboard for every focused field; other engines only during
  // the tap.
  const toggleSearch = (event: MouseEvent<HTMLElement>) =>
    navigator.vendor.startsWith('Google') ? pressToToggle('search')(event) : toggle('search');

  return (
    <header ref={bar} className={style.navbar}>
      <div className={opened === 'search' ? `${style.row} ${style.searching}` : style.row}>
        <Brand />
        <nav id="navbar-menu" aria-label="Utama" className={opened === 'menu' ? style.menuOpen : style.menu}>
          <Screens keyword={keyword} />
          {opened === 'menu' && <ConnectionLine open={openDevice} />}
        </nav>
        <div className={style.tools}>
          {/* First in the row: when it appears, the other tools stay where they are. */}
          <PendingBadge />
          <ConnectionDot open={openDevice} />
          <button
            type="button"
            className="icon"
            aria-label="Cari produk"
            aria-expanded={opened === 'search'}
            aria-controls="navbar-search"
            onClick={toggleSearch}
          >
            <Icon name={opened === 'search' ? 'close' : 'search'} />
          </button>
          <CartToggle opened={opened === 'cart'} toggle={pressToToggle('cart')} />
          <Account />
          <button
            type="button"
            className="icon narrow-only"
            aria-label="Menu"
            aria-expanded={opened === 'menu'}
            aria-controls="navbar-menu"
            onClick={({ detail }) => {
              toggle('menu');
              // Opened by a key: the links come before their button, so Tab would move the focus past them. They are
              // rendered a microtask later.
              if (detail === 0 && opened !== 'menu')
                queueMicrotask(() => bar.current?.querySelector<HTMLElement>('nav a')?.focus());
            }}
          >
            <Icon name={opened === 'menu' ? 'close' : 'menu'} />
          </button>
        </div>
        {/* Has no class while it is closed, so that its styles need not be part of the first paint. */}
        <div id="navbar-search" className={opened === 'search' ? style.search : undefined} hidden={opened !== 'search'}>
          {opened === 'search' && <SearchBox />}
        </div>
      </div>
      {opened === 'cart' && <CartPanel close={close} />}
      {opened === 'device' && StoragePanel && <StoragePanel close={close} />}
    </header>
  );
}

// Memoised: a tap on the navbar renders only what it changes (performance G4).
const Brand = memo(function Brand() {
  return (
    <Link to="/" activeOptions={{ exact: true }} className={`tap heavy plain nowrap ${style.brand}`}>
      <Sprite name="logo" size={36} />
      <span className="wide-only">{shop.title}</span>
      <span className={`narrow-only ${style.narrowName}`}>{shop.shortTitle}</span>
    </Link>
  );
});

const Screens = memo(function Screens({ keyword }: { keyword: string | undefined }) {
  return mainScreens.map(({ to, name }) => (
    <Link
      key={to}
      to={to}
      search={to === '/products' && keyword ? { search: keyword } : {}}
      activeOptions={{ exact: true, includeSearch: false }}
      lang="en"
      className={`tap bold plain hover ${style.link}`}
    >
      {name}
    </Link>
  ));
});

/** Few customers open it: it is loaded only then. */
const importStoragePanel = async () => (await import('../connection/storage-panel.tsx')).StoragePanel;

const notOpened = () => showMessage('Belum bisa dibuka', { ms: 3_000, detail: 'Periksa koneksi, lalu coba lagi.' });

/** The link to pending orders; rendered only if there are any. */
function PendingBadge() {
  const count = useAtomValue(pendingOrdersAtom).length;
  if (count === 0) return null;

  return (
    <Link to="/account/order-list" className="icon plain" aria-label={`${count} pesanan menunggu`}>
      <Icon name="receipt" />
      <span className={style.badge} aria-hidden="true">
        {count}
      </span>
    </Link>
  );
}

function CartToggle({ opened, toggle }: { opened: boolean; toggle: (event: MouseEvent<HTMLElement>) => void }) {
  const inCart = useAtomValue(cartCountAtom);
  const count = useAtomValue(orderedAtom) ? 0 : inCart;
  const session = useAtomValue(sessionAtom);
  // The first count, read from the device, is not announced.
  const [announced, setAnnounced] = useState<{ count?: number; isChange: boolean }>({ isChange: false });
  if (session !== undefined && announced.count !== count)
    setAnnounced({ count, isChange: announced.count !== undefined });

  return (
    <>
      <span role="status" className="hidden">
        {announced.isChange && `${grouped(count)} barang di keranjang`}
      </span>
      <button
        type="button"
        className="icon"
        aria-label={count > 0 ? `Keranjang, ${grouped(count)} barang` : 'Keranjang'}
        aria-expanded={opened}
        aria-haspopup="dialog"
        data-cart
        onClick={toggle}
      >
        <Icon name="cart" />
        {count > 0 && (
          <span key={count} className={style.badge} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
    </>
  );
}

const Account = memo(function Account() {
  const session = useAtomValue(sessionAtom);

  return (
    <Link
      to={session ? '/account/dashboard' : '/account/login'}
      className="icon plain"
      aria-label={session ? `Akun ${session.user.fullName}` : 'Log In'}
    >
      <Icon name="user" />
    </Link>
  );
});

/**
 * The four screens that navbar and footer link to (specification §2), with the texts of the links.
 */
export const mainScreens = [
  { to: '/', name: 'Home' },
  { to: '/products', name: 'Product' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
] as const;

const CartPanelContent = lazyPart(async () => (await import('../cart/cart-panel-content.tsx')).CartPanelContent);

/** The cart as a drawer over any screen (specification §2). */
function CartPanel({ close }: { close: () => void }) {
  return (
    <Dialog name="Keranjang" className={panelStyle.panel} close={close}>
      <div className={panelStyle.content}>
        <CloseButton className={`icon corner ${panelStyle.close}`} close={close} />
        <CartPanelContent />
      </div>
    </Dialog>
  );
}
