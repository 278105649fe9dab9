/** Shows the questions of `questions.ts`; rendered once in the app. */
import { getDefaultStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { clearMessages } from '../../../design/messages.tsx';
import { customerAtom } from '../../state/account/session.ts';
import { useDialogEntry } from '../frame/location.ts';
import style from './dialogs.module.css';
import { type Asked, leaveUnanswered, openQuestionsAtom } from './questions.ts';

export function Dialogs() {
  const customer = useAtomValue(customerAtom);
  const asked = useAtomValue(openQuestionsAtom, { store: getDefaultStore() });
  // Another tab may log in another customer, who was not asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the customer is the event
  useEffect(() => leaveUnanswered, [customer]);
  useEffect(() => clearMessages, []);

  return asked.slice(-1).map((question) => <Question key={question.id} {...question} />);
}

function Question({
  id,
  question,
  detail,
  lang,
  yes = 'Yes, delete it!',
  no = 'Batal',
  back,
  isDeletion,
  answer,
}: Asked) {
  // Also when a link leads to another screen.
  useDialogEntry(leaveUnanswered);

  return (
    <Dialog
      name={`#asked-${id}`}
      {...(detail ? { about: `detail-${id}` } : {})}
      role="alertdialog"
      close={() => answer()}
    >
      <div className="stack padded text-center">
        {isDeletion && (
          <span className="bad disc">
            <Icon name="trash" />
          </span>
        )}
        <p id={`asked-${id}`} lang={lang} className="large heavy">
          {question}
        </p>
        {detail && <p id={`detail-${id}`}>{detail}</p>}
        <div className={`wrap ${style.answers}`}>
          {back && (
            <button type="button" className="quiet" onClick={() => answer()}>
              {back}
            </button>
          )}
          <button type="button" className="secondary" onClick={() => answer(false)}>
            {no}
          </button>
          <button
            type="button"
            lang={lang}
            className={`primary ${isDeletion ? style.deletion : ''}`}
            onClick={() => answer(true)}
          >
            {yes}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
