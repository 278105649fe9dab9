/**
 * The calls, the device's memory, and what delivers. None of it is needed for the first paint, so it is fetched behind it, as
 * one file; whoever calls one of these waits for it, too.
 */
import { untilThere } from './until-there.ts';

type Callable = (...given: never[]) => unknown;

const load = () => import('./device-file.ts');
type DeviceFile = Awaited<ReturnType<typeof load>>;

/** A function of that file by its name; whoever calls it waits until it is there. */
export const behind =
  <Name extends keyof DeviceFile, F extends Callable = Extract<DeviceFile[Name], Callable>>(name: Name) =>
  async (...given: Parameters<F>): Promise<Awaited<ReturnType<F>>> =>
    ((await untilThere(load))[name] as unknown as F)(...given) as Awaited<ReturnType<F>>;

export const getProducts = behind('getProducts');
export const getFilteredProducts = behind('getFilteredProducts');
export const getCategories = behind('getCategories');
export const getTags = behind('getTags');
export const getBanks = behind('getBanks');
export const getMiniMarkets = behind('getMiniMarkets');
export const logIn = behind('logIn');
export const logOut = behind('logOut');

export const keepSession = behind('keepSession');
export const endSession = behind('endSession');

export const changeCart = behind('changeCart');
export const keptCart = behind('keptCart');
export const syncCart = behind('syncCart');

export const intentsOf = behind('intentsOf');

/** What reads and writes the keys that the page mirrors, and hears of them. */
export const loadKept = () => untilThere(load);

/** Calls `listener` with the keys that another tab or the worker wrote, as soon as that can be heard; returns how to stop. */
export function onChange(listener: (keys: string[]) => void): () => void {
  const stopping = loadKept().then((kept) => kept.onChange(listener));
  return () => void stopping.then((stop) => stop());
}
