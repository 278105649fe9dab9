/** What an address says behind its path, and what an entry of the browser's history carries besides. */
import { atom } from 'jotai';
import type { Filter } from '#core/catalogue';
import { filledValues, pageNumber, parameterName, singleValue, valuesOf } from '#core/search-parameters';

/**
 * A keyword typed on a screen other than /products, so not in the address bar yet; Enter and the navbar's 'Product'
 * carry it to the menu (specification §2).
 */
export const typedKeywordAtom = atom<string | null>(null);

/**
 * Search parameters: the filter of /products and its open product (decision A7), a table's QR code and a service of the
 * front page (O13), the open invoice (F5).
 */
export interface Search {
  category?: string | undefined;
  tags?: string[] | undefined;
  search?: string | undefined;
  /** Counted from 1; 0 when the address names something that is no page. */
  page?: number | undefined;
  produk?: string | undefined;
  /** As the address says it; `handoverRequest` judges it. */
  meja?: string | string[] | undefined;
  layanan?: string | string[] | undefined;
  invoice?: string | undefined;
}

/** What an entry of the browser's history carries besides its address. */
export interface HistoryEntryState {
  /** The address to go back to after a login (decision F1). */
  returnTo?: string | undefined;
  /** Opened from the screen beneath: closing it goes back there instead of adding an entry. */
  opened?: boolean;
  /** The server ended the session although this device still holds it. */
  sessionEnded?: boolean | undefined;
  /** The id of what is to be in sight, where the address names the screen alone. */
  part?: string;
}

const ifAny = (values: string[]) => (values.length > 0 ? values : undefined);

/**
 * The search parameters that this shop knows. What does not fit is not left out: where it is used, the customer is told
 * or sees it.
 */
export function searchOf(raw: Record<string, unknown>): Search {
  const page = pageNumber(raw.page);
  return {
    category: singleValue(raw.category),
    tags: ifAny(filledValues(raw.tags)),
    search: singleValue(raw.search, ' '),
    page: page === 1 ? undefined : page,
    produk: singleValue(raw.produk),
    meja: ifAny(valuesOf(raw.meja)),
    layanan: ifAny(valuesOf(raw.layanan)),
    invoice: singleValue(raw.invoice),
  };
}

/** A filter as the address bar says it (decision A7). */
export const searchOfFilter = ({ category, tags, keyword }: Filter) => ({
  ...(category && { category }),
  ...(tags.length > 0 && { tags }),
  ...(keyword && { search: keyword }),
});

/** `?tags=a&tags=b`, as the API is asked (decision A6), instead of the router's JSON. */
export const parseSearch = (search: string) => {
  const parameters = new Map<string, string | string[]>();
  for (const [written, value] of new URLSearchParams(search)) {
    const name = parameterName(written);
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(parameters);
};

/** The reverse: empty, or what follows a path. A parameter with an empty value stays, since a table's code may be one. */
export const stringifySearch = (search: object) => {
  const said = `${new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[key, `${one}`]])),
    ),
  )}`;
  return said && `?${said}`;
};
