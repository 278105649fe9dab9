/** What no page shows before it is wanted, by name: a module that is imported as a whole comes with all its names. */
export { CartPanel } from './cart-panel.tsx';
export { InstallOffer } from './install-offer.tsx';
export { PlacedOrder } from './placed-order.tsx';
export { StoragePanel } from './storage-panel.tsx';
