import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { type Filter, isFiltered, noFilter, pageOf, pagesOf, withCategory, withTagToggled } from '#core/catalogue';
import type { Product } from '#core/contract';
import { shop } from '#core/shop';
import { askFilterAtom, categoriesAtom, listAtom, menuAtom, tagsAtom } from '../state/catalogue.ts';
import { chooseHandoverAtom, handoverAtom } from '../state/checkout.ts';
import type { Resource } from '../state/resource.ts';
import button from '../ui/button.module.css';
import { ChoiceLink } from '../ui/choice-link.tsx';
import { useCloseOpened } from '../ui/close-opened.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { InstallOffer } from '../ui/install-offer.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { MenuAge } from '../ui/menu-age.tsx';
import { PlacedOrder } from '../ui/placed-order.tsx';
import { ProductCard, ProductSkeleton } from '../ui/product-card.tsx';
import { ProductDetail } from '../ui/product-detail.tsx';
import style from './products.module.css';

export function ProductsScreen() {
  const filter = useFilter();

  return (
    <main className={style.products}>
      <PlacedOrder />
      <div className={style.intro}>
        <h1>Mau pesan apa hari ini?</h1>
        <Services />
      </div>
      <div className={style.shelf}>
        <div className={style.filters}>
          <Categories filter={filter} />
          <Tags filter={filter} />
        </div>
        <ProductList filter={filter} />
      </div>
      <InstallOffer />
      <OpenProduct />
    </main>
  );
}

/** The address line is the only store of the filter (decision A7). */
function useFilter(): Filter {
  const { category, tags, search } = useSearch({ strict: false });
  if (category) return withCategory(category);
  if (tags) return { ...noFilter, tags };
  return { ...noFilter, keyword: search ?? '' };
}

const searchOf = ({ category, tags, keyword }: Filter) => ({
  ...(category && { category }),
  ...(tags.length > 0 && { tags }),
  ...(keyword && { search: keyword }),
});

