import type { ReactNode } from 'react';
import style from './empty-state.module.css';
import { Illustration } from './illustration.tsx';

/** A place with nothing in it yet: a picture, what it says, and what to do next. */
export function EmptyState({
  picture,
  title,
  text,
  lang,
  children,
}: {
  picture: string;
  title: ReactNode;
  text?: string;
  /** Of title and text. */
  lang?: 'en';
  children?: ReactNode;
}) {
  return (
    <div className={style.empty}>
      <Illustration name={picture} width={320} height={240} className={style.picture} />
      <p lang={lang} className={style.title}>
        {title}
      </p>
      {text && (
        <p lang={lang} className={style.text}>
          {text}
        </p>
      )}
      {children}
    </div>
  );
}
