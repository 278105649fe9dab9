import type { ReactNode } from 'react';
import style from './fault.module.css';

/** What is wrong, next to it; announced as soon as it stands there, where that is news. */
export function Fault({ id, isNews = true, children }: { id?: string; isNews?: boolean; children: ReactNode }) {
  return (
    <p id={id} role={isNews ? 'alert' : undefined} className={style.fault}>
      {children}
    </p>
  );
}
