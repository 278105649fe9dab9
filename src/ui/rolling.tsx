import { type ReactNode, useState } from 'react';
import style from './rolling.module.css';

/** A figure that rolls up or down to what it is now; `children` when it is written otherwise than as a number. */
export function Rolling({ value, children = value }: { value: number; children?: ReactNode }) {
  const [shown, setShown] = useState<{ value: number; turn?: string | undefined }>({ value });
  if (shown.value !== value) setShown({ value, turn: value > shown.value ? style.up : style.down });

  return (
    <span key={value} className={shown.turn}>
      {children}
    </span>
  );
}
