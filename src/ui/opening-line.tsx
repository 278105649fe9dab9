import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { type Opening, openingAt } from '#core/shop';
import { connectionAtom, isCutOff } from '../state/connection.ts';
import { Icon } from './icon.tsx';
import style from './opening-line.module.css';

/** When the order will be seen (decision O14); said once the page stands, since no prerendered page knows the time. */
export function OpeningLine() {
  const cutOff = isCutOff(useAtomValue(connectionAtom));
  const [opening, setOpening] = useState<Opening>();

  useEffect(() => {
    const look = () => setOpening(openingAt(new Date()));
    look();
    const timer = setInterval(look, 60_000);
    return () => clearInterval(timer);
  }, []);

  return (
    <p className={opening?.open === false ? style.closed : style.open}>
      <Icon name="clock" size={20} />
      <span>
        {opening?.open && (cutOff ? 'Kedai sedang buka.' : 'Kedai sedang buka: pesanan Anda langsung kami lihat.')}
        {opening?.open === false &&
          `Kedai sedang tutup. Pesanan Anda kami lihat saat buka lagi${opening.opensNext && `, ${opening.opensNext}`}.`}
      </span>
    </p>
  );
}
