/** Ways to pay at the shop itself (decision O10). They are entries of the list of mini-markets, with these ids. */

/** Pays at the shop's till. */
export const tillId = 'kasir';

/** Pays by the shop's QRIS code; offered only where `shop.config.json` has its text. */
export const qrisId = 'qris';
