import { memo } from 'react';
import type { Filter } from '#core/catalogue';
import { Icon } from '../../../design/icon.tsx';
import { type Search, searchOfFilter } from '../../state/catalogue/search.ts';
import { useSearchChange } from '../frame/location.ts';
import { FilterLink } from './filter-link.tsx';
import style from './menu-pages.module.css';

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
    <nav aria-label="Halaman menu" className={`row wrap gap-1 ${style.pages}`}>
      {current > 1 && <NeighbourPage step={-1} count={count} filter={filter} />}
      {Array.from({ length: count }, (_, index) => index + 1)
        .filter((page) => count <= mostShown || page === 1 || page === count || Math.abs(page - current) <= 1)
        .map((page, index, pages) => (
          <span key={page} className={`row gap-1 ${style.pageSlot}`}>
            {page - (pages[index - 1] ?? page - 1) > 1 && <span aria-hidden="true">…</span>}
            <FilterLink
              search={searchOfPage(filter, page)}
              hash="menu"
              chosen={page === current}
              className={`center bold plain hover ${style.page}`}
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
