import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { closingTime } from '#core/closing-time';
import type { ShopPause } from '#core/pause';
import { Icon } from '../../design/icon.tsx';
import { deletePause, putPause } from '../state/api.ts';
import { pauseAtom } from '../state/board.ts';
import { useChange } from '../state/calls.ts';
import { shopClockAtom } from '../state/clock.ts';
import { Failure } from './listing-state.tsx';
import style from './pause-switch.module.css';
import { Sheet } from './sheet.tsx';
import { timeOf } from './time.ts';

/** Says whether the shop takes orders from customers, and pauses it (decision W12). */
export function PauseSwitch() {
  const pause = useAtomValue(pauseAtom);
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`tap gap-1 bold tool chip ${pause ? 'warn' : ''}`}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="clock" size={20} />
        <span className="from-18em">{pause ? inWords(pause) : 'Jeda'}</span>
      </button>
      {isOpen && <PauseDialog pause={pause} close={() => setIsOpen(false)} />}
    </>
  );
}

/** The first whole minute that is not before `moment`. */
const clockAt = (moment: number) => {
  const minute = Math.ceil(moment / 60_000) * 60_000;
  return timeOf(minute, minute);
};

const inWords = ({ until }: ShopPause) => (until ? `Jeda s.d. ${clockAt(Date.parse(until) || 0)}` : 'Sedang jeda');

function PauseDialog({ pause, close }: { pause: ShopPause | undefined; close: () => void }) {
  const now = useAtomValue(shopClockAtom);
  const closes = closingTime(new Date(now));
  const { isBusy, failure, change } = useChange((token, call: (token: string) => Promise<unknown>) =>
    call(token).then(close),
  );
  const ask = (text: string, call: (token: string) => Promise<unknown>, look = 'secondary', until?: number) => (
    <button key={text} type="button" className={`${look} tall`} disabled={isBusy} onClick={() => void change(call)}>
      {text}
      {until !== undefined && <small aria-hidden="true">{`s.d. ${clockAt(until)}`}</small>}
    </button>
  );

  return (
    <Sheet title={pause ? inWords(pause) : 'Jeda pesanan'} close={close} closing="Batal">
      <p className="soft">
        {pause
          ? 'Pelanggan belum bisa mengirim pesanan. Waktu di bawah menggantikan jeda ini, mulai sekarang.'
          : 'Pelanggan melihat kedai dijeda sampai jam itu. Pesanan yang sudah masuk tetap berjalan.'}
      </p>
      {pause && ask('Terima pesanan lagi', deletePause, 'primary')}
      <div className={`wrap gap-2 ${style.minutes}`}>
        {([15, 30, 60] as const).map((minutes) =>
          ask(`${minutes} menit`, (token) => putPause(token, { minutes }), 'secondary', now + minutes * 60_000),
        )}
      </div>
      {ask('Sampai dilanjutkan', (token) => putPause(token, {}))}
      {closes !== undefined &&
        ask(`Tutup lebih awal (sampai ${clockAt(closes)})`, (token) => putPause(token, { until: 'closing' }))}
      <Failure of={failure} in={{ invalid_body: 'Kedai sedang tutup.' }} />
    </Sheet>
  );
}
