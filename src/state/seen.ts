import { listen } from './listening.ts';

/** Whether the customer looks at this tab. */
export const isSeen = () => document.visibilityState === 'visible';

/** Calls `listener` whenever the customer looks at this tab again; returns how to stop. */
export const onSeen = (listener: () => void) => listen('visibilitychange', () => isSeen() && listener(), document);
