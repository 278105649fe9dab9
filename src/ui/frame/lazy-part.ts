import { type ComponentType, lazy } from 'react';
import { loadWithRetry } from '../../state/connection/load-with-retry.ts';

/** A component in a file of its own, which is loaded when it is first rendered. */
export const lazyPart = <Module, Props extends object>(
  load: () => Promise<Module>,
  componentOf: (module: Module) => ComponentType<Props>,
) => lazy(async () => ({ default: componentOf(await loadWithRetry(load)) }));
