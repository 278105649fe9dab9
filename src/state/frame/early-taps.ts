/** The queue that the inline script of every page (`src/early-taps.ts`) fills until the screens are hydrated. */
export interface EarlyTaps {
  /** The tapped elements and submitted forms, in order. */
  taps: HTMLElement[];
  /** The browser's install prompt, if it has arrived already. */
  prompt?: Event;
}

declare global {
  /** Undefined when taps reach the screens directly. */
  var early: EarlyTaps | undefined;
}
