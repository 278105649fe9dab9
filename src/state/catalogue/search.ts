/** The search parameters of an address, and the state of an entry of the browser's history. */
import { atom } from 'jotai';
import type { Filter } from '#core/catalogue';
import { filledValues, pageNumber, parameterName, singleValue, valuesOf } from '#core/search-parameters';

/**
 * A keyword typed on a screen other than /products, so not in the URL yet; Enter and the navbar's 'Product'
 * take it to the menu (specification §2).
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
  /** As in the address; `handoverRequest` checks it. */
  meja?: string | string[] | undefined;
  layanan?: string | string[] | undefined;
  invoice?: string | undefined;
}

/** The state of an entry of the browser's history. */
export interface HistoryEntryState {
  /** The address to go back to after a login (decision F1). */
  returnTo?: string | undefined;
  /** Opened from the screen below: closing goes back in the history instead of adding an entry. */
  opened?: boolean;
  /** The key that the screen's entry had first; this one shows the same screen. */
  panel?: string | undefined;
  /** What is open on the screen, the uppermost last: a panel of the navbar by its name, dialogs by an id. */
  layers?: string[];
  /** Added for what was opened: so many layers are open in the entry right beneath, which shows the same screen. */
  beneath?: number | undefined;
  /** The server ended the session although this device still has it. */
  sessionEnded?: boolean | undefined;
  /** The id of the element to scroll to; the address names only the screen. */
  part?: string;
  /** What this customer has chosen and typed of the open product. */
  typed?: TypedOptions;
}

export interface TypedOptions {
  customer: string | undefined;
  ids?: string[];
  note?: string;
  qty?: number;
}

const ifAny = (values: string[]) => (values.length > 0 ? values : undefined);

/**
 * The search parameters that this shop knows. An invalid value is not left out: where it is used, the customer sees that
 * it is invalid.
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

/** The search parameters of a filter (decision A7). */
export const searchOfFilter = ({ category, tags, keyword }: Filter) => ({
  ...(category && { category }),
  ...(tags.length > 0 && { tags }),
  ...(keyword && { search: keyword }),
});

/** Parses `?tags=a&tags=b`, the form of the API's requests (decision A6), instead of the router's JSON. */
export const parseSearch = (search: string) => {
  const parameters = new Map<string, string | string[]>();
  for (const [written, value] of new URLSearchParams(search)) {
    const name = parameterName(written);
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(parameters);
};

/** The reverse; empty without parameters. A parameter with an empty value stays, since a table's code may have one. */
export const stringifySearch = (search: object) => {
  const query = `${new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[key, `${one}`]])),
    ),
  )}`;
  return query && `?${query}`;
};
