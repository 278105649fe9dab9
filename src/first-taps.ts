/** What was tapped and typed while a prerendered page waited for its scripts (`early.ts`). */
import type { Early } from './early.ts';
import { tell } from './ui/dialogs.tsx';

const early = (globalThis as { early?: Early }).early;

/** The browser's offer to install, where it came before anybody listened. */
export const earlyPrompt = () => early?.prompt;

interface Typed {
  field: HTMLInputElement | HTMLTextAreaElement;
  value: string;
}
let typed: Typed[] = [];

const isBusy = (element: Element, busy: boolean) => {
  if (busy) element.setAttribute('aria-busy', 'true');
  else element.removeAttribute('aria-busy');
};

/** The page as it was rendered, for React to find what it expects; call right before it hydrates. */
export function takeOver() {
  for (const element of early?.waiting ?? []) isBusy(element, false);
}

/** Gives the screens what was tapped and typed meanwhile, once the customer is known. */
export function replay() {
  if (!early) return;
  early.over();
  for (const { field, value } of typed) type(field, value);
  typed = [];
  for (const element of early.waiting.splice(0)) {
    isBusy(element, false);
    if (!element.isConnected) void tell('Yang tadi Anda sentuh sudah tidak ada di sini', { ms: 3_000 });
    else if (element instanceof HTMLFormElement) element.requestSubmit();
    else element.click();
  }
}

function type(field: Typed['field'], value: string) {
  // React looks for a change against what was last set through the field itself.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
