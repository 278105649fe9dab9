import type { ReactNode } from 'react';
import button from '../design/button.module.css';
import hidden from '../design/hidden.module.css';
import { Illustration } from '../design/illustration.tsx';
import { FormError } from '../forms/form-error.tsx';
import style from './auth-frame.module.css';

/** The frame of the login and the registration screen: a picture, and beside it the form. */
export function AuthFrame({
  picture,
  scene,
  night,
  title,
  lead,
  children,
}: {
  picture: string;
  scene: string;
  /** The same place in dark colours, where there is one. */
  night?: string;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <main className={style.frame}>
      <div className={style.door}>
        <picture>
          {/* With room beside the form, the whole place instead of a vignette. */}
          {night && (
            <source
              media="(min-width: 48.0625rem) and (prefers-color-scheme: dark)"
              srcSet={`/pictures/${night}.svg`}
              width="1200"
              height="900"
            />
          )}
          <source media="(min-width: 48.0625rem)" srcSet={`/pictures/${scene}.svg`} width="1200" height="900" />
          <Illustration name={picture} width={320} height={240} className={style.picture} />
        </picture>
      </div>
      <div className={style.inside}>
        <h1 lang="en" className={style.title}>
          {title}
        </h1>
        <p className={style.lead}>{lead}</p>
        {children}
      </div>
    </main>
  );
}

/** The end of both forms: why it was refused, and its button, which says what it is doing while it works. */
export function AuthSubmit({
  failure,
  working,
  disabled,
  children,
}: {
  failure: ReactNode;
  /** What is being done; false while nothing is. */
  working: string | false;
  disabled?: boolean;
  children: string;
}) {
  return (
    <>
      <FormError id="failure" text={failure} />
      <button
        type="submit"
        className={`${button.primary} ${button.wide}`}
        lang={working ? undefined : 'en'}
        disabled={disabled}
        aria-disabled={(!!working && !disabled) || undefined}
        // Absent otherwise: a tap that came before React has marked it, too (`early-taps.ts`).
        aria-busy={!!working || undefined}
        aria-describedby={failure ? 'failure' : undefined}
      >
        {working || children}
      </button>
      {/* The focus may be in a field, where nobody hears the button's new name. */}
      <span role="status" className={hidden.text}>
        {working}
      </span>
    </>
  );
}
