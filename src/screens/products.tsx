import { Link, useHydrated, useNavigate } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { memo, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react';
import { cartTotalOf, countOf } from '#core/cart';
import { type Filter, isFiltered, noFilter, pageOf, pagesOf, withCategory } from '#core/catalogue';
import type { Product } from '#core/contract';
import { grouped, rupiah } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import { showMessage } from '../../design/messages.tsx';
import { sessionAtom } from '../state/account/session.ts';
import { openCartAtom } from '../state/cart/cart.ts';
import { askFilterAtom, categoriesAtom, menuAtom, productListAtom, tagsAtom } from '../state/catalogue/catalogue.ts';
import type { Search } from '../state/catalogue/search.ts';
import { checkoutPathAtom } from '../state/checkout/handover.ts';
import { lastAcceptedIdAtom } from '../state/checkout/stored-orders.ts';
import type { Resource } from '../state/connection/resource.ts';
import { isWorkerSettledAtom } from '../state/installation/install-prompt.ts';
import barStyle from '../ui/cart/checkout-bar.module.css';
import { FilterLink, MenuFilters, MenuPages } from '../ui/catalogue/menu-filters.tsx';
import { ProductCard, ProductSkeleton } from '../ui/catalogue/product-card.tsx';
import { ProductDetail } from '../ui/catalogue/product-detail.tsx';
import { HandoverChoice } from '../ui/checkout/handover-choice.tsx';
import { MenuAge } from '../ui/connection/connection-indicator.tsx';
import { asOf } from '../ui/feedback/clock.ts';
import { EmptyState, LoadFailure } from '../ui/feedback/empty-state.tsx';
import { lazyPart } from '../ui/frame/loaded-part.tsx';
import { useCloseOpened, useIsSearchShown, useShopSearch, withSearch } from '../ui/frame/location.ts';
import style from './products.module.css';

// What is shown only after hydration, or rarely, is loaded then.
const OpenNow = lazyPart(async () => (await import('../ui/shop/opening.tsx')).OpenNow);
const PlacedOrder = lazyPart(async () => (await import('../ui/orders/placed-order.tsx')).PlacedOrder);
const InstallOffer = lazyPart(async () => (await import('../ui/installation/install-offer.tsx')).InstallOffer);

export function Screen() {
  const filter = useFilter();
  const { page = 1 } = useShopSearch();
  const wanted = useMemo(() => ({ filter, page }), [filter, page]);
  // The tapped filter is marked at once; the products are rendered a moment later (performance G4).
  const later = useDeferredValue(wanted);
  const isHidden = useListShownWithSearch();
  const shown = isHidden ? wanted : later;

  return (
    <main className={`page ${style.products}`}>
      <div className={`stack gap-5 ${style.intro}`}>
        <div className={style.greeting}>
          <div className={`row wrap ${style.welcome}`}>
            <h1>Mau pesan apa hari ini?</h1>
            <Opening />
          </div>
          <LastOrder />
        </div>
        <HandoverChoice />
      </div>
      <div className={style.shelf}>
        <MenuFilters filter={filter} />
        <ProductList filter={shown.filter} page={shown.page} />
      </div>
      <Offer />
      <CheckoutBar />
      <OpenProduct filter={filter} />
    </main>
  );
}

function Opening() {
  const isHydrated = useHydrated();

  return <div className={style.opening}>{isHydrated && <OpenNow />}</div>;
}

function LastOrder() {
  const isOfThisDevice = useAtomValue(lastAcceptedIdAtom) !== undefined;
  const [session, isSettled] = [useAtomValue(sessionAtom), useAtomValue(isWorkerSettledAtom)];
  return (isOfThisDevice || (session && isSettled)) && <PlacedOrder />;
}

function Offer() {
  return useAtomValue(isWorkerSettledAtom) && <InstallOffer />;
}

/**
 * Shows the list, which the page hides until it is rendered for its URL (`early-taps.ts`); returns whether it is still
 * hidden.
 */
function useListShownWithSearch() {
  const isSearchShown = useIsSearchShown();

  useEffect(() => {
    if (isSearchShown) delete document.documentElement.dataset.filtering;
  }, [isSearchShown]);
  return globalThis.document?.documentElement.dataset.filtering !== undefined;
}

/** The URL is the only place where the filter is stored (decision A7). */
function useFilter(): Filter {
  const { category, tags, search } = useShopSearch();

  return useMemo(() => {
    if (category) return withCategory(category);
    if (tags) return { ...noFilter, tags };
    return { ...noFilter, keyword: search ?? '' };
  }, [category, tags, search]);
}

const ProductList = memo(function ProductList({ filter, page }: { filter: Filter; page: number }) {
  const reload = useSetAtom(menuAtom);
  const ask = useSetAtom(askFilterAtom);
  const list = useAtomValue(productListAtom)(filter);

  // The specified request is sent whenever the filter changes; until its response, the menu in memory is filtered
  // (decision A7).
  useEffect(() => ask(filter), [ask, filter]);

  const { isFirstPage, totalItems } = list;
  const count = isFirstPage ? totalItems : (list.data?.length ?? 0);

  const retry = () => {
    void reload();
    ask(filter);
  };

  return (
    <section id="menu" aria-labelledby="menu-title" className={style.menu}>
      <div className={`row wrap anywhere ${style.menuHead}`}>
        <h2 id="menu-title">{titleOf(filter)}</h2>
        <p className={`soft ${style.count}`}>
          <span role="status">{list.data && `${grouped(count)} produk`}</span>
          <MenuAge />
          <OutdatedFilters />
        </p>
        {isFiltered(filter) && (
          <FilterLink resetScroll={false} className="quiet">
            <Icon name="close" size={18} /> Hapus filter
          </FilterLink>
        )}
      </div>
      {list.filterFailed && <FilterFailure retry={retry} />}
      {list.data && totalItems > count && (
        <p className="soft">
          {`Menampilkan ${count} dari ${totalItems} produk; pilih kategori atau cari untuk melihat yang lain.`}
        </p>
      )}
      {/* While only the first page is available, any other one is still being loaded. */}
      <Shelf
        list={isFirstPage && page > 1 ? { status: list.status } : list}
        count={count}
        page={page}
        retry={retry}
        filter={filter}
      />
      {/* Below the products, so that they do not move; on the other pages the list itself says it. */}
      {isFirstPage && page === 1 && !!list.failure && (
        <div className={style.rest}>
          <LoadFailure text="Belum semua menu bisa dimuat." retry={retry} />
        </div>
      )}
    </section>
  );
});

/** What is listed instead is the menu on the device. */
function FilterFailure({ retry }: { retry: () => void }) {
  const { receivedAt } = useAtomValue(menuAtom).data ?? {};

  return (
    <LoadFailure
      text="Error fetching filtered products"
      lang="en"
      detail={receivedAt && `Menu ${asOf(receivedAt)}, tersimpan di HP`}
      retry={retry}
    />
  );
}

/**
 * Says that the categories or tags that are shown could not be reloaded; where none are shown, their row itself says it. In a
 * line that exists anyway and does not wrap, so that nothing moves.
 */
function OutdatedFilters() {
  const [categories, reloadCategories] = useAtom(categoriesAtom);
  const [tags, reloadTags] = useAtom(tagsAtom);
  const outdated = [isOutdated(categories) && 'Kategori', isOutdated(tags) && 'Tag'].filter(Boolean);
  if (outdated.length === 0) return null;

  const retry = () => {
    void reloadCategories();
    void reloadTags();
  };
  return (
    <span role="alert" className={`gap-2 caution ${style.outdated}`}>
      <span>{`${outdated[1] ? 'Filter' : outdated[0]} belum diperbarui`}</span>
      <button type="button" className="tap link" onClick={retry}>
        Coba lagi
      </button>
    </span>
  );
}

const isOutdated = ({ data, failure }: Resource<unknown>) => data !== undefined && failure !== undefined;

const titleOf = ({ category, tags, keyword }: Filter) =>
  category || (tags.length > 0 ? tags.join(' atau ') : keyword ? `Hasil untuk “${keyword}”` : 'Semua menu');

/** While something in the URL is `wrong` (the link may be older than the menu), says so once and replaces it. */
function useReplacedSearch(wrong: string | number | undefined, change: Search, message: string) {
  const navigate = useNavigate();
  const replace = useEffectEvent(() => {
    showMessage(message, { ms: 3_000 });
    void navigate({
      to: '/products',
      search: (search) => ({ ...search, ...change }),
      state: withSearch,
      replace: true,
      resetScroll: false,
    });
  });

  useEffect(() => {
    if (wrong !== undefined) replace();
  }, [wrong]);
}

interface ShelfProps {
  list: Resource<Product[]>;
  count: number;
  page: number;
  retry: () => void;
  filter: Filter;
}

function Shelf({ list: { data, status }, count, page, retry, filter }: ShelfProps) {
  const pages = data && pagesOf(data.length);
  const isPage = pages === undefined || (page >= 1 && page <= pages);
  // By the last page if it is beyond that, else by the first.
  const existing = pages !== undefined && page > 1 && pages > 1 ? pages : undefined;
  useReplacedSearch(isPage ? undefined : page, { page: existing }, 'Halaman itu tidak ada di menu');

  if (!data && status !== 'error') {
    return (
      <>
        <p lang="en" className="soft">
          Loading products . . .
        </p>
        <ul aria-hidden="true" className={style.grid}>
          {Array.from({ length: 10 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
            <ProductSkeleton key={index} />
          ))}
        </ul>
      </>
    );
  }
  if (!data || data.length === 0) {
    const filtered = isFiltered(filter);

    return (
      <EmptyState
        picture="no-products"
        title={<span lang="en">No products found</span>}
        text={
          data ? filtered && 'Coba kata lain, atau lihat semua menu.' : 'Menu belum bisa dimuat. Periksa koneksi Anda.'
        }
      >
        {data && filtered ? (
          <FilterLink resetScroll={false} className="secondary">
            Lihat semua menu
          </FilterLink>
        ) : (
          <button type="button" className="secondary" onClick={retry}>
            <Icon name="refresh" size={18} /> Coba lagi
          </button>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Produk" className={style.grid}>
        {pageOf(data, page).map((product, index) => (
          <ProductCard key={product._id} product={product} eager={index < 2} />
        ))}
      </ul>
      <MenuPages current={Math.max(1, Math.min(page, pagesOf(count)))} count={pagesOf(count)} filter={filter} />
    </>
  );
}

function OpenProduct({ filter }: { filter: Filter }) {
  const { produk, ...search } = useShopSearch();
  const { data: menu } = useAtomValue(menuAtom);
  const { data: shown = [] } = useAtomValue(productListAtom)(filter);
  const closeOpened = useCloseOpened();
  // A host that sends only a part of its menu may list the product only with a filter (decision A6).
  const product = [...(menu?.items ?? []), ...shown].find(({ _id }) => _id === produk);
  const gone = menu?.isOfToday && menu.items.length === menu.count && !product ? produk : undefined;
  useReplacedSearch(gone, { produk: undefined }, 'Produk ini sudah tidak ada di menu');
  if (!product) return null;

  return <ProductDetail key={product._id} product={product} close={() => closeOpened('/products', search)} />;
}

/** The way to pay in thumb's reach: what is to be ordered, at the lower edge of a phone; nothing for an empty cart. */
function CheckoutBar() {
  const cart = useAtomValue(openCartAtom);
  const path = useAtomValue(checkoutPathAtom);
  if (cart.length === 0) return null;

  return (
    <Link to={path} activeOptions={{ exact: true }} className={barStyle.bar}>
      <span>{`${grouped(countOf(cart))} barang · ${rupiah(cartTotalOf(cart))}`}</span>{' '}
      <strong lang="en">Checkout</strong>
    </Link>
  );
}
