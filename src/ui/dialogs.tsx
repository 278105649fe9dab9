/** What the shop says and asks: both are promises. `<Dialogs />` stands once in the app and shows them. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import button from './button.module.css';
import style from './dialogs.module.css';
import { Modal } from './modal.tsx';

interface Said {
  id: number;
  text: string;
  detail?: string | undefined;
  image?: string | undefined;
  urgent: boolean;
  ms: number;
  done: () => void;
}

interface Asked {
  id: number;
  question: string;
  detail?: string | undefined;
  yes: string;
  no: string;
  answer: (yes: boolean) => void;
}

let open: { said: Said[]; asked: Asked[] } = { said: [], asked: [] };
let last = 0;
const listeners = new Set<() => void>();

function show(next: typeof open) {
  open = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Says something for `ms` milliseconds (longer while it is hovered or focused) and resolves when it is gone. What is
 * `urgent` interrupts a screen reader; everything else waits its turn.
 */
export const tell = (
  text: string,
  { ms, detail, image, urgent = false }: { ms: number; detail?: string; image?: string; urgent?: boolean },
): Promise<void> =>
  new Promise((resolve) => {
    const id = ++last;
    const done = () => {
      show({ ...open, said: open.said.filter((said) => said.id !== id) });
      resolve();
    };
    // The newest word counts; an earlier one steps aside.
    for (const said of open.said) said.done();
    show({ ...open, said: [{ id, text, detail, image, urgent, ms, done }] });
  });

/** Asks before something is lost; resolves with true only when the customer pressed the confirming button. */
export const confirmed = (
  question: string,
  { yes = 'Yes, delete it!', no = 'Batal', detail }: { yes?: string; no?: string; detail?: string } = {},
): Promise<boolean> =>
  new Promise((resolve) => {
    const id = ++last;
    const answer = (agreed: boolean) => {
      show({ ...open, asked: open.asked.filter((asked) => asked.id !== id) });
      resolve(agreed);
    };
    show({ ...open, asked: [...open.asked, { id, question, detail, yes, no, answer }] });
  });

/** Who leaves the shop is told nothing more, and has agreed to nothing. */
function hush() {
  for (const said of open.said) said.done();
  for (const asked of open.asked) asked.answer(false);
}

export function Dialogs() {
  useEffect(() => hush, []);
  const { said, asked } = useSyncExternalStore(
    subscribe,
    () => open,
    () => open,
  );
  const polite = said.filter(({ urgent }) => !urgent);
  const urgent = said.filter(({ urgent }) => urgent);

  return (
    <>
      <div aria-live="polite" className={style.calm}>
        {polite.map((word) => (
          <Word key={word.id} {...word} />
        ))}
      </div>
      <div aria-live="assertive" className={style.place}>
        {urgent.map((word) => (
          <Word key={word.id} {...word} />
        ))}
      </div>
      {asked.slice(-1).map((question) => (
        <Question key={question.id} {...question} />
      ))}
    </>
  );
}

function Word({ id, text, detail, image, urgent, ms, done }: Said) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  }, [held, ms, done]);

  const holding = {
    className: style.word,
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  const words = (
    <>
      {image && <img src={image} alt="" width="320" height="240" className={style.image} />}
      <p id={`said-${id}`} className={style.text}>
        {text}
      </p>
      {detail && <p>{detail}</p>}
    </>
  );

  return urgent ? (
    <div role="alertdialog" aria-labelledby={`said-${id}`} {...holding}>
      {words}
    </div>
  ) : (
    <div {...holding}>{words}</div>
  );
}

function Question({ id, question, detail, yes, no, answer }: Asked) {
  return (
    <Modal name={`#asked-${id}`} role="alertdialog" className={style.question} close={() => answer(false)}>
      <div className={style.body}>
        <p id={`asked-${id}`} className={style.text}>
          {question}
        </p>
        {detail && <p>{detail}</p>}
        <div className={style.answers}>
          <button type="button" className={button.secondary} onClick={() => answer(false)}>
            {no}
          </button>
          <button type="button" className={button.primary} onClick={() => answer(true)}>
            {yes}
          </button>
        </div>
      </div>
    </Modal>
  );
}
