/**
 * The calls, the device's memory, and what delivers. None of it is needed for the first paint, so it is fetched behind it, as
 * one file; whoever calls one of these waits for it, too.
 */
import type { Credentials } from '#core/contract';

type Function = (...given: never[]) => unknown;

/** The same function, once its module is there. */
const later =
  <F extends Function>(load: () => Promise<F>) =>
  async (...given: Parameters<F>): Promise<Awaited<ReturnType<F>>> =>
    (await load())(...given) as Awaited<ReturnType<F>>;

const api = () => import('#device/api');
const announcement = () => import('#device/announcement');
const failures = () => import('#device/failures');
const store = () => import('#device/store');
const session = () => import('#device/session');
const cartSync = () => import('#device/cart-sync');
const intents = () => import('#device/intents');
const outbox = () => import('#device/outbox');
const addresses = () => import('#device/new-addresses');
const lists = () => import('#device/private-lists');

export const getProducts = later(async () => (await api()).getProducts);
export const getFilteredProducts = later(async () => (await api()).getFilteredProducts);
export const getCategories = later(async () => (await api()).getCategories);
export const getTags = later(async () => (await api()).getTags);
export const getBanks = later(async () => (await api()).getBanks);
export const getMiniMarkets = later(async () => (await api()).getMiniMarkets);
export const logIn = async (credentials: Credentials) => (await api()).logIn(credentials);
export const logOut = later(async () => (await api()).logOut);
export const hostIsKedai = later(async () => (await announcement()).hostIsKedai);
export const statusOf = later(async () => (await failures()).statusOf);

export const keepSession = later(async () => (await session()).keepSession);
export const endSession = later(async () => (await session()).endSession);
export const revokeEndedSessions = later(async () => (await session()).revokeEndedSessions);

export const changeCart = later(async () => (await cartSync()).changeCart);
export const keptCart = later(async () => (await cartSync()).keptCart);
export const syncCart = later(async () => (await cartSync()).syncCart);

export const agreeToAge = later(async () => (await outbox()).agreeToAge);
export const agreeToQuote = later(async () => (await outbox()).agreeToQuote);
export const cancel = later(async () => (await outbox()).cancel);
export const canCancel = later(async () => (await outbox()).canCancel);
export const deliver = later(async () => (await outbox()).deliver);
export const deliverDue = later(async () => (await outbox()).deliverDue);
export const dismiss = later(async () => (await outbox()).dismiss);
export const intentsOf = later(async () => (await intents()).intentsOf);
export const keepIntent = later(async () => (await intents()).keepIntent);

export const forgetUnsavedAddress = later(async () => (await addresses()).forgetUnsavedAddress);
export const saveAddress = later(async () => (await addresses()).saveAddress);
export const saveUnsavedAddresses = later(async () => (await addresses()).saveUnsavedAddresses);
export const unsavedAddressesOf = later(async () => (await addresses()).unsavedAddressesOf);

export const ownAddresses = later(async () => (await lists()).ownAddresses);
export const ownOrders = later(async () => (await lists()).ownOrders);

/** Calls `listener` with the keys that another tab or the worker wrote, as soon as that can be heard; returns how to stop. */
export function onChange(listener: (keys: string[]) => void): () => void {
  const stopping = store().then((module) => module.onChange(listener));
  return () => void stopping.then((stop) => stop());
}
