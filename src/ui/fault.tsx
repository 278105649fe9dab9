import type { ReactNode } from 'react';
import style from './fault.module.css';

/** What is wrong, next to it; announced as soon as it stands there. */
export function Fault({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className={style.fault}>
      {children}
    </p>
  );
}
