import type { Filter } from '#core/catalogue';
import { type Search, searchOfFilter } from '../state/search-params.ts';
import button from './button.module.css';
import { Icon } from './icon.tsx';
import { MenuLink } from './menu-link.tsx';
import style from './menu-pages.module.css';

/** As many page numbers as fit into one row of a phone. */
const mostShown = 5;

/** The way to the other pages of a list, each an address of its own. */
export function MenuPages({ current, count, filter }: { current: number; count: number; filter: Filter }) {
  if (count === 1) return null;
  const at = (page: number) => ({ ...searchOfFilter(filter), ...(page > 1 && { page }) });
  const to = (page: number) => ({ search: at(page), hash: 'menu', chosen: page === current });
  /** Counted from the address at the moment of the tap: two quick taps are two pages. */
  const by = (step: 1 | -1) => ({
    ...to(current + step),
    change: ({ page = 1 }: Search) => at(Math.min(count, page + step)),
  });

  return (
    <nav aria-label="Halaman menu" className={style.pages}>
      {current > 1 && (
        <MenuLink {...by(-1)} className={button.icon} label="Halaman sebelumnya">
          <Icon name="back" />
        </MenuLink>
      )}
      {Array.from({ length: count }, (_, index) => index + 1)
        .filter((page) => count <= mostShown || page === 1 || page === count || Math.abs(page - current) <= 1)
        .map((page, index, shown) => (
          <span key={page} className={style.pageSlot}>
            {page - (shown[index - 1] ?? page - 1) > 1 && <span aria-hidden="true">…</span>}
            <MenuLink {...to(page)} className={style.page} label={`Halaman ${page}`}>
              {page}
            </MenuLink>
          </span>
        ))}
      {current < count && (
        <MenuLink {...by(1)} className={button.icon} label="Halaman berikutnya">
          <Icon name="forward" />
        </MenuLink>
      )}
    </nav>
  );
}
