/** `25.000`. Not by `Intl`: its first use delays the first screen of a phone by 15 ms. */
export const grouped = (amount: number) => `${amount}`.replace(/(?<=\d)(?=(\d{3})+$)/g, '.');

/** No space (decision F9). */
export const rupiah = (amount: number) => `Rp${grouped(amount)}`;

/** '+Rp8.000', '−Rp2.000'. */
export const differenceOf = (price: number) => (price < 0 ? `−${rupiah(-price)}` : `+${rupiah(price)}`);
