import { useAtomValue } from 'jotai';
import { Icon } from '../../design/icon.tsx';
import type { Listing } from '../state/listing.ts';
import { connectionAtom, isUnheardAtom } from '../state/live.ts';
import style from './listing-state.module.css';

/** Says that a list is being loaded, or that it could not be. `lacks`: what cannot be done without a connection. */
export function ListingState({
  listing: { data, hasFailed, reload },
  lacks,
}: {
  listing: Listing<unknown>;
  lacks?: string;
}) {
  const isConnected = useAtomValue(connectionAtom) === 'live';
  const isUnheard = useAtomValue(isUnheardAtom);

  if (lacks && data !== undefined && (isUnheard || (hasFailed && !isConnected)))
    return (
      <p role="status" className="notice warn">
        {`Tanpa koneksi: ini yang terakhir diketahui. ${lacks} bisa lagi begitu tersambung.`}
      </p>
    );
  if (hasFailed)
    return (
      <div role="alert" className={style.failure}>
        <p>{data === undefined ? unloaded(isConnected) : 'Tidak bisa diperbarui; ini yang terakhir.'}</p>
        <button type="button" className="secondary" onClick={reload}>
          <Icon name="refresh" size={18} /> Coba lagi
        </button>
      </div>
    );

  return data === undefined ? <p role="status">Memuat …</p> : null;
}

const unloaded = (isConnected: boolean) =>
  isConnected
    ? 'Tidak bisa dimuat.'
    : 'Tanpa koneksi halaman ini tidak bisa dibuka. Begitu tersambung lagi, isinya muncul sendiri. Papan pesanan tetap bisa dipakai.';
