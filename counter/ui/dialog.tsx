import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Messages } from '../../design/messages.tsx';
import style from './dialog.module.css';

/** A modal dialog, open as long as it is rendered; Escape and a tap beside it call `close`. */
export function Dialog({ titleId, close, children }: { titleId: string; close: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Closed while it is still in the document: only then the browser returns the focus.
    return () => opened?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={style.dialog}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close();
      }}
    >
      <div className={style.body}>{children}</div>
      <Messages isInDialog />
    </dialog>
  );
}
