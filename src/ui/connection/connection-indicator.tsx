import { useAtomValue } from 'jotai';
import { type MouseEvent, useEffect, useState } from 'react';
import { Icon } from '../../../design/icon.tsx';
import { useMessage } from '../../../design/messages.tsx';
import { menuAtom } from '../../state/catalogue/catalogue.ts';
import { type Connection, connectionAtom, isCutOff } from '../../state/connection/connection.ts';
import { asOf } from '../feedback/clock.ts';
import style from './connection-indicator.module.css';

/** The text for a bad connection; empty for a good one, and while it is unknown. */
const words: Record<Connection, string> = {
  unknown: '',
  online: '',
  slow: 'Jaringan lambat',
  'no-internet': 'Kedai belum bisa dihubungi',
  offline: 'Offline: menu dan keranjang tetap bisa dipakai',
  portal: 'Jaringan butuh login: buka browser dan masuk',
};

/** The name of the panel with the details, and of the button that opens it. */
const details = 'Sinyal dan data di HP';

/** How long 'Tersambung lagi' is shown, in ms. */
const gladFor = 3_000;

/** A message while the connection is bad, which opens the details. */
export function useConnectionMessage(open: () => void) {
  const connection = useAtomValue(connectionAtom);
  const back = useIsBack(connection);
  const said = words[connection] || (back ? 'Tersambung lagi' : '');

  useMessage(
    'connection',
    said && (
      <button
        type="button"
        className={`${style.said} ${connection === 'slow' ? style.slow : isCutOff(connection) ? 'warn' : 'good'}`}
        onClick={open}
      >
        <Icon name={isCutOff(connection) ? 'wifi-off' : 'wifi'} size={18} />
        <span>{said}</span>
      </button>
    ),
  );
}

/** True for a moment after a reconnect. */
function useIsBack(connection: Connection): boolean {
  const [before, setBefore] = useState(connection);
  const [back, setBack] = useState(false);
  if (before !== connection) {
    setBefore(connection);
    setBack(isCutOff(before) && !isCutOff(connection));
  }

  useEffect(() => {
    if (!back) return;
    const timer = setTimeout(() => setBack(false), gladFor);
    return () => clearTimeout(timer);
  }, [back]);
  return back;
}

/** The button for the details while the connection is good: a dot where there is room for it. */
export function ConnectionDot({ open }: { open: (event: MouseEvent<HTMLElement>) => void }) {
  const connection = useAtomValue(connectionAtom);

  return (
    <button
      type="button"
      className="icon wide-only"
      aria-label={connection === 'unknown' ? details : `Koneksi: ${words[connection] || 'tersambung'}`}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Dot connection={connection} />
    </button>
  );
}

/** The same, as a line of the menu on small screens. */
export function ConnectionLine({ open }: { open: (event: MouseEvent<HTMLElement>) => void }) {
  const connection = useAtomValue(connectionAtom);

  return (
    <button type="button" className={`row bold large hover ${style.line}`} aria-haspopup="dialog" onClick={open}>
      <Dot connection={connection} /> {details}
    </button>
  );
}

function Dot({ connection }: { connection: Connection }) {
  const state = connection === 'online' ? 'ok' : isCutOff(connection) ? style.away : style.unsure;
  return <span className={`${style.dot} ${state}`} aria-hidden="true" />;
}

/** The age of the menu, while it is cached and the shop has not confirmed it. */
export function MenuAge() {
  const { data, status } = useAtomValue(menuAtom);
  const connection = useAtomValue(connectionAtom);
  const confirmed = status !== 'error' && (connection === 'online' || connection === 'unknown');
  if (data?.cachedSince === undefined || confirmed) return null;

  return <span>{` · Menu ${asOf(data.cachedSince)}, tersimpan di HP`}</span>;
}
