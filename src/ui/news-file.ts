/**
 * What the page shows by itself once it stands, as one file (`lazy-module.ts`). Named one by one, because a module that
 * is imported dynamically as a whole keeps all its exports.
 */

export { LatestOrder } from './latest-order.tsx';
export { InstallOffer, PlacedOrder } from './lazy-cards.tsx';
export { News } from './news.tsx';
