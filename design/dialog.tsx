/** Double taps, and the dialog that refuses their second tap. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Messages } from './messages.tsx';
import { afterPaint } from './run-after-paint.ts';

/** Between two taps; `distance` in CSS pixels. */
const intervalMs = 350;
const distance = 32;

/** The newest click, and what was answered about it. */
let newest: MouseEvent | undefined;
let isSecond = false;

/** To be asked for each click that may be the first or the second of two; asked again about one, it answers the same. */
export function isSecondTap(click: MouseEvent): boolean {
  if (click === newest) return isSecond;
  const before = newest;
  newest = click;
  const isTouch = 'pointerType' in click && click.pointerType === 'touch';
  isSecond =
    // A mouse counts its clicks; fingers are counted by some browsers only.
    click.detail > 1 ||
    (isTouch &&
      before !== undefined &&
      // When it was tapped, not when a slow tablet comes to handle it.
      click.timeStamp - before.timeStamp < intervalMs &&
      Math.hypot(click.clientX - before.clientX, click.clientY - before.clientY) < distance);
  return isSecond;
}

/** Set when a dialog opens or closes, and by `expectSecondTap`: the next click may be the second of a double tap. */
let isRefusing = false;

/** The later clicks of a double tap were meant for the element of the first one, not for what that has opened or uncovered. */
export function refuseSecondTaps() {
  const refuse = (event: MouseEvent) => {
    // Asked for every click: the one before a dialog opened counts, too.
    isRefusing = isSecondTap(event) && isRefusing;
    if (!isRefusing) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', refuse, true);
  return () => removeEventListener('click', refuse, true);
}

/** For what adds or sends something and then closes its dialog, and for what puts something else in its own place. */
export const expectSecondTap = () => {
  isRefusing = true;
};

interface DialogProps {
  /** Or the id of the heading with it (`#id`). */
  name: string;
  about?: string | undefined;
  role?: 'alertdialog' | undefined;
  className?: string | undefined;
  close: () => void;
  children: ReactNode;
}

/** Open as long as it is rendered. Escape, some phones' back gesture and a tap next to it call `close`; its content must fill it. */
export function Dialog({ name, about, role, className, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const begun = useRef<EventTarget>(null);

  useLayoutEffect(() => {
    const opened = dialog.current;
    // What was tapped is painted as tapped first: a browser takes long to make the page beneath inert (performance G4).
    const doNotShow = afterPaint(() => opened?.showModal());
    isRefusing = true;
    return () => {
      doNotShow();
      // Closed while it is still in the document: only then the browser returns the focus.
      opened?.close();
      // Not for a panel: the second of two quick taps may be meant for the page below it.
      if (role) isRefusing = true;
    };
  }, [role]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={dialog}
      role={role}
      {...(name.startsWith('#') ? { 'aria-labelledby': name.slice(1) } : { 'aria-label': name })}
      aria-describedby={about}
      className={className}
      onCancel={(event) => {
        event.preventDefault();
        // In React this event also bubbles to the dialogs around this one.
        if (event.target === event.currentTarget) close();
      }}
      onPointerDown={({ target }) => {
        begun.current = target;
      }}
      // On click: the page below would get the rest of an earlier event. It must have begun there: selecting text may end beside it.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && target === begun.current) close();
      }}
    >
      {children}
      <Messages isInDialog />
    </dialog>
  );
}
