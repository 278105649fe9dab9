import { useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { dotted, openingAt, startAt } from '#core/opening';
import { shop } from '#core/shop';
import { weekdays } from '#core/weekdays';
import { Icon } from '../../../design/icon.tsx';
import { isOn, pauseAtom } from '../../state/checkout/pause.ts';
import { connectionAtom, isCutOff } from '../../state/connection/connection.ts';
import { clockOf } from '../feedback/clock.ts';
import style from './opening-hours.module.css';
import lineStyle from './opening-line.module.css';

/** 'Kedai jeda sampai 14.30. Kirim setelah itu?'; undefined while the shop takes orders. */
function usePause(): string | undefined {
  const pause = useAtomValue(pauseAtom);
  const minute = useMinute();
  return minute !== undefined && pause && isOn(pause, Date.now()) ? askAboutPause(pause.until) : undefined;
}

/** `until` in ms on this device's clock; undefined if the end is unknown. */
export const askAboutPause = (until: number | undefined) =>
  `${pauseInWords(until)}. ${until === undefined ? 'Kirim nanti?' : 'Kirim setelah itu?'}`;

/** How late a response may have told of the end, in ms. */
const latency = 5_000;

/** 'Kedai jeda sampai 14.30': the first minute in which orders are taken, or when the shop opens next if it is shut by then. */
export function pauseInWords(until: number | undefined) {
  if (until === undefined) return 'Kedai sedang jeda';
  const end = new Date(Math.ceil((until - latency) / 60_000) * 60_000);
  const opens = startAt(end);
  return opens ? `Kedai tutup sampai ${opens}` : `Kedai jeda sampai ${clockOf(end)}`;
}

/** Says that the shop takes no orders now (decision W12). */
export function PauseLine() {
  const pause = usePause();
  return pause && <p className="notice warn">{`${pause} Keranjang Anda tetap tersimpan.`}</p>;
}

/** The current minute since 1970; undefined in a prerendered page, where it would be the build's. No atom: a first render has it, so nothing moves later. */
export const useMinute = () =>
  useSyncExternalStore<number | undefined>(
    everyMinute,
    () => Math.floor(Date.now() / 60_000),
    () => undefined,
  );

function everyMinute(listener: () => void) {
  const timer = setInterval(listener, 15_000);
  return () => clearInterval(timer);
}

/** Says whether the shop is open, and so when it will see the order (decision O14). */
export function OpeningLine() {
  const cutOff = isCutOff(useAtomValue(connectionAtom));
  const minute = useMinute();
  const pause = usePause();
  const opening = minute === undefined ? undefined : openingAt(new Date(minute * 60_000));

  return (
    <p
      className={`tap small bold ${lineStyle.line} ${opening?.open === false || pause ? `warn ${lineStyle.closed}` : 'ok'}`}
    >
      <Icon name="clock" size={20} />
      <span>{pause ?? (opening && wordsFor(opening, cutOff))}</span>
    </p>
  );
}

function wordsFor({ open, opensNext }: ReturnType<typeof openingAt>, cutOff: boolean) {
  if (!open) return `Kedai sedang tutup. Pesanan Anda kami lihat saat buka lagi${opensNext && `, ${opensNext}`}.`;
  return cutOff ? 'Kedai sedang buka.' : 'Kedai sedang buka: pesanan Anda langsung kami lihat.';
}

/** The week's hours, and whether the shop is open right now (decision O14). */
export function OpeningHours() {
  return (
    <div className="stack gap-2 top">
      <OpenNow />
      <dl className="stack gap-1">
        {shop.openingHours.map(({ days, opens, closes }) => (
          <div key={`${days} ${opens}`} className="row wrap apart">
            <dt>{daysInWords(days)}</dt>
            <dd className="figure nowrap">{`${dotted(opens)}–${dotted(closes)}`}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** 'Buka sekarang', or when it opens next; an empty line of the same height in a prerendered page. */
export function OpenNow() {
  const minute = useMinute();
  const pause = usePause();
  if (minute === undefined) return <p className={style.now}>&nbsp;</p>;
  if (pause) return <p className={`pill ${style.now} warn`}>{pause}</p>;

  const { open, opensNext } = openingAt(new Date(minute * 60_000));
  return (
    <p className={`pill ${style.now} ${open ? 'good' : 'warn'}`}>
      {open ? 'Buka sekarang' : ['Tutup', opensNext && `buka ${opensNext}`].filter(Boolean).join(', ')}
    </p>
  );
}

/** Sorted from Monday. */
const week = [...weekdays.slice(1), weekdays[0]];

/** 'Senin–Jumat' for successive days, otherwise all their names. */
function daysInWords(days: readonly string[]) {
  const inOrder = week.filter((day) => days.includes(day));
  const inARow = inOrder.length > 2 && week.join().includes(inOrder.join());
  return inARow ? `${inOrder[0]}–${inOrder.at(-1)}` : inOrder.join(', ');
}
