/** `25.000`. Not by `Intl`: its first use delays the first screen of a phone by 15 ms. */
export const grouped = (amount: number) => `${amount}`.replace(/(?<=\d)(?=(\d{3})+$)/g, '.');

/** No space (decision F9). */
export const rupiah = (amount: number) => `Rp${grouped(amount)}`;

/** '+Rp8.000', '−Rp2.000'. */
export const differenceOf = (price: number) => (price < 0 ? `−${rupiah(-price)}` : `+${rupiah(price)}`);

const amount = /^(?:Rp *)?(\d+|\d{1,3}(?:\.\d{3})+)$/;

/** In rupiah, of what a person has typed; undefined for no amount. */
export function amountIn(text: string): number | undefined {
  const digits = amount.exec(text.trim())?.[1]?.replaceAll('.', '') ?? '';
  return digits === '' || digits.length > 10 ? undefined : Number(digits);
}

/** What a field for an amount shows after an edit: its own points move with the digits, those that a person types must separate thousands. */
export function regrouped(before: string, text: string): string {
  const pointsIn = (one: string) => one.split('.').length;
  const isOfDigits = amount.test(before) && pointsIn(before) === pointsIn(text);
  const typed = amountIn(isOfDigits ? text.replaceAll('.', '') : text);
  // Zeros alone are what is left of an amount whose first digit is being corrected.
  return typed === undefined || (typed === 0 && text.length > 1) ? text : grouped(typed);
}
