/** Questions to the customer: asking returns a promise of the answer. `<Dialogs />` shows them as soon as it is loaded. */
import { atom, getDefaultStore } from 'jotai';
import type { ReactNode } from 'react';

interface Answers {
  yes?: string;
  no?: string;
  /** A third button without a decision; for questions whose 'no' is a decision, too. */
  back?: string;
  detail?: ReactNode;
  lang?: 'en';
  /** Whether 'yes' deletes something, and so looks dangerous. */
  isDeletion?: boolean;
}

export interface Asked extends Answers {
  id: number;
  question: string;
  /** Undefined: the customer has closed it without a decision. */
  answer: (yes?: boolean) => void;
}

/** The open questions; the last one is shown. */
export const openQuestionsAtom = atom<readonly Asked[]>([]);

/** Jotai's default store, because the caller may be no component. */
const store = getDefaultStore();
let last = 0;

/** Asks before something is lost; resolves with true only when the customer pressed the confirming button. */
export const confirmed = async (question: string, answers?: Answers) => (await chosen(question, answers)) === true;

/** Asks for one of two; resolves with undefined when the customer closed the question or went `back`. */
export const chosen = (question: string, answers?: Answers): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const id = ++last;
    const answer = (agreed?: boolean) => {
      store.set(openQuestionsAtom, (open) => open.filter((asked) => asked.id !== id));
      resolve(agreed);
    };
    store.set(openQuestionsAtom, (open) => [...open, { ...answers, id, question, answer }]);
  });

/** Closes open questions without an answer, for example when the customer leaves the screen or logs out. */
export function leaveUnanswered() {
  for (const asked of store.get(openQuestionsAtom)) asked.answer();
}
