import { useAtomValue } from 'jotai';
import { pendingNumbersAtom } from '../state/changes.ts';
import { draftAtom } from '../state/till-draft.ts';

/** What is lost when the member of staff leaves this device. */
export function Unsent() {
  const unsent = useAtomValue(pendingNumbersAtom).size;
  const { lines } = useAtomValue(draftAtom);

  return (
    <>
      {unsent > 0 && <p>{`${unsent} pesanan punya perubahan yang belum terkirim; itu akan hilang.`}</p>}
      {lines.length > 0 && <p>Pesanan baru yang belum dikirim akan hilang.</p>}
    </>
  );
}
