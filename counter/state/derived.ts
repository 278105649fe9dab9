import { atom, type Getter, useAtomValue } from 'jotai';
import { useMemo } from 'react';

/** A value computed from atoms, for one of many components: it is rendered again only when this value changes. */
export function useDerived<Value>(compute: (get: Getter) => Value, dependencies: unknown[]): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what `compute` depends on
  return useAtomValue(useMemo(() => atom(compute), dependencies));
}
