import { listen } from '../frame/event-listener.ts';

/** Whether this tab is visible. */
export const isVisible = () => document.visibilityState === 'visible';

/** Calls `listener` whenever this tab becomes visible again; returns a function that stops this. */
export const onVisible = (listener: () => void) =>
  listen('visibilitychange', () => isVisible() && listener(), document);
