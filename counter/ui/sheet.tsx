import { atom, type Store, useAtomValue, useStore } from 'jotai';
import { type ReactNode, useEffect, useId } from 'react';
import { Dialog } from '../../design/dialog.tsx';

interface SheetProps {
  title: string;
  close: () => void;
  /** What the last button says, which closes it. */
  closing?: string;
  role?: 'alertdialog' | undefined;
  /** The id of what describes it. */
  about?: string;
  children: ReactNode;
}

/** A dialog with a title, and at its end a button that closes it. */
export function Sheet({ title, close, closing = 'Tutup', role, about, children }: SheetProps) {
  const id = useId();

  return (
    <Dialog name={`#${id}`} role={role} about={about} close={close}>
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

interface Question {
  title: string;
  detail: ReactNode;
  /** What the button says that agrees. */
  yes: string;
  answer: (isYes: boolean) => void;
}

const questionAtom = atom<Question>();

/** Asks before something is lost; resolves with whether it was agreed to. */
export const confirmed = (store: Store, question: Omit<Question, 'answer'>) =>
  new Promise<boolean>((resolve) => {
    const answer = (isYes: boolean) => {
      store.set(questionAtom, undefined);
      resolve(isYes);
    };
    store.set(questionAtom, { ...question, answer });
  });

/** The question that is open; it is not agreed to when its view is left. */
export function OpenQuestion() {
  const store = useStore();
  const question = useAtomValue(questionAtom);
  useEffect(() => () => store.get(questionAtom)?.answer(false), [store]);
  if (!question) return null;
  const { title, detail, yes, answer } = question;

  return (
    <Sheet title={title} closing="Batal" role="alertdialog" close={() => answer(false)}>
      {detail}
      <button type="button" className="danger tall" onClick={() => answer(true)}>
        {yes}
      </button>
    </Sheet>
  );
}
