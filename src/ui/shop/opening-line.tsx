import { useAtomValue } from 'jotai';
import { openingAt } from '#core/opening';
import { Icon } from '../../../design/icon.tsx';
import { connectionAtom, isCutOff } from '../../state/connection/connection.ts';
import { useMinute } from './minute.ts';
import style from './opening-line.module.css';
import { usePause } from './pause-line.tsx';

/** Says whether the shop is open, and so when it will see the order (decision O14). */
export function OpeningLine() {
  const cutOff = isCutOff(useAtomValue(connectionAtom));
  const minute = useMinute();
  const pause = usePause();
  const opening = minute === undefined ? undefined : openingAt(new Date(minute * 60_000));

  return (
    <p className={`tap small bold ${style.line} ${opening?.open === false || pause ? `warn ${style.closed}` : 'ok'}`}>
      <Icon name="clock" size={20} />
      <span>{pause ?? (opening && wordsFor(opening, cutOff))}</span>
    </p>
  );
}

function wordsFor({ open, opensNext }: ReturnType<typeof openingAt>, cutOff: boolean) {
  if (!open) return `Kedai sedang tutup. Pesanan Anda kami lihat saat buka lagi${opensNext && `, ${opensNext}`}.`;
  return cutOff ? 'Kedai sedang buka.' : 'Kedai sedang buka: pesanan Anda langsung kami lihat.';
}
