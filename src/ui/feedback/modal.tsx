import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Search } from '../../state/catalogue/search.ts';
import style from './modal.module.css';
import { Toasts } from './toasts.tsx';

// Prerendering runs no effects, and React warns of a layout effect there.
const useOpening = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Swallows the later clicks of a double tap: they were meant for what the first one hit, not for what it opened or
 * uncovered.
 */
function refuse(event: globalThis.MouseEvent) {
  if (event.detail < 2) return removeEventListener('click', refuse, true);
  event.preventDefault();
  event.stopPropagation();
}
const refuseSecondTaps = () => addEventListener('click', refuse, true);

/**
 * A modal `<dialog>`, open as long as it is rendered: the browser keeps the focus inside and gives it back afterwards.
 * Escape, the back gesture of some phones and a tap beside it call `close`. Its content must fill it: a tap on the
 * element itself counts as beside it.
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
      // Closed while it is still in the document: only then does the browser give the focus back.
      opened?.close();
      // Not for a panel: the second of two quick taps may well be meant for what lies beneath.
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
        // In React this event bubbles to the dialogs around this one, too.
        if (event.target === event.currentTarget) close();
      }}
      onPointerDown={({ target }) => {
        begun.current = target;
      }}
      // On click, not earlier: the page beneath would get the rest of the tap. It must also have begun there: selecting
      // text may end beside it.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && target === begun.current) close();
      }}
    >
      {children}
      <Toasts />
    </dialog>
  );
}

/**
 * Closes what the address bar opened: back where it was opened from, or to `search` when somebody came to it directly.
 */
export function useCloseOpened() {
  const router = useRouter();
  const left = useRef<object>(null);

  return (to: '/products' | '/account/order-list', search: Search) => {
    const { location } = router.state;
    // Going back takes a moment, in which a second press must not go back again.
    if (left.current === location) return;
    left.current = location;
    if (location.state.opened) router.history.back();
    else void router.navigate({ to, search, resetScroll: false, replace: true });
  };
}
