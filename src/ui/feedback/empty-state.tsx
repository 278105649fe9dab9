import type { ReactNode } from 'react';
import button from '../design/button.module.css';
import { Icon } from '../design/icon.tsx';
import { Illustration } from '../design/illustration.tsx';
import style from './empty-state.module.css';

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
  text?: string | false;
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

/** A short word and a retry next to the place that could not load (decision O7). */
export function LoadFailure({ text, lang, retry }: { text: string; lang?: 'en'; retry: () => void }) {
  return (
    <div role="alert" className={style.failure}>
      <p lang={lang}>{text}</p>
      <button type="button" className={button.secondary} onClick={retry}>
        <Icon name="refresh" size={18} /> Coba lagi
      </button>
    </div>
  );
}
