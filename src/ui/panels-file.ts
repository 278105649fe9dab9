/**
 * What a page shows only when a customer opens it, or once there is something in it, as one file (`lazy-module.ts`).
 * Named one by one, because a module that is imported dynamically as a whole keeps all its exports.
 */
export { CartPanel } from './cart-panel.tsx';
export { InstallOffer } from './install-offer.tsx';
export { PlacedOrder } from './placed-order.tsx';
export { StoragePanel } from './storage-panel.tsx';
