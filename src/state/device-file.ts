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
export { cacheSummary } from '#device/cache-summary';
export { hasKedaiCapabilities } from '#device/capabilities';
export { changeCart, isCartPending, storedCart, syncCart } from '#device/cart-sync';
export { isInMemory } from '#device/disk';
export { agreeToAge, agreeToQuote, cancel, deliver, deliverDue, dismiss } from '#device/outbox';
export { outboxOrdersOf, storeOutboxOrder } from '#device/outbox-store';
export { sessionHasEnded } from '#device/outcome';
export { customerAddresses, customerOrders, storedLists } from '#device/private-lists';
export { endSession, revokeEndedSessions, storeSession } from '#device/session';
export { onChange } from '#device/store';
export { forgetUnsavedAddress, saveAddress, saveUnsavedAddresses, unsavedAddressesOf } from '#device/unsaved-addresses';
export { keep, readKept } from './kept.ts';
