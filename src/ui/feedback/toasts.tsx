/**
 * Short messages that go by themselves. They are shown in the topmost open dialog, because what lies beneath it is
 * neither seen nor read out.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect, useId, useState } from 'react';
import style from './toasts.module.css';

interface Message {
  id: number;
  text: string;
  detail?: string | undefined;
  image?: string | undefined;
  lang?: 'en' | undefined;
  urgent: boolean;
  ms: number;
  done: () => void;
}

/**
 * The message that is shown now, and the ids of the places it can be shown in (`Toasts`), in the order in which they
 * opened.
 */
const toastsAtom = atom<{ message?: Message | undefined; places: string[] }>({ places: [] });

/** Jotai's default store, because what shows a message may be no component. */
const store = getDefaultStore();
const shown = () => store.get(toastsAtom);
const change = (next: Partial<ReturnType<typeof shown>>) => store.set(toastsAtom, { ...shown(), ...next });

let last = 0;

/**
 * Says something for `ms` milliseconds (longer while a pointer that moved onto it stays there), in place of what was
 * said before. Resolves when it is gone. What is `urgent` interrupts a screen reader; everything else waits its turn.
 */
export const showToast = (
  text: string,
  {
    ms,
    detail,
    image,
    lang,
    urgent = false,
  }: { ms: number; detail?: string; image?: string; lang?: 'en'; urgent?: boolean },
): Promise<void> =>
  new Promise((resolve) => {
    const id = ++last;
    const done = () => {
      if (shown().message?.id === id) change({ message: undefined });
      resolve();
    };
    dismissToast();
    change({ message: { id, text, detail, image, lang, urgent, ms, done } });
  });

/** What is still to be said in turn, or is being said. */
const inTurn: string[] = [];
let lastInTurn = Promise.resolve();

/**
 * Says something after what was said this way before, and not twice: an address may name a table and a product that do
 * not exist.
 */
export function showToastInTurn(text: string, options: { ms: number }) {
  if (inTurn.includes(text)) return;
  inTurn.push(text);
  lastInTurn = lastInTurn.then(() => showToast(text, options)).then(() => void inTurn.shift());
}

/** Ends what is being shown. */
export const dismissToast = () => shown().message?.done();

/** A place where messages are shown, one in the app and one in every dialog; the last one opened shows them. */
export function Toasts() {
  const me = useId();
  const { message, places } = useAtomValue(toastsAtom, { store });
  useEffect(() => {
    change({ places: [...shown().places, me] });
    return () => change({ places: shown().places.filter((place) => place !== me) });
  }, [me]);

  const toast = message && places.at(-1) === me && <Toast key={message.id} {...message} />;

  return (
    <>
      <div aria-live="polite" className={style.calm}>
        {!message?.urgent && toast}
      </div>
      <div aria-live="assertive" className={style.place}>
        {message?.urgent && toast}
      </div>
    </>
  );
}

function Toast({ id, text, detail, image, lang, urgent, ms, done }: Message) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  }, [held, ms, done]);

  const holding = {
    className: style.toast,
    lang,
    // On movement, not on entering: a message that appears under a resting pointer is entered without anybody's doing.
    onPointerMove: () => setHeld(true),
    onPointerOut: () => setHeld(false),
  };
  const content = (
    <>
      {image && <img src={image} alt="" width="320" height="240" className={style.image} />}
      <p id={`toast-${id}`} className={style.text}>
        {text}
      </p>
      {detail && <p>{detail}</p>}
    </>
  );

  return urgent ? (
    <div role="alertdialog" aria-labelledby={`toast-${id}`} {...holding}>
      {content}
    </div>
  ) : (
    <div {...holding}>{content}</div>
  );
}
