/** What the script inside every page (`src/startup/early.ts`) keeps until the screens are there. */
export interface Early {
  /** What was tapped or sent, in order. */
  taps: HTMLElement[];
  /** The browser's offer to install, if it came already. */
  prompt?: Event;
}

declare global {
  /** Undefined once taps reach the screens themselves. */
  var early: Early | undefined;
}
