/** What no first paint shows and every screen may soon, by name: a module that is imported as a whole comes with all its names. */
export { CartPanel } from './cart-panel.tsx';
export { InstallOffer } from './install-offer.tsx';
export { News } from './news.tsx';
export { PlacedOrder } from './placed-order.tsx';
export { StoragePanel } from './storage-panel.tsx';
