import type { ReactNode } from 'react';

/**
 * The reason why a form was refused: announced when it appears, and focused unless a field is marked as invalid. Renders
 * nothing while `text` is empty.
 */
export function FormError({ id, text }: { id: string; text: ReactNode }) {
  if (!text) return null;

  return (
    <p id={id} ref={leadThere} role="alert" tabIndex={-1} lang="en" className="notice bad bold text-center">
      {text}
    </p>
  );
}

// One function, so that the focus moves there once and not at every rendering.
const leadThere = (error: HTMLElement | null) =>
  (error?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]') ?? error)?.focus();
