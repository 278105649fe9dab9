import { dotted, openingAt } from '#core/opening';
import { shop } from '#core/shop';
import { weekdays } from '#core/weekdays';
import { useMinute } from './minute.ts';
import style from './opening-hours.module.css';
import { usePause } from './pause-line.tsx';

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
