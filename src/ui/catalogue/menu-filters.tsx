import { createLink } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import { type ComponentProps, type FocusEvent, memo, type ReactNode } from 'react';
import { type Filter, isFiltered, withCategory, withTagToggled } from '#core/catalogue';
import { Icon } from '../../../design/icon.tsx';
import { categoriesAtom, tagsAtom } from '../../state/catalogue/catalogue.ts';
import { type Search, searchOfFilter } from '../../state/catalogue/search.ts';
import type { Resource } from '../../state/connection/resource.ts';
import { LoadFailure } from '../feedback/empty-state.tsx';
import { useIsSearchShown, useSearchChange, withSearch } from '../frame/location.ts';
import style from './menu-filters.module.css';
import pagesStyle from './menu-pages.module.css';

/** The categories, of which one is chosen, and the tags, of which any number is chosen. */
export const MenuFilters = memo(function MenuFilters({ filter }: { filter: Filter }) {
  return (
    <div className={`stack gap-2 top ${style.filters}`}>
      <ChoiceLinks
        title="Kategori"
        list={categoriesAtom}
        loading="Loading categories . . ."
        none="No categories found"
        link={(name) => <CategoryLink name={name} chosen={filter.category === name} />}
      >
        <li>
          <FilterLink resetScroll={false} chosen={!isFiltered(filter)} className={style.choice}>
            All
          </FilterLink>
        </li>
      </ChoiceLinks>
      <ChoiceLinks
        title="Tag"
        list={tagsAtom}
        loading="Loading tags . . ."
        none="No tags found"
        link={(name) => <TagLink name={name} chosen={filter.tags.includes(name)} />}
      />
    </div>
  );
});

// Memoised: the lists are loaded again after hydration.
const CategoryLink = memo(function CategoryLink({ name, chosen }: { name: string; chosen: boolean }) {
  return (
    <FilterLink
      search={searchOfFilter(withCategory(name))}
      resetScroll={false}
      chosen={chosen}
      className={style.choice}
    >
      {name}
    </FilterLink>
  );
});

const TagLink = memo(function TagLink({ name, chosen }: { name: string; chosen: boolean }) {
  const search = useSearchChange(({ tags = [] }) => searchOfFilter(withTagToggled({ tags }, name)));

  return (
    <FilterLink search={search} resetScroll={false} chosen={chosen} className={`${style.choice} small ${style.tag}`}>
      {name}
    </FilterLink>
  );
});

interface ChoiceLinksProps {
  title: string;
  list: typeof categoriesAtom | typeof tagsAtom;
  loading: string;
  none: string;
  /** The link of one of them. */
  link: (name: string) => ReactNode;
  children?: ReactNode;
}

function ChoiceLinks({ title, list, loading, none, link, children }: ChoiceLinksProps) {
  const [{ status, data }, reload] = useAtom<Resource<{ name: string }[]>, [], unknown>(list);
  const isFilterShown = useIsSearchShown();
  const failed = !data && status === 'error';
  const coming = !data && !failed;

  return (
    <section aria-label={title}>
      <h2 className={`soft small bold ${style.choicesTitle}`}>{title}</h2>
      <ul
        ref={coming || !isFilterShown ? null : (list) => showChosen(list)}
        aria-busy={coming}
        className={`gap-2 ${style.choiceList}`}
        onFocus={showFocused}
      >
        {children}
        {data?.map(({ name }) => (
          <li key={name}>{link(name)}</li>
        ))}
        {(coming || data?.length === 0) && (
          <li lang="en" className="tap soft nowrap">
            {coming ? loading : none}
          </li>
        )}
      </ul>
      {failed && <LoadFailure text={none} lang="en" retry={reload} />}
    </section>
  );
}

/**
 * Scrolls a row of choices so that the one in the URL is visible. Only once, and not if the row was swiped before the
 * scripts were loaded: nothing may move under the finger.
 */
function showChosen(list: HTMLElement | null) {
  if (!list || list.dataset.shown) return;
  list.dataset.shown = 'true';
  const chosen = list.querySelector<HTMLElement>('li + li > [aria-current]');
  // Leaves the edge of the previous choice visible, to show that there is more.
  if (chosen && list.scrollLeft === 0) list.scrollLeft = chosen.offsetLeft - 48;
}

/** Scrolls a choice that the keyboard focuses fully into view: Chromium itself scrolls only 32 pixels of it into view. */
function showFocused({ target }: FocusEvent) {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

// The router's own mark compares the link with the URL.
const MarkedLink = createLink(({ chosen = false, ...props }: ComponentProps<'a'> & { chosen?: boolean }) => (
  <a {...props} aria-current={chosen ? 'true' : undefined} />
));

interface FilterLinkProps {
  className: string | undefined;
  children: ReactNode;
  'aria-label'?: string;
  /** None: the whole menu. */
  search?: ReturnType<typeof useSearchChange>;
  hash?: string;
  resetScroll?: boolean;
  chosen?: boolean;
}

/** A link that changes the filter or page of the menu, marked as current while that is `chosen`. */
export const FilterLink = ({ search = {}, ...props }: FilterLinkProps) => (
  <MarkedLink to="/products" search={search} state={withSearch} {...props} />
);

/** The number of page links that fit into one row of a phone. */
const mostShown = 5;

const searchOfPage = (filter: Filter, page: number): Search => ({
  ...searchOfFilter(filter),
  ...(page > 1 && { page }),
});

/** The links to the other pages of a list, each with its own URL. */
export const MenuPages = memo(function MenuPages({
  current,
  count,
  filter,
}: {
  current: number;
  count: number;
  filter: Filter;
}) {
  if (count === 1) return null;

  return (
    <nav aria-label="Halaman menu" className={`row wrap gap-1 ${pagesStyle.pages}`}>
      {current > 1 && <NeighbourPage step={-1} count={count} filter={filter} />}
      {Array.from({ length: count }, (_, index) => index + 1)
        .filter((page) => count <= mostShown || page === 1 || page === count || Math.abs(page - current) <= 1)
        .map((page, index, pages) => (
          <span key={page} className={`row gap-1 ${pagesStyle.pageSlot}`}>
            {page - (pages[index - 1] ?? page - 1) > 1 && <span aria-hidden="true">…</span>}
            <FilterLink
              search={searchOfPage(filter, page)}
              hash="menu"
              chosen={page === current}
              className={`center bold plain hover ${pagesStyle.page}`}
              aria-label={`Halaman ${page}`}
            >
              {page}
            </FilterLink>
          </span>
        ))}
      {current < count && <NeighbourPage step={1} count={count} filter={filter} />}
    </nav>
  );
});

/** Counted from the URL at the moment of the tap, so that two quick taps turn two pages. */
function NeighbourPage({ step, count, filter }: { step: 1 | -1; count: number; filter: Filter }) {
  const label = step > 0 ? 'Halaman berikutnya' : 'Halaman sebelumnya';
  const search = useSearchChange(({ page = 1 }) => searchOfPage(filter, Math.min(count, Math.max(1, page + step))));

  return (
    <FilterLink search={search} hash="menu" className="icon plain" aria-label={label}>
      <Icon name={step > 0 ? 'forward' : 'back'} />
    </FilterLink>
  );
}
