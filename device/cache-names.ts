/** The caches in which the worker keeps the shop's public answers; pages look into them (`public-answers.ts`). */
export const menuCache = 'kedai-menu';
/** What goes first when space is short (decision S4). */
export const imageCache = 'kedai-images';
export const regionCache = 'kedai-regions';
