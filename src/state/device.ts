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

/** All of that file, for who calls more than one of it in the same turn. */
export const loadDevice = () => untilThere(load);

/** Each function of that file, which is called once that is there. By its name alone: a list of them would be in every page. */
export const device = new Proxy({} as { [Name in keyof DeviceFile]: Later<DeviceFile[Name]> }, {
  get:
    (_nothing, name: keyof DeviceFile) =>
    async (...given: never[]) =>
      ((await loadDevice())[name] as (...given: never[]) => unknown)(...given),
});

/** Calls `listener` with the keys that another tab or the worker wrote, as soon as that can be heard; returns how to stop. */
export function onChange(listener: (keys: string[]) => void): () => void {
  const stopping = loadDevice().then((kept) => kept.onChange(listener));
  return () => void stopping.then((stop) => stop());
}
