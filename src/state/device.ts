/**
 * The calls, the device's memory, and what delivers. None of it is needed for the first paint, so it is fetched behind it, as
 * one file; whoever calls one of these waits for it, too.
 */
import { untilThere } from './until-there.ts';

const load = () => import('./device-file.ts');

type DeviceFile = Awaited<ReturnType<typeof load>>;
type Later<F> = F extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Awaited<Result>>
  : never;

/** What reads and writes the keys that the page mirrors, and hears of them. */
export const loadKept = () => untilThere(load);

/** Each function of that file, which is called once that is there. By its name alone: a list of them would be in every page. */
export const device = new Proxy({} as { [Name in keyof DeviceFile]: Later<DeviceFile[Name]> }, {
  get:
    (_nothing, name: keyof DeviceFile) =>
    async (...given: never[]) =>
      ((await loadKept())[name] as (...given: never[]) => unknown)(...given),
});

/** Calls `listener` with the keys that another tab or the worker wrote, as soon as that can be heard; returns how to stop. */
export function onChange(listener: (keys: string[]) => void): () => void {
  const stopping = loadKept().then((kept) => kept.onChange(listener));
  return () => void stopping.then((stop) => stop());
}
