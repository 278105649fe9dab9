import type { ReactNode } from 'react';
import style from './form-error.module.css';

/**
 * The reason why a form was refused: announced when it appears, and focused unless a field is marked as invalid. Renders
 * nothing while `text` is empty.
 */
export function FormError({ id, text }: { id: string; text: ReactNode }) {
  if (!text) return null;

  return (
    <p id={id} ref={leadThere} role="alert" tabIndex={-1} lang="en" className={`notice bad bold ${style.error}`}>
      {text}
    </p>
  );
}

// One function, so that the focus moves there once and not at every rendering.
const leadThere = (error: HTMLElement | null) =>
  (error?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]') ?? error)?.focus();
