import { listen } from '../frame/event-listener.ts';

/** Whether the customer looks at this tab. */
export const isVisible = () => document.visibilityState === 'visible';

/** Calls `listener` whenever the customer looks at this tab again; returns how to stop. */
export const onVisible = (listener: () => void) =>
  listen('visibilitychange', () => isVisible() && listener(), document);
