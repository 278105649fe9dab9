/**
 * Short messages that disappear automatically. They are shown in the topmost open dialog, because everything below it is
 * neither visible nor read out.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect, useId, useState } from 'react';
import button from '../../../design/button.module.css';
import style from './toasts.module.css';

interface Message {
  id: number;
  text: string;
  detail?: string | undefined;
  image?: string | undefined;
  lang?: 'en' | undefined;
  urgent: boolean;
  ms: number;
  undo?: (() => void) | undefined;
  done: () => void;
}

/**
 * The current message, and the ids of the places that can show it (`Toasts`), in the order in which they were opened.
 */
const toastsAtom = atom<{ message?: Message | undefined; places: string[] }>({ places: [] });

/** Jotai's default store, because the caller may be no component. */
const store = getDefaultStore();
const shown = () => store.get(toastsAtom);
const change = (next: Partial<ReturnType<typeof shown>>) => store.set(toastsAtom, { ...shown(), ...next });

let last = 0;

/**
 * Shows a message for `ms` milliseconds (longer while a pointer that moved onto it stays there), in place of the previous
 * one. Resolves when it has disappeared. An `urgent` message interrupts a screen reader; others do not. With `undo` it has
 * the button 'Urungkan'.
 */
export const showToast = (
  text: string,
  {
    ms,
    detail,
    image,
    lang,
    urgent = false,
    undo,
  }: { ms: number; detail?: string; image?: string; lang?: 'en'; urgent?: boolean; undo?: () => void },
): Promise<void> =>
  new Promise((resolve) => {
    const id = ++last;
    const done = () => {
      if (shown().message?.id === id) change({ message: undefined });
      resolve();
    };
    dismissToast();
    change({ message: { id, text, detail, image, lang, urgent, ms, undo, done } });
  });

/** The messages that are shown one after the other, including the current one. */
const inTurn: string[] = [];
let lastInTurn = Promise.resolve();

/**
 * Shows a message after the previous ones of this function, and not twice: a URL may name a table and a product that do
 * not exist.
 */
export function showToastInTurn(text: string, options: { ms: number }) {
  if (inTurn.includes(text)) return;
  inTurn.push(text);
  lastInTurn = lastInTurn.then(() => showToast(text, options)).then(() => void inTurn.shift());
}

/** Removes the current message. */
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

function Toast({ id, text, detail, image, lang, urgent, ms, undo, done }: Message) {
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  }, [isPaused, ms, done]);

  const undoNow = () => {
    done();
    undo?.();
  };
  const pauseOnPointer = {
    className: style.toast,
    lang,
    // On movement, not on entering: a message may appear under a resting pointer.
    onPointerMove: () => setIsPaused(true),
    onPointerOut: () => setIsPaused(false),
  };
  const content = (
    <>
      {image && <img src={image} alt="" width="320" height="240" className={style.image} />}
      <p id={`toast-${id}`} className={style.text}>
        {text}
      </p>
      {detail && <p>{detail}</p>}
      {undo && (
        <button type="button" className={button.secondary} onClick={undoNow}>
          Urungkan
        </button>
      )}
    </>
  );

  return urgent ? (
    <div role="alertdialog" aria-labelledby={`toast-${id}`} {...pauseOnPointer}>
      {content}
    </div>
  ) : (
    <div {...pauseOnPointer}>{content}</div>
  );
}
