import { useState } from 'react';
import style from './rolling.module.css';

/** A number that rolls up or down to its new value, formatted by `format`. */
export function Rolling({ value, format = String }: { value: number; format?: (value: number) => string }) {
  const [shown, setShown] = useState<{ value: number; turn?: string | undefined }>({ value });
  if (shown.value !== value) setShown({ value, turn: value > shown.value ? style.up : style.down });

  return (
    <span key={value} className={shown.turn}>
      {format(value)}
    </span>
  );
}
