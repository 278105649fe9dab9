import type { ReactNode } from 'react';
import { Icon } from '../../../design/icon.tsx';
import { Illustration } from '../../../design/illustration.tsx';
import style from './empty-state.module.css';

interface EmptyStateProps {
  picture: string;
  title: ReactNode;
  text?: string | false;
  /** The language of title and text. */
  lang?: 'en';
  children?: ReactNode;
}

/** An empty place: a picture, a text, and the next step. */
export function EmptyState({ picture, title, text, lang, children }: EmptyStateProps) {
  return (
    <div className={`stack text-center ${style.empty}`}>
      <Illustration name={picture} width={320} height={240} className="vignette" />
      <p lang={lang} className="title heavy">
        {title}
      </p>
      {text && (
        <p lang={lang} className={`soft ${style.text}`}>
          {text}
        </p>
      )}
      {children}
    </div>
  );
}

interface LoadFailureProps {
  text: string;
  /** The language of `text`. */
  lang?: 'en';
  detail?: string | undefined | 0;
  retry: () => void;
}

/** A short text and a retry button next to the part that could not be loaded (decision O7). */
export function LoadFailure({ text, lang, detail, retry }: LoadFailureProps) {
  return (
    <div role="alert" className="notice row wrap apart bad">
      <div>
        <p lang={lang}>{text}</p>
        {detail && <p>{detail}</p>}
      </div>
      <button type="button" className="secondary" onClick={retry}>
        <Icon name="refresh" size={18} /> Coba lagi
      </button>
    </div>
  );
}

interface InlineErrorProps {
  id?: string;
  isAnnounced?: boolean;
  children: ReactNode;
}

/**
 * An error message next to its cause; announced to screen readers when it appears, unless `isAnnounced` is false.
 */
export function InlineError({ id, isAnnounced = true, children }: InlineErrorProps) {
  return (
    <p id={id} role={isAnnounced ? 'alert' : undefined} className="notice bad bold across">
      {children}
    </p>
  );
}
