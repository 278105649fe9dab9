/** Short messages that go by themselves. They are shown in the topmost open dialog, because what lies beneath it is neither seen nor read out. */
import { useEffect, useId, useState } from 'react';
import { externalStore } from './external-store.ts';
import style from './words.module.css';

interface Said {
  id: number;
  text: string;
  detail?: string | undefined;
  image?: string | undefined;
  lang?: 'en' | undefined;
  urgent: boolean;
  ms: number;
  done: () => void;
}

/** The message that is shown now, and the ids of the places it can be shown in (`Words`), in the order in which they opened. */
const words = externalStore<{ said: Said[]; places: string[] }>({ said: [], places: [] });
const change = (next: Partial<ReturnType<typeof words.get>>) => words.set({ ...words.get(), ...next });

let last = 0;

/**
 * Says something for `ms` milliseconds (longer while a pointer that moved onto it stays there) and resolves
 * when it is gone. What is `urgent` interrupts a screen reader; everything else waits its turn.
 */
export const tell = (
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
      change({ said: words.get().said.filter((said) => said.id !== id) });
      resolve();
    };
    // A new message replaces the one before.
    for (const said of words.get().said) said.done();
    change({ said: [{ id, text, detail, image, lang, urgent, ms, done }] });
  });

/** Ends what is being shown. */
export function hush() {
  for (const said of words.get().said) said.done();
}

/** A place where messages are shown, one in the app and one in every dialog; the last one opened shows them. */
export function Words() {
  const me = useId();
  const { said, places } = words.use();
  useEffect(() => {
    change({ places: [...words.get().places, me] });
    return () => change({ places: words.get().places.filter((place) => place !== me) });
  }, [me]);

  const here = places.at(-1) === me ? said : [];

  return (
    <>
      <div aria-live="polite" className={style.calm}>
        {here
          .filter(({ urgent }) => !urgent)
          .map((word) => (
            <Word key={word.id} {...word} />
          ))}
      </div>
      <div aria-live="assertive" className={style.place}>
        {here
          .filter(({ urgent }) => urgent)
          .map((word) => (
            <Word key={word.id} {...word} />
          ))}
      </div>
    </>
  );
}

function Word({ id, text, detail, image, lang, urgent, ms, done }: Said) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  }, [held, ms, done]);

  const holding = {
    className: style.word,
    lang,
    // On movement, not on entering: a message that appears under a resting pointer is entered without anybody's doing.
    onPointerMove: () => setHeld(true),
    onPointerOut: () => setHeld(false),
  };
  const content = (
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
      {content}
    </div>
  ) : (
    <div {...holding}>{content}</div>
  );
}
