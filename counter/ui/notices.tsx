import { useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import button from '../../design/button.module.css';
import { type Notice, noticesAtom, removeNotice } from '../state/notices.ts';
import { undo } from '../state/send-changes.ts';
import style from './notices.module.css';

/** What was done, with 'Urungkan' for ten seconds, and what another counter has done instead. */
export function Notices() {
  const notices = useAtomValue(noticesAtom);

  return (
    <ul aria-label="Pemberitahuan" aria-live="polite" className={style.notices}>
      {notices.map((notice) => (
        <Line key={`${notice.id} ${notice.undo?.key} ${notice.text}`} notice={notice} />
      ))}
    </ul>
  );
}

function Line({ notice: { id, text, undo: step, ms } }: { notice: Notice }) {
  const store = useStore();
  useEffect(() => {
    const timer = setTimeout(() => removeNotice(store, id), ms);
    return () => clearTimeout(timer);
  }, [store, id, ms]);

  return (
    <li className={style.notice}>
      <p>{text}</p>
      {step && (
        <button type="button" className={`${button.secondary} ${style.undo}`} onClick={() => undo(store, step)}>
          Urungkan
        </button>
      )}
    </li>
  );
}