/** Touching Pick-Up, Delivery or Dine In remembers the way for the delivery screen (decision O13). */
function Services() {
  const handover = useAtomValue(handoverAtom);
  const choose = useSetAtom(chooseHandoverAtom);
  const services = [
    { name: 'Order', picture: 'service-order', note: 'Lihat menu', chosen: false, handover: undefined },
    ...(shop.pickUp
      ? [
          {
            name: 'Pick-Up',
            picture: 'service-pickup',
            note: 'Ambil sendiri',
            chosen: handover?.kind === 'pickup',
            handover: 'pickup',
          },
        ]
      : []),
    {
      name: 'Delivery',
      picture: 'service-delivery',
      note: 'Kami antar',
      chosen: handover?.kind === 'courier',
      handover: '',
    },
    ...(shop.dineIn
      ? [
          {
            name: 'Dine In',
            picture: 'service-dinein',
            note: 'Makan di sini',
            chosen: handover?.kind === 'dine-in',
            handover: 'dine-in',
          },
        ]
      : []),
  ];

  return (
    <ul aria-label="Layanan" className={style.services}>
      {services.map((service) => (
        <li key={service.name}>
          {service.handover === undefined ? (
            <a href="#menu" className={style.service}>
              <ServiceFace {...service} />
            </a>
          ) : (
            <button
              type="button"
              aria-pressed={service.chosen}
              className={style.service}
              onClick={() => void choose({ handover: service.handover })}
            >
              <ServiceFace {...service} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function ServiceFace({ name, note, picture }: { name: string; note: string; picture: string }) {
  return (
    <>
      <img src={`/pictures/${picture}.svg`} alt="" width="64" height="64" />
      <span className={style.serviceName} lang="en">
        {name}
      </span>
      <span className={style.serviceNote}>{note}</span>
    </>
  );
}

function Categories({ filter }: { filter: Filter }) {
  const [categories, reload] = useAtom(categoriesAtom);

  return (
    <Choices
      title="Kategori"
      resource={categories}
      loading="Loading categories . . ."
      none="No categories found"
      reload={() => void reload()}
    >
      <li>
        <ChoiceLink search={{}} chosen={!isFiltered(filter)} className={style.choice}>
          All
        </ChoiceLink>
      </li>
      {categories.data?.map(({ name }) => (
        <li key={name}>
          <ChoiceLink search={searchOf(withCategory(name))} chosen={filter.category === name} className={style.choice}>
            {name}
          </ChoiceLink>
        </li>
      ))}
    </Choices>
  );
}

function Tags({ filter }: { filter: Filter }) {
  const [tags, reload] = useAtom(tagsAtom);

  return (
    <Choices title="Tag" resource={tags} loading="Loading tags . . ." none="No tags found" reload={() => void reload()}>
      {tags.data?.map(({ name }) => (
        <li key={name}>
          <ChoiceLink
            search={searchOf(withTagToggled(filter, name))}
            chosen={filter.tags.includes(name)}
            className={style.tag}
          >
            {name}
          </ChoiceLink>
        </li>
      ))}
    </Choices>
  );
}

function Choices({
  title,
  resource,
  loading,
  none,
  reload,
  children,
}: {
  title: string;
  resource: Resource<{ name: string }[]>;
  loading: string;
  none: string;
  reload: () => void;
  children: ReactNode;
}) {
  const { status, data } = resource;
  const failed = !data && status === 'error';
  const coming = !data && !failed;

  return (
    <section aria-label={title} className={style.choices}>
      <h2 className={style.choicesTitle}>{title}</h2>
      <ul aria-busy={coming} className={style.choiceList}>
        {children}
        {(coming || data?.length === 0) && (
          <li lang="en" className={style.instead}>
            {coming ? loading : none}
          </li>
        )}
      </ul>
      {failed && <LoadFailure text={none} retry={reload} />}
    </section>
  );
}

function ProductList({ filter }: { filter: Filter }) {
  const { page = 1 } = useSearch({ strict: false });
  const reload = useSetAtom(menuAtom);
  const ask = useSetAtom(askFilterAtom);
  const list = useAtomValue(listAtom)(filter);
  const { category, tags, keyword } = filter;
  const chosenTags = tags.join('\n');

  // The specified call is made whenever the filter changes; until it answers, the menu in memory does (decision A7).
  useEffect(
    () => ask({ category, tags: chosenTags ? chosenTags.split('\n') : [], keyword }),
    [ask, category, chosenTags, keyword],
  );

  const { isFirstPage, totalItems } = list;
  const count = isFirstPage ? totalItems : (list.data?.length ?? 0);

  const retry = () => {
    void reload();
    ask(filter);
  };

  return (
    <section id="menu" aria-labelledby="menu-title" className={style.menu}>
      <div className={style.menuHead}>
        <h2 id="menu-title">{titleOf(filter)}</h2>
        <p className={style.count}>
          <span role="status">{list.data && `${count.toLocaleString('id-ID')} produk`}</span>
          <MenuAge />
        </p>
        {isFiltered(filter) && (
          <ChoiceLink search={{}} chosen={false} className={button.quiet}>
            <Icon name="close" size={18} /> Hapus filter
          </ChoiceLink>
        )}
      </div>
      {list.filterFailed && <LoadFailure text="Error fetching filtered products" retry={retry} />}
      {list.data && totalItems > count && (
        <p className={style.loading}>
          Menampilkan {count} dari {totalItems} produk; pilih kategori atau cari untuk melihat yang lain.
        </p>
      )}
      {/* Of a first page the others are on their way. */}
      <Shelf
        list={isFirstPage && page > 1 ? { status: list.status } : list}
        count={count}
        page={page}
        retry={retry}
        filter={filter}
      />
    </section>
  );
}

const titleOf = ({ category, tags, keyword }: Filter) =>
  category || (tags.length > 0 ? tags.join(', ') : keyword ? `Hasil untuk “${keyword}”` : 'Semua menu');

/** A page that is not there any more leaves the address line for the last one. */
function useExistingPage(page: number, count: number | undefined) {
  const navigate = useNavigate();

  useEffect(() => {
    if (count === undefined || page <= count) return;
    void navigate({
      to: '/products',
      search: (search) => ({ ...search, page: count > 1 ? count : undefined }),
      replace: true,
      resetScroll: false,
    });
  }, [page, count, navigate]);
}

function Shelf({
  list: { data, status },
  count,
  page,
  retry,
  filter,
}: {
  list: Resource<Product[]>;
  count: number;
  page: number;
  retry: () => void;
  filter: Filter;
}) {
  useExistingPage(page, data && pagesOf(data.length));

  if (!data && status !== 'error') {
    return (
      <>
        <p lang="en" className={style.loading}>
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
    return (
      <EmptyState
        picture="no-products"
        title="No products found"
        text={data ? 'Coba kata lain, atau lihat semua menu.' : 'Menu belum bisa dimuat. Periksa koneksi Anda.'}
      >
        {data ? (
          <Link to="/products" search={{}} className={button.secondary}>
            Lihat semua menu
          </Link>
        ) : (
          <button type="button" className={button.secondary} onClick={retry}>
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
          <ProductCard key={product._id} product={product} eager={index < 4} />
        ))}
      </ul>
      <Pages current={Math.min(page, pagesOf(count))} count={pagesOf(count)} filter={filter} />
    </>
  );
}

function Pages({ current, count, filter }: { current: number; count: number; filter: Filter }) {
  if (count === 1) return null;
  const to = (page: number) => ({
    search: { ...searchOf(filter), ...(page > 1 && { page }) },
    hash: 'menu',
  });

  return (
    <nav aria-label="Halaman menu" className={style.pages}>
      {current > 1 && (
        <ChoiceLink {...to(current - 1)} chosen={false} className={button.icon} label="Halaman sebelumnya">
          <Icon name="back" />
        </ChoiceLink>
      )}
      {Array.from({ length: count }, (_, index) => index + 1)
        .filter((page) => page === 1 || page === count || Math.abs(page - current) <= 2)
        .map((page, index, shown) => (
          <span key={page} className={style.pageSlot}>
            {page - (shown[index - 1] ?? page - 1) > 1 && <span aria-hidden="true">…</span>}
            <ChoiceLink {...to(page)} chosen={page === current} className={style.page} label={`Halaman ${page}`}>
              {page}
            </ChoiceLink>
          </span>
        ))}
      {current < count && (
        <ChoiceLink {...to(current + 1)} chosen={false} className={button.icon} label="Halaman berikutnya">
          <Icon name="forward" />
        </ChoiceLink>
      )}
    </nav>
  );
}

function OpenProduct() {
  const { produk, ...search } = useSearch({ strict: false });
  const { data } = useAtomValue(menuAtom);
  const closeOpened = useCloseOpened();
  const product = data?.items.find(({ _id }) => _id === produk);
  if (!product) return null;

  return <ProductDetail key={product._id} product={product} close={() => closeOpened('/products', search)} />;
}
