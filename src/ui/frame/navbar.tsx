import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useAtom, useAtomValue } from 'jotai';
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { grouped } from '#core/rupiah';
import { shop } from '#core/shop';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { Sprite } from '../../../design/sprite.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import { cartCountAtom, orderedAtom } from '../../state/cart/cart.ts';
import { typedKeywordAtom } from '../../state/catalogue/search.ts';
import { pendingOrdersAtom } from '../../state/checkout/stored-orders.ts';
import { loadWithRetry } from '../../state/connection/load-with-retry.ts';
import panelStyle from '../cart/cart-panel.module.css';
import { ConnectionDot, ConnectionLine, useConnectionMessage } from '../connection/connection-indicator.tsx';
import { CloseButton } from '../feedback/close-button.tsx';
import { lazyPart } from './loaded-part.tsx';
import { typingRest, useOpenedPanel, useShopSearch, withSearch } from './location.ts';
import style from './navbar.module.css';

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

/**
 * The keyword that was typed on a screen other than /products; it becomes a search parameter of /products.
 */
function useTypedKeyword(isSearching: boolean): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [typed, setTyped] = useAtom(typedKeywordAtom);

  useEffect(() => {
    if (path === '/products' && !isSearching) setTyped(null);
  }, [path, isSearching, setTyped]);
  return path === '/products' ? undefined : typed?.trim();
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
 * The keyword filter of the products (decision F11): on /products typing filters at once, on other screens Enter opens
 * /products.
 */
function SearchBox() {
  const { search = '' } = useShopSearch();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const router = useRouter();
  const [stored, setTyped] = useAtom(typedKeywordAtom);
  const typed = stored ?? search;
  const input = useRef<HTMLInputElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Without scrolling: a phone would move the page although the box is visible.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  // A category or a tag clears the keyword; text that is being typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is the event
  useEffect(() => {
    if (path === '/products' && document.activeElement !== input.current) setTyped(null);
  }, [search, path, setTyped]);
  useEffect(() => () => clearTimeout(resting.current), []);
  // Styles use this attribute: a `:has()` selector would be checked against every element of the page. It is set once and
  // not for every letter, because each change restyles a hundred elements (performance G4).
  const searching = typed !== '';
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (searching) dataset.searching = '';
    return () => {
      delete dataset.searching;
    };
  }, [searching]);

  const show = (keyword: string, replace: boolean) => {
    clearTimeout(resting.current);
    setTyped(keyword);
    void router.navigate({
      to: '/products',
      search: keyword.trim() ? { search: keyword.trim() } : {},
      state: withSearch,
      replace,
    });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every phone's browser knows <search> yet
    <form
      method="post"
      role="search"
      className="row search"
      onSubmit={(event) => {
        event.preventDefault();
        // Hides a phone's keyboard, which would cover the results.
        if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
        // The box may have been filled without an event for React.
        show(input.current?.value ?? typed, path === '/products');
      }}
    >
      <Icon name="search" size={20} />
      <input
        ref={input}
        type="search"
        aria-label="Cari produk"
        placeholder="Cari kopi, roti, rasa…"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          const { value } = target;
          const { href } = router.state.location;
          setTyped(value);
          clearTimeout(resting.current);
          // A customer who has navigated to another screen in the meantime stays there.
          if (path === '/products')
            resting.current = setTimeout(() => router.state.location.href === href && show(value, true), typingRest);
        }}
      />
    </form>
  );
}

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
