import { useAtomValue, useSetAtom } from 'jotai';
import type { CartItem } from '#core/contract';
import { keyOfLine } from '#core/line';
import { cartAtom, changedLineAtom } from '../../state/cart/cart.ts';
import { choicesAtom, listedProductAtom } from '../../state/catalogue/catalogue.ts';
import { OptionForm } from '../catalogue/option-form.tsx';
import { ProductSheet } from '../catalogue/product-detail.tsx';
import { useDialogEntry } from '../frame/location.ts';

/** The form of a line of the cart, filled in (decision M8). Once another tab or device has changed the line, the form adds what is in it. */
export function ChangeLine({ item }: { item: CartItem }) {
  const setChanged = useSetAtom(changedLineAtom);
  const close = () => setChanged(null);
  useDialogEntry(close);
  const line = useAtomValue(cartAtom).find((one) => keyOfLine(one) === keyOfLine(item));
  const product = useAtomValue(listedProductAtom)(item._id);
  const groups = useAtomValue(choicesAtom)?.options.get(item._id);
  if (!product || !groups) return null;

  return (
    <ProductSheet product={product} groups={groups} isChange close={close}>
      <OptionForm product={product} groups={groups} line={line ?? item} isGone={!line} close={close} />
    </ProductSheet>
  );
}
