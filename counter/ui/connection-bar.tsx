import { useAtomValue } from 'jotai';
import { Icon } from '../../design/icon.tsx';
import { heardAtAtom } from '../state/board.ts';
import { unfinishedOrdersAtom } from '../state/changes.ts';
import { shopClockAtom } from '../state/clock.ts';
import { useIsStoring } from '../state/device.ts';
import { connectionAtom } from '../state/live.ts';
import style from './connection-bar.module.css';
import type { View } from './location.ts';
import { timeOf } from './time.ts';

/**
 * Says in large letters that there is no connection to the shop, since when, and what that means for the view (decision W5). No view says it
 * again.
 */
export function ConnectionBar({ view }: { view: View }) {
  const connection = useAtomValue(connectionAtom);
  const isEmpty = useAtomValue(unfinishedOrdersAtom).length === 0;
  if (connection === 'live')
    return (
      <p role="status" className={`from-18em soft small ${style.live}`}>
        {/* An empty board says it itself. */}
        {view === '' && isEmpty ? '' : 'Tersambung'}
      </p>
    );

  return (
    <div role="alert" className={`row small ${connection === 'connecting' ? 'warn' : 'alarm'} ${style.bar}`}>
      <Icon name={connection === 'connecting' ? 'wifi' : 'wifi-off'} size={32} />
      <div>
        <p className={`title heavy ${style.title}`}>{titles[connection]}</p>
        <LastContact view={view} />
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
  if (useIsStoring()) return null;

  return (
    <p role="alert" className={`notice warn bold ${style.storage}`}>
      Perangkat ini tidak bisa menyimpan. Yang belum terkirim hilang kalau halaman ini ditutup.
    </p>
  );
}

/** What does not work in a view until the shop is heard; what could not be loaded says so itself. */
const consequences: Partial<Record<View, string>> = {
  '': 'Yang baru terjadi belum ada di sini.',
  menu: 'Begitu tersambung lagi, menu bisa diubah.',
  baru: 'Siapkan pesanannya; kirim setelah tersambung lagi.',
};

/** When the shop was heard last, on its clock, and what that means for a view of the counter. */
export function LastContact({ view }: { view?: View }) {
  const heardAt = useAtomValue(heardAtAtom);
  const now = useAtomValue(shopClockAtom);
  const last = heardAt === undefined ? 'Kedai belum terdengar.' : `Kabar terakhir pukul ${timeOf(heardAt, now)}.`;

  return <p>{[last, view !== undefined && consequences[view]].filter(Boolean).join(' ')}</p>;
}
