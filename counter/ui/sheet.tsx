import { type ReactNode, useId } from 'react';
import { Dialog } from '../../design/dialog.tsx';

interface SheetProps {
  title: string;
  close: () => void;
  /** What the last button says, which closes it. */
  closing?: string;
  role?: 'alertdialog' | undefined;
  children: ReactNode;
}

/** A dialog with a title, and at its end a button that closes it. */
export function Sheet({ title, close, closing = 'Tutup', role, children }: SheetProps) {
  const id = useId();

  return (
    <Dialog name={`#${id}`} role={role} close={close}>
      <div className="stack padded">
        <h2 id={id} className="anywhere">
          {title}
        </h2>
        {children}
        <button type="button" className="quiet tall" onClick={close}>
          {closing}
        </button>
      </div>
    </Dialog>
  );
}
