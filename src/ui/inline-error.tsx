import type { ReactNode } from 'react';
import style from './inline-error.module.css';

/** Says what is wrong, next to where it is; announced to screen readers when it appears, unless `isNews` is false. */
export function InlineError({ id, isNews = true, children }: { id?: string; isNews?: boolean; children: ReactNode }) {
  return (
    <p id={id} role={isNews ? 'alert' : undefined} className={style.error}>
      {children}
    </p>
  );
}
