/** Event listeners that return a function that removes them. */

type Events = WindowEventMap & DocumentEventMap;

/** Calls `listener` with every event of a type that reaches `target`; returns a function that stops this. */
export function listen<Type extends keyof Events>(
  type: Type,
  listener: (event: Events[Type]) => void,
  target: EventTarget = globalThis,
): () => void {
  target.addEventListener(type, listener as EventListener);
  return () => target.removeEventListener(type, listener as EventListener);
}

/** One function that calls each of these. */
export const combined =
  (...stops: (() => void)[]): (() => void) =>
  () => {
    for (const stop of stops) stop();
  };

export const isVisible = () => document.visibilityState === 'visible';

/** Calls `listener` whenever this tab becomes visible again; returns a function that stops this. */
export const onVisible = (listener: () => void) =>
  listen('visibilitychange', () => isVisible() && listener(), document);
