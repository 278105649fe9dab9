import type { ReactNode } from 'react';
import { Illustration } from '../../../design/illustration.tsx';
import { useIsSending } from '../forms/form.tsx';
import style from './auth-frame.module.css';

interface AuthFrameProps {
  picture: string;
  scene: string;
  /** The same scene in dark colours, if it exists. */
  night?: string;
  title: string;
  lead: string;
  children: ReactNode;
}

/** The frame of the login and the registration screen: a picture, and next to it the form. */
export function AuthFrame({ picture, scene, night, title, lead, children }: AuthFrameProps) {
  return (
    <main className={style.frame}>
      <div className={style.door}>
        <picture>
          {/* With room next to the form, the whole scene instead of a vignette. */}
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
      <div className={`stack gap-4 top ${style.inside}`}>
        <h1 lang="en">{title}</h1>
        <p className={`soft ${style.lead}`}>{lead}</p>
        {children}
      </div>
    </main>
  );
}

interface AuthSubmitProps {
  failure: ReactNode;
  /** The button's text while the form is being sent. */
  working: string;
  disabled?: boolean;
  children: string;
}

/** The end of both forms: the reason for a refusal, and the submit button, which says what it is doing. */
export function AuthSubmit({ failure, working, disabled, children }: AuthSubmitProps) {
  const isSending = useIsSending();

  return (
    <>
      {/* Announced when it appears, and focused unless a field is marked as invalid. */}
      {failure && (
        <p id="failure" ref={leadThere} role="alert" tabIndex={-1} lang="en" className="notice bad bold text-center">
          {failure}
        </p>
      )}
      <button
        type="submit"
        className="primary wide"
        lang={isSending ? undefined : 'en'}
        disabled={disabled}
        aria-disabled={(isSending && !disabled) || undefined}
        // Absent while nothing is done: an early tap sets this attribute, too (`early-taps.ts`).
        aria-busy={isSending || undefined}
        aria-describedby={failure ? 'failure' : undefined}
      >
        {isSending ? working : children}
      </button>
      {/* The focus may be in a field: a screen reader does not announce the button's new name there. */}
      <span role="status" className="hidden">
        {isSending && working}
      </span>
    </>
  );
}

// One function, so that the focus moves there once and not at every rendering.
const leadThere = (error: HTMLElement | null) =>
  (error?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]') ?? error)?.focus();
