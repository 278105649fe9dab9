/** Why a line of the cart cannot be had now; the same in the cart and at the checkout. */
import { type Chosen, keyOfLine, type LineKey } from '#core/line';
import { soldOutToday } from '../catalogue/availability.ts';

/** Why an item of the cart is not available now; `gone`: ids of products that are no longer on the menu; `choices`: lines with such choices. */
export const absenceOf = (
  item: { _id: string } & Chosen,
  { gone, choices }: { gone: ReadonlySet<string>; choices: ReadonlySet<LineKey> },
) =>
  gone.has(item._id)
    ? 'Sudah tidak ada di menu'
    : choices.has(keyOfLine(item))
      ? 'Pilihan ini sedang tidak ada'
      : soldOutToday;
