/**
 * The calls, the device's memory, and what delivers. None of it is needed for the first paint, so it is fetched behind it, as
 * one file; whoever calls one of these waits for it, too.
 */
import { untilThere } from './until-there.ts';

type Callable = (...given: never[]) => unknown;

/** Of a module that is fetched behind the first paint a function by its name; whoever calls it waits until it is there. */
const behind =
  <Module>(load: () => Promise<Module>) =>
  <Name extends keyof Module, F extends Callable = Extract<Module[Name], Callable>>(name: Name) =>
  async (...given: Parameters<F>): Promise<Awaited<ReturnType<F>>> =>
    ((await untilThere(load))[name] as F)(...given) as Awaited<ReturnType<F>>;

const api = behind(() => import('#device/api'));
const announcement = behind(() => import('#device/announcement'));
const failures = behind(() => import('#device/failures'));
const session = behind(() => import('#device/session'));
const cartSync = behind(() => import('#device/cart-sync'));
const intents = behind(() => import('#device/intents'));
const outbox = behind(() => import('#device/outbox'));
const addresses = behind(() => import('#device/new-addresses'));
const lists = behind(() => import('#device/private-lists'));

export const getProducts = api('getProducts');
export const getFilteredProducts = api('getFilteredProducts');
export const getCategories = api('getCategories');
export const getTags = api('getTags');
export const getBanks = api('getBanks');
export const getMiniMarkets = api('getMiniMarkets');
export const logIn = api('logIn');
export const register = api('register');
export const logOut = api('logOut');
export const hostIsKedai = announcement('hostIsKedai');
export const statusOf = failures('statusOf');

export const keepSession = session('keepSession');
export const endSession = session('endSession');
export const revokeEndedSessions = session('revokeEndedSessions');

export const cartWaits = cartSync('cartWaits');
export const changeCart = cartSync('changeCart');
export const keptCart = cartSync('keptCart');
export const syncCart = cartSync('syncCart');

export const agreeToAge = outbox('agreeToAge');
export const agreeToQuote = outbox('agreeToQuote');
export const cancel = outbox('cancel');
export const canCancel = outbox('canCancel');
export const deliver = outbox('deliver');
export const deliverDue = outbox('deliverDue');
export const dismiss = outbox('dismiss');
export const intentsOf = intents('intentsOf');
export const keepIntent = intents('keepIntent');

export const forgetUnsavedAddress = addresses('forgetUnsavedAddress');
export const saveAddress = addresses('saveAddress');
export const saveUnsavedAddresses = addresses('saveUnsavedAddresses');
export const unsavedAddressesOf = addresses('unsavedAddressesOf');

export const ownAddresses = lists('ownAddresses');
export const ownOrders = lists('ownOrders');

/** What reads and writes the keys that the page mirrors. */
export const loadKept = () => untilThere(() => import('./kept.ts'));

/** Calls `listener` with the keys that another tab or the worker wrote, as soon as that can be heard; returns how to stop. */
export function onChange(listener: (keys: string[]) => void): () => void {
  const stopping = untilThere(() => import('#device/store')).then((module) => module.onChange(listener));
  return () => void stopping.then((stop) => stop());
}
