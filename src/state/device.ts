/**
 * The shop's calls, the device's memory, and the delivery of what waits. No first paint needs them, so they are fetched
 * after it, as one file (`device-file.ts`); every call waits until that has come.
 */
import { loadWithRetry } from './load-with-retry.ts';

const load = () => import('./device-file.ts');

type DeviceFile = Awaited<ReturnType<typeof load>>;
type Later<F> = F extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Awaited<Result>>
  : never;

/** The whole file, for callers that need several of its functions in one turn of the event loop. */
export const loadDevice = () => loadWithRetry(load);

/**
 * Each function of that file; calling one resolves or rejects as it does, after the file has come. A proxy, because a
 * list of the names would add to every page's script.
 */
export const device = new Proxy({} as { [Name in keyof DeviceFile]: Later<DeviceFile[Name]> }, {
  get:
    (_nothing, name: keyof DeviceFile) =>
    async (...given: never[]) =>
      ((await loadDevice())[name] as (...given: never[]) => unknown)(...given),
});

/**
 * Calls `listener` with the keys that another tab or the worker wrote, as soon as that can be heard; returns how to
 * stop.
 */
export function onChange(listener: (keys: string[]) => void): () => void {
  const stopping = loadDevice().then((kept) => kept.onChange(listener));
  return () => void stopping.then((stop) => stop());
}
