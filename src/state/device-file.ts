/**
 * What the page calls of the device's modules, as one file (`device.ts`). Named one by one, because a module that is
 * imported dynamically as a whole keeps all its exports.
 */

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
export { hasKedaiCapabilities } from '#device/capabilities';
export { cartWaits, changeCart, keptCart, syncCart } from '#device/cart-sync';
export { isInMemory } from '#device/disk';
export { forgetUnsavedAddress, saveAddress, saveUnsavedAddresses, unsavedAddressesOf } from '#device/new-addresses';
export { agreeToAge, agreeToQuote, cancel, deliver, deliverDue, dismiss } from '#device/outbox';
export { outboxOrdersOf, storeOutboxOrder } from '#device/outbox-store';
export { sessionHasEnded } from '#device/outcome';
export { keptLists, ownAddresses, ownOrders } from '#device/private-lists';
export { publicAnswers } from '#device/public-answers';
export { endSession, keepSession, revokeEndedSessions } from '#device/session';
export { onChange } from '#device/store';
export { keep, readKept } from './kept.ts';
