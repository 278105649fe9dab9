import { useAtomValue } from 'jotai';
import { isTemporary, refusalOf } from '#device/failures';
import { Icon } from '../../design/icon.tsx';
import type { Listing } from '../state/calls.ts';
import { connectionAtom, isUnheardAtom } from '../state/live.ts';
import view from './view.module.css';

/** Says that a list is being loaded, or that it could not be; without a connection the frame says it. */
export function ListingState({ listing: { data, hasFailed, reload } }: { listing: Listing<unknown> }) {
  const isLive = useAtomValue(connectionAtom) === 'live';
  const isUnheard = useAtomValue(isUnheardAtom);
  if (!isLive)
    return isUnheard && data === undefined ? (
      <div className={view.nothing}>
        <Icon name="wifi-off" size={48} />
        <p>Belum bisa dimuat. Isinya muncul sendiri begitu tersambung.</p>
      </div>
    ) : null;

  if (hasFailed)
    return (
      <div role="alert" className="notice row wrap warn">
        <p>{data === undefined ? 'Tidak bisa dimuat.' : 'Tidak bisa diperbarui; ini yang terakhir.'}</p>
        <button type="button" className="secondary" onClick={reload}>
          <Icon name="refresh" size={18} /> Coba lagi
        </button>
      </div>
    );

  return data === undefined ? <p role="status">Memuat …</p> : null;
}

/** Says in one sentence why something was not done; `in`: the sentences by the code of the refusal. */
export function Failure({ of: failure, in: sentences }: { of: unknown; in: Readonly<Record<string, string>> }) {
  if (failure === undefined) return null;
  const refusal = refusalOf(failure);
  return (
    <p role="alert" className="error">
      {sentences[refusal?.code ?? ''] ?? (refusal ? refusedInWords(failure) : 'Kedai tidak menjawab. Coba lagi.')}
    </p>
  );
}

/** Beside a field for money (`amountIn`). */
export const NoAmount = () => (
  <p role="status" className="error small bold">
    Bukan jumlah uang: titik hanya di antara ribuan.
  </p>
);

const refusedInWords = (failure: unknown) =>
  isTemporary(failure) ? 'Kedai belum bisa menerimanya. Coba lagi sebentar lagi.' : 'Kedai menolaknya. Periksa lagi.';
