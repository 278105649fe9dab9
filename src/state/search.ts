/** What an address says behind its path, and what an entry of the browser's history carries besides. */
import { atom } from 'jotai';
import type { Filter } from '#core/catalogue';

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
  page?: number | undefined;
  produk?: string | undefined;
  meja?: string | undefined;
  layanan?: string | undefined;
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

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The search parameters that this shop knows; one that does not fit reads as left out. */
export function searchOf(raw: Record<string, unknown>): Search {
  const page = Number(raw.page);
  const tags = [raw.tags].flat().filter((tag): tag is string => typeof tag === 'string' && tag !== '');
  return {
    category: text(raw.category),
    tags: tags.length > 0 ? tags : undefined,
    search: text(raw.search),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    produk: text(raw.produk),
    meja: text(raw.meja),
    layanan: text(raw.layanan),
    invoice: text(raw.invoice),
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
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((key) => {
      const values = parameters.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );
};

/** The reverse: empty, or what follows a path. */
export const stringifySearch = (search: object) => {
  const said = `${new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) =>
      [value].flat().flatMap((one) => (one === undefined || one === '' ? [] : [[key, `${one}`]])),
    ),
  )}`;
  return said && `?${said}`;
};
