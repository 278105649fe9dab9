/** What the script inside every page (`src/early-taps.ts`) queues until the screens are hydrated. */
export interface EarlyTaps {
  /** What was tapped or sent, in order. */
  taps: HTMLElement[];
  /** The browser's offer to install, if it came already. */
  prompt?: Event;
}

declare global {
  /** Undefined once taps reach the screens themselves. */
  var early: EarlyTaps | undefined;
}
