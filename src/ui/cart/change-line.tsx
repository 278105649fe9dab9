import { useAtomValue } from 'jotai';
import type { CartItem } from '#core/contract';
import { choicesAtom, listedProductAtom } from '../../state/catalogue/catalogue.ts';
import { OptionForm } from '../catalogue/option-form.tsx';
import { ProductSheet } from '../catalogue/product-detail.tsx';
import { useDialogEntry } from '../frame/location.ts';

/** The form of a line of the cart, filled in (decision M8). */
export function ChangeLine({ item, close }: { item: CartItem; close: () => void }) {
  useDialogEntry(close);
  const product = useAtomValue(listedProductAtom)(item._id);
  const groups = useAtomValue(choicesAtom)?.options.get(item._id);
  if (!product || !groups) return null;

  return (
    <ProductSheet product={product} groups={groups} isChange close={close}>
      <OptionForm product={product} groups={groups} line={item} close={close} />
    </ProductSheet>
  );
}
