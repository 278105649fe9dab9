import { Icon } from '../../design/icon.tsx';

interface SearchFieldProps {
  keyword: string;
  search: (keyword: string) => void;
  what?: string;
}

/** Finds products of the menu as customers do. */
export function SearchField({ keyword, search, what = 'produk' }: SearchFieldProps) {
  return (
    <label className="row search">
      <Icon name="search" size={20} />
      <input
        type="search"
        aria-label={`Cari ${what}`}
        placeholder="Cari"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={keyword}
        onChange={({ target }) => search(target.value)}
      />
    </label>
  );
}
