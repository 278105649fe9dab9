/** What comes by itself, and no first paint shows, by name: a module that is imported as a whole comes with all its names. */
export { News } from './news.tsx';
export { InstallOffer, PlacedOrder } from './when-there-is.tsx';
