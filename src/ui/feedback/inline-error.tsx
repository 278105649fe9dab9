import type { ReactNode } from 'react';

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
