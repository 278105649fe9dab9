import { useEffect, useRef } from 'react';
import { isSame } from '#core/canonical';
import type { Known } from '../state/menu-editor.ts';

/** The names of the fields in which two are different. */
export const differing = <Fields extends object>(labels: Record<keyof Fields, string>, one: Fields, other: Fields) =>
  (Object.keys(labels) as (keyof Fields)[]).filter((name) => !isSame(one[name], other[name]));

/** Another device was faster: says what is different now, and asks whose version holds. */
export function Conflict<Fields extends object>({
  theirs,
  before,
  labels,
  take,
  save,
}: {
  theirs: Known<Fields>;
  before: Known<Fields>;
  labels: Record<keyof Fields, string>;
  take: () => void;
  save: () => void;
}) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);

  return (
    <div ref={notice} role="alert" tabIndex={-1} className="notice warn stack gap-2">
      <p className="bold">Baru saja diubah di perangkat lain</p>
      <ul>
        {differing(labels, theirs.fields, before.fields).map((name) => {
          const now = theirs.fields[name];
          const isShort = typeof now === 'string' && now.length <= 60 && name !== 'image_url';
          return <li key={labels[name]}>{isShort ? `${labels[name]}: ${now || '–'}` : labels[name]}</li>;
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
