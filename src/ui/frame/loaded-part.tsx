/** Parts of a screen in files of their own. `importPart` resolves with the component. */
import { useAtomValue } from 'jotai';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { loadWithRetry } from '../../state/connection/load-with-retry.ts';
import { isStartedAtom } from '../../state/frame/startup.ts';

/** A component whose file is loaded when it is first rendered; until it has arrived the `fallback` is there. */
export function lazyPart<Props extends object>(importPart: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: (await loadWithRetry(importPart)) as ComponentType<object> }));
  return ({ fallback, ...props }: Props & { fallback?: ReactNode }) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}

/**
 * A component whose file is loaded once the page has started, because the first paint never shows it; undefined until it has arrived. `load`
 * loads it earlier; rejects after so many attempts. Not by `lazy()`: after the fallback of a `<Suspense>` React would hydrate the screen
 * 0.3 s later.
 */
export function useLoadedPart<Part>(
  importPart: () => Promise<Part>,
  { ahead = true } = {},
): { Part: Part | undefined; load: (attempts?: number) => Promise<void> } {
  const [part, setPart] = useState<{ Part?: Part }>({});
  const isStarted = useAtomValue(isStartedAtom);
  const load = useCallback(
    async (attempts?: number) => {
      const Part = await loadWithRetry(importPart, attempts);
      setPart((now) => (now.Part ? now : { Part }));
    },
    [importPart],
  );

  useEffect(() => {
    if (ahead && isStarted) void load();
  }, [ahead, isStarted, load]);
  return { Part: part.Part, load };
}
