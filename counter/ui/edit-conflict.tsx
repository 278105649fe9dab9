import { useEffect, useRef } from 'react';
import { isSame } from '#core/canonical';
import { valueAt } from '../state/menu-editor.ts';

/** What the fields of a form are called, by their names. */
export type Labels = Readonly<Record<string, string>>;

/** The fields in which two are different, each with its label. */
export const differing = (labels: Labels, one: unknown, other: unknown) =>
  Object.entries(labels).filter(([name]) => !isSame(valueAt(one, name), valueAt(other, name)));

interface ConflictProps {
  theirs: unknown;
  before: unknown;
  labels: Labels;
  take: () => void;
  save: () => void;
}

/** Another device was faster: says what is different now, and asks whose version holds. */
export function Conflict({ theirs, before, labels, take, save }: ConflictProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);

  return (
    <div ref={notice} role="alert" tabIndex={-1} className="notice warn stack gap-2">
      <p className="bold">Baru saja diubah di perangkat lain</p>
      <ul>
        {differing(labels, theirs, before).map(([name, label]) => {
          const now = valueAt(theirs, name);
          const isShort = typeof now === 'string' && now.length <= 60 && name !== 'image_url';
          return <li key={label}>{isShort ? `${label}: ${now || '–'}` : label}</li>;
        })}
      </ul>
      <div className="row wrap gap-2">
        <button type="button" className="secondary" onClick={take}>
          Pakai yang di kedai
        </button>
        <button type="button" className="primary" onClick={save}>
          Simpan yang ini
        </button>
      </div>
    </div>
  );
}
