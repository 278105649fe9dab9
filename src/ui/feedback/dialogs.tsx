/**
 * Questions to the customer: asking returns a promise of the answer. `<Dialogs />`, rendered once in the app, shows them.
 */
import { useLocation } from '@tanstack/react-router';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { customerAtom } from '../../state/account/session.ts';
import button from '../design/button.module.css';
import style from './dialogs.module.css';
import { Modal } from './modal.tsx';
import { dismissToast, Toasts } from './toasts.tsx';

interface Asked {
  id: number;
  question: string;
  detail?: ReactNode;
  lang?: 'en' | undefined;
  yes: string;
  isDangerous?: boolean | undefined;
  no: string;
  back?: string | undefined;
  /** Undefined: the customer has closed it without a decision. */
  answer: (yes?: boolean) => void;
}

const openAtom = atom<readonly Asked[]>([]);

/** Jotai's default store, because the caller may be no component. */
const store = getDefaultStore();
let last = 0;

interface Answers {
  yes?: string;
  /** Whether the confirming button looks dangerous. */
  isDangerous?: boolean;
  no?: string;
  /** A third button without a decision; for questions whose 'no' is a decision, too. */
  back?: string;
  detail?: ReactNode;
  lang?: 'en';
}

/** Asks before something is lost; resolves with true only when the customer pressed the confirming button. */
export const confirmed = async (question: string, answers?: Answers) => (await chosen(question, answers)) === true;

/** Asks for one of two; resolves with undefined when the customer closed the question or went `back`. */
export const chosen = (
  question: string,
  { yes = 'Yes, delete it!', isDangerous, no = 'Batal', back, detail, lang }: Answers = {},
): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const id = ++last;
    const answer = (agreed?: boolean) => {
      store.set(openAtom, (open) => open.filter((asked) => asked.id !== id));
      resolve(agreed);
    };
    store.set(openAtom, (open) => [...open, { id, question, detail, lang, yes, isDangerous, no, back, answer }]);
  });

/** Closes open questions without an answer, for example when the customer leaves the screen or logs out. */
function leaveUnanswered() {
  for (const asked of store.get(openAtom)) asked.answer();
}

export function Dialogs() {
  const entry = useLocation({ select: ({ pathname, state }) => `${pathname} ${state.key}` });
  const customer = useAtomValue(customerAtom);
  const asked = useAtomValue(openAtom, { store });
  // The browser's back button may leave the screen, or close the cart panel, while a question is open, and another tab may log in another
  // customer, who was not asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are the events
  useEffect(() => leaveUnanswered, [entry, customer]);
  useEffect(() => dismissToast, []);

  return (
    <>
      <Toasts />
      {asked.slice(-1).map((question) => (
        <Question key={question.id} {...question} />
      ))}
    </>
  );
}

function Question({ id, question, detail, lang, yes, isDangerous, no, back, answer }: Asked) {
  return (
    <Modal
      name={`#asked-${id}`}
      {...(detail ? { about: `detail-${id}` } : {})}
      role="alertdialog"
      className={style.question}
      close={() => answer()}
    >
      <div className={style.body}>
        <p id={`asked-${id}`} lang={lang} className={style.text}>
          {question}
        </p>
        {detail && <p id={`detail-${id}`}>{detail}</p>}
        <div className={style.answers}>
          {back && (
            <button type="button" className={button.quiet} onClick={() => answer()}>
              {back}
            </button>
          )}
          <button type="button" className={button.secondary} onClick={() => answer(false)}>
            {no}
          </button>
          <button
            type="button"
            lang={lang}
            className={isDangerous ? button.danger : button.primary}
            onClick={() => answer(true)}
          >
            {yes}
          </button>
        </div>
      </div>
    </Modal>
  );
}
