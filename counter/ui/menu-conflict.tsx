import { useEffect, useRef } from 'react';
import { isSame } from '#core/canonical';
import type { Edited } from '#core/counter';
import { type Draft, draftOf, rebased, untouched, valueAt } from '../state/menu-editor.ts';

/** What the fields of a product's form, or of a group's, are called. */
const labels: Record<'product' | 'group', Readonly<Record<string, string>>> = {
  product: {
    name: 'Nama',
    price: 'Harga',
    category: 'Kategori',
    description: 'Keterangan',
    tags: 'Tag',
    image_url: 'Gambar',
    option_groups: 'Pilihan',
    note: 'Catatan',
  },
  group: { name: 'Nama', rule: 'Aturan', min: 'Paling sedikit', max: 'Paling banyak', choices: 'Pilihan' },
};

/** The fields in which two drafts are different, each with its label. */
export const differing = ({ typed: one }: Draft, { typed: other }: Draft) =>
  Object.entries(labels['rule' in one ? 'group' : 'product']).filter(
    ([name]) => !isSame(valueAt(one, name), valueAt(other, name)),
  );

interface ConflictProps {
  draft: Draft;
  /** As the shop has it by now. */
  current: Edited;
  take: (draft: Draft) => void;
  save: (draft: Draft) => void;
}

/** Another device was faster: says what is different now, and asks whose version holds. */
export function Conflict({ draft, current, take, save }: ConflictProps) {
  const theirs = draftOf(current);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);

  return (
    <div ref={notice} role="alert" tabIndex={-1} className="notice warn stack gap-2">
      <p className="bold">Baru saja diubah di perangkat lain</p>
      <ul>
        {differing(theirs, untouched(draft)).map(([name, label]) => {
          const now = valueAt(theirs.typed, name);
          const isShort = typeof now === 'string' && now.length <= 60 && name !== 'image_url';
          return <li key={label}>{isShort ? `${label}: ${now || '–'}` : label}</li>;
        })}
      </ul>
      <div className="row wrap gap-2">
        <button type="button" className="secondary" onClick={() => take(theirs)}>
          Pakai yang di kedai
        </button>
        <button type="button" className="primary" onClick={() => save(rebased(draft, current))}>
          Simpan yang ini
        </button>
      </div>
    </div>
  );
}
