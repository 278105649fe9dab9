/** Shown in the topmost open dialog, because everything below it is neither seen nor read out. */
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import style from './messages.module.css';

interface Message extends Words {
  id: string;
  turn: number;
  content?: ReactNode;
  timer?: ReturnType<typeof startTimer>;
  isGone?: boolean;
}

interface Words {
  text?: string;
  detail?: string | undefined;
  image?: string;
  lang?: 'en' | undefined;
  urgent?: boolean;
  undo?: () => void;
  action?: { name: string; run: () => void };
}

type Options = Omit<Words, 'text'> & { ms: number };

/** `shownIn`: ids of the elements that can show both (`Messages`), in the order in which they were opened. */
const messagesAtom = atom<{ strip: readonly Message[]; alert?: Message | undefined; shownIn: readonly string[] }>({
  strip: [],
  shownIn: [],
});

/** Jotai's default store, because the caller may be no component. */
const store = getDefaultStore();
const shown = () => store.get(messagesAtom);
const change = (next: Partial<ReturnType<typeof shown>>) => store.set(messagesAtom, { ...shown(), ...next });

const maxTimedMessages = 3;

let turns = 0;

/** In place of the one with the same `id`. */
export function showMessage(text: string, { id = text, ms, ...words }: Options & { id?: string }) {
  const turn = ++turns;
  place({ id, turn, text, ...words, timer: startTimer(ms, () => hide(turn)) });
}

/** In place of the previous one; longer while a pointer that moved onto it stays there. */
export function showAlert(text: string, { ms, ...words }: Options) {
  const turn = ++turns;
  const timer = startTimer(ms, () => shown().alert?.turn === turn && change({ alert: undefined }));
  change({ alert: { id: 'alert', turn, text, ...words, timer } });
}

export function useMessage(id: string, content: ReactNode) {
  useEffect(() => {
    const before = shown().strip.find((message) => message.id === id && !message.isGone);
    if (content) place({ id, turn: before?.turn ?? ++turns, content });
    else if (before) hide(before.turn);
  });
  useEffect(() => () => hide(shown().strip.find((message) => message.id === id)?.turn), [id]);
}

export function clearMessages() {
  for (const { turn, timer } of shown().strip) if (timer) hide(turn);
  change({ alert: undefined });
}

export const shownMessages = () => shown().strip.filter(({ isGone }) => !isGone);

export const isSaying = () => !!shown().alert || shownMessages().some(({ timer }) => timer);

/** A pointer that moves onto the message puts `end` off until it leaves. */
function startTimer(ms: number, end: () => void) {
  let timer = setTimeout(end, ms);
  return {
    // On movement, not on entering: a message may appear under a resting pointer.
    onPointerMove: () => clearTimeout(timer),
    onPointerOut: () => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    },
  };
}

/** In place of the same id, else of the oldest of too many, else of the first empty one; nothing else moves. */
function place(message: Message) {
  const { strip } = shown();
  const going = shownMessages().filter(({ timer }) => timer);
  const oldest = going.sort((one, other) => one.turn - other.turn)[0];
  const replaced =
    strip.find(({ id }) => id === message.id) ??
    (message.timer && going.length >= maxTimedMessages ? oldest : strip.find(({ isGone }) => isGone));
  change({ strip: replaced ? strip.map((one) => (one === replaced ? message : one)) : [...strip, message] });
}

/** Its place stays empty while others stand behind it, so that none of them moves from under a finger. */
function hide(turn?: number) {
  const strip = shown().strip.map((message) => (message.turn === turn ? { ...message, isGone: true } : message));
  change({ strip: strip.slice(0, strip.findLastIndex(({ isGone }) => !isGone) + 1) });
}

/** One in the program's frame, one in each dialog. The last one opened shows them; a dialog the newest only. */
export function Messages({ isInDialog = false, className }: { isInDialog?: boolean; className?: string | undefined }) {
  const me = useId();
  const { strip, alert, shownIn } = useAtomValue(messagesAtom, { store });
  useEffect(() => {
    change({ shownIn: [...shown().shownIn, me] });
    return () => change({ shownIn: shown().shownIn.filter((one) => one !== me) });
  }, [me]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => (isInDialog || !list.current ? undefined : followHeight(list.current)), [isInDialog]);
  const isMine = shownIn.at(-1) === me;
  const newest = Math.max(...strip.map(({ turn, isGone }) => (isGone ? 0 : turn)));
  const rows = isMine ? strip.filter(({ turn }) => !isInDialog || turn === newest) : [];
  const shownAlert = isMine && alert && <Alert key={alert.turn} {...alert} />;

  return (
    <>
      <ul
        ref={list}
        aria-label="Pemberitahuan"
        aria-live="polite"
        className={isInDialog ? style.head : `${style.strip} ${className}`}
      >
        {rows.map((message) => (
          <Row key={message.turn} {...message} />
        ))}
      </ul>
      <div aria-live="polite" className={style.middle}>
        {!alert?.urgent && shownAlert}
      </div>
      <div aria-live="assertive" className={style.middle}>
        {alert?.urgent && shownAlert}
      </div>
    </>
  );
}

/** What gets the focus scrolls clear of the strip (`base.css`). */
function followHeight(strip: HTMLElement) {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (strip.childElementCount > 0) style.setProperty('--messages', `${strip.offsetHeight}px`);
    else style.removeProperty('--messages');
  });
  observer.observe(strip);
  return () => observer.disconnect();
}

function Row({ turn, text, detail, lang, urgent, undo, action, content, timer, isGone }: Message) {
  const offer = action ?? (undo && { name: 'Urungkan', run: undo });

  return (
    // With a button it ends when the offer does.
    <li className={`row apart anywhere ${style.message}`} hidden={isGone} {...(!offer && timer)}>
      {content ?? (
        <div lang={lang} role={urgent ? 'alert' : undefined} className={`bold ${style.words}`}>
          <p>{text}</p>
          {detail && <p className={`small ${style.detail}`}>{detail}</p>}
        </div>
      )}
      {offer && (
        <button
          type="button"
          className="secondary"
          onClick={() => {
            hide(turn);
            offer.run();
          }}
        >
          {offer.name}
        </button>
      )}
    </li>
  );
}

function Alert({ turn, text, detail, lang, image, urgent, timer }: Message) {
  const id = `alert-${turn}`;

  return (
    <div lang={lang} className={style.alert} {...(urgent && { role: 'alertdialog', 'aria-labelledby': id })} {...timer}>
      {image && <img src={image} alt="" width="320" height="240" className="vignette" />}
      <p id={id} className={`large heavy anywhere ${style.title}`}>
        {text}
      </p>
      {detail && <p>{detail}</p>}
    </div>
  );
}
