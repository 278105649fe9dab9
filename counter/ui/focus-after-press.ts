/** Keeps the focus when a card leaves its column together with the button that was pressed. */
import { useLayoutEffect } from 'react';

let pressed: string | undefined;

/** To be called before an order changes its column. */
export function notePress(orderNumber: string) {
  pressed = orderNumber;
}

/** Moves a lost focus to the card's next button or, where the card is not shown any more, to the chosen tab or the board. */
export function useFocusAfterPress(shown: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is the event
  useLayoutEffect(() => {
    if (pressed === undefined) return;
    const cards = [...document.querySelectorAll<HTMLElement>('[data-order]')];
    const card = cards.find(({ dataset }) => dataset.order === pressed);
    pressed = undefined;
    for (const element of [
      card?.querySelector<HTMLElement>('[data-step]'),
      document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]'),
      document.querySelector<HTMLElement>('h1'),
    ]) {
      if (document.activeElement !== document.body) return;
      element?.focus({ preventScroll: true });
    }
  }, [shown]);
}
