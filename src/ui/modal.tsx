import { useSetAtom, useStore } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Search } from '../state/address-line.ts';
import { backAtom, navigateAtom } from '../state/navigation.ts';
import { placeAtom } from '../state/place.ts';
import style from './modal.module.css';
import { Words } from './words.tsx';

// Where nothing is laid out (prerendering) no effect runs at all, and React would warn.
const useOpening = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Who taps twice means what the first tap was on: the others are not for what that has brought, or laid bare. */
function refuse(event: globalThis.MouseEvent) {
  if (event.detail < 2) return removeEventListener('click', refuse, true);
  event.preventDefault();
  event.stopPropagation();
}
const refuseSecondTaps = () => addEventListener('click', refuse, true);

/**
 * A real dialog over the page, open as long as it stands there: the focus is kept inside and given back; Escape, the back
 * gesture of some phones and a tap beside it ask to `close`. Its content fills it, so that beside it means on the veil.
 */
export function Modal({
  name,
  about,
  role,
  className,
  close,
  children,
}: {
  /** The accessible name, or the id of the heading that says it (`#id`). */
  name: string;
  /** The id of what is read out after the name. */
  about?: string;
  role?: 'alertdialog';
  className: string | undefined;
  close: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const begun = useRef<EventTarget>(null);

  useOpening(() => {
    const opened = dialog.current;
    opened?.showModal();
    refuseSecondTaps();
    return () => {
      // While it still stands in the document: later there is nothing that could give the focus back.
      opened?.close();
      // Who closes a panel at one place may well want what lies there.
      if (role) refuseSecondTaps();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape
    <dialog
      ref={dialog}
      role={role}
      {...(name.startsWith('#') ? { 'aria-labelledby': name.slice(1) } : { 'aria-label': name })}
      aria-describedby={about}
      className={`${style.modal} ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        // React tells it to the dialogs around this one, too.
        if (event.target === event.currentTarget) close();
      }}
      onPointerDown={({ target }) => {
        begun.current = target;
      }}
      // Not before the tap is over: the page beneath would have the rest of it. What was selected inside and let go of beside it stays.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && target === begun.current) close();
      }}
    >
      {children}
      <Words />
    </dialog>
  );
}

/** Closes what the address line opened: back where it was opened from, or to `search` when somebody came to it directly. */
export function useCloseOpened() {
  const store = useStore();
  const navigate = useSetAtom(navigateAtom);
  const back = useSetAtom(backAtom);
  const left = useRef<object>(null);

  return (to: '/products' | '/account/order-list', search: Search) => {
    const place = store.get(placeAtom);
    // The browser goes back a moment later: what is pressed twice would lead back twice.
    if (left.current === place) return;
    left.current = place;
    if (place.state.opened) void back();
    else void navigate({ to, search, resetScroll: false, replace: true });
  };
}
