import { Icon } from '../../design/icon.tsx';

/** Finds products of the menu as customers do. */
export function SearchField({ keyword, search }: { keyword: string; search: (keyword: string) => void }) {
  return (
    <label className="search">
      <Icon name="search" size={20} />
      <input
        type="search"
        aria-label="Cari produk"
        placeholder="Cari kopi, roti, rasa…"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={keyword}
        onChange={({ target }) => search(target.value)}
      />
    </label>
  );
}
