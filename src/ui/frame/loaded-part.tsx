/** Parts of a screen in files of their own. `importPart` resolves with the component. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadWithRetry } from '../../state/connection/load-with-retry.ts';

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
 * What a file contains that is loaded once it is wanted, after the start, because the first paint never shows it; undefined until it has arrived.
 * Not by `lazy()`: after the fallback of a `<Suspense>` React would hydrate the screen 0.3 s later.
 */
export function useLoadedPart<Part>(importPart: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [part, setPart] = useState<Part>();

  useEffect(() => {
    if (isWanted) void loadWithRetry(importPart).then((Part) => setPart(() => Part));
  }, [importPart, isWanted]);
  return part;
}
