/**
 * What the page calls of the device's modules, as one file (`device.ts`). Named one by one, because a module that is
 * imported dynamically as a whole keeps all its exports.
 */

export { hostIsKedai } from '#device/announcement';
export {
  getBanks,
  getCategories,
  getFilteredProducts,
  getMiniMarkets,
  getProducts,
  getRegions,
  getTags,
  logIn,
  logOut,
  register,
} from '#device/api';
export { cartWaits, changeCart, keptCart, syncCart } from '#device/cart-sync';
export { isInMemory } from '#device/disk';
export { intentsOf, keepIntent } from '#device/intents';
export { forgetUnsavedAddress, saveAddress, saveUnsavedAddresses, unsavedAddressesOf } from '#device/new-addresses';
export { agreeToAge, agreeToQuote, cancel, deliver, deliverDue, dismiss } from '#device/outbox';
export { sessionHasEnded } from '#device/outcome';
export { keptLists, olderOrders, ownAddresses, ownOrders } from '#device/private-lists';
export { publicAnswers } from '#device/public-answers';
export { endSession, keepSession, revokeEndedSessions } from '#device/session';
export { onChange } from '#device/store';
export { keep, readKept } from './kept.ts';
