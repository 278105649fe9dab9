import { useAtomValue } from 'jotai';
import { Icon } from '../../design/icon.tsx';
import { shopClockAtom } from '../state/clock.ts';
import { isStoringAtom } from '../state/device.ts';
import { heardAtAtom } from '../state/known-board.ts';
import { connectionAtom } from '../state/live.ts';
import style from './connection-bar.module.css';
import { timeOf } from './time.ts';

/** Says in large letters that there is no connection to the shop, and since when (decision W5). */
export function ConnectionBar() {
  const connection = useAtomValue(connectionAtom);
  if (connection === 'live')
    return (
      <p role="status" className={style.live}>
        Tersambung
      </p>
    );

  return (
    <div role="alert" className={style.bar}>
      <Icon name="wifi-off" size={32} />
      <div>
        <p className={style.title}>{titles[connection]}</p>
        <p>
          <LastContact />
        </p>
      </div>
      {connection === 'incompatible' && (
        <button type="button" className="secondary" onClick={() => location.reload()}>
          Muat ulang
        </button>
      )}
    </div>
  );
}

const titles = {
  connecting: 'Menyambung ke kedai …',
  disconnected: 'Tidak tersambung ke kedai',
  incompatible: 'Versi papan ini tidak cocok',
} as const;

/** Says that this device stores nothing. */
export function StorageBar() {
  if (useAtomValue(isStoringAtom)) return null;

  return (
    <p role="alert" className={style.storage}>
      Perangkat ini tidak bisa menyimpan. Yang belum terkirim hilang kalau halaman ini ditutup.
    </p>
  );
}

/** When the shop was heard last, on its clock. */
export function LastContact() {
  const heardAt = useAtomValue(heardAtAtom);
  const now = useAtomValue(shopClockAtom);

  return (
    <span>
      {heardAt === undefined
        ? 'Kedai belum terdengar.'
        : `Kabar terakhir pukul ${timeOf(heardAt, now)}. Yang terjadi sesudahnya belum ada di sini.`}
    </span>
  );
}
