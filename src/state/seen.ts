/** Whether the customer looks at this tab. */
export const isSeen = () => document.visibilityState === 'visible';

/** Calls `listener` whenever the customer looks at this tab again; returns how to stop. */
export function onSeen(listener: () => void): () => void {
  const changed = () => {
    if (isSeen()) listener();
  };
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
