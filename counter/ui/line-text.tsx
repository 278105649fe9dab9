import type { CounterLine } from '#core/counter';
import style from './line-text.module.css';

/** A line of an order, as it is made: under the product what is not the house's usual, and the note (decision M10). */
export function LineText({ line: { qty, name, parts } }: { line: CounterLine }) {
  const choices = parts?.choices.map((choice) => choice.replaceAll(' ', '\u00a0')).join('\u00a0· ');

  return (
    <>
      <span className={`heavy ${style.quantity}`}>{`${qty}×`}</span>
      <span className="anywhere">
        {parts?.product ?? name}
        {choices && <span className={style.part}> {choices}</span>}
        {parts?.note && <span className={`${style.part} ${style.note}`}> “{parts.note}”</span>}
      </span>
    </>
  );
}
