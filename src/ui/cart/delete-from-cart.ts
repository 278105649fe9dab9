import { useSetAtom, useStore } from 'jotai';
import type { CartItem } from '#core/contract';
import { keyOfLine, wholeNameOf } from '#core/line';
import { showAlert } from '../../../design/messages.tsx';
import { cartAtom, clearAllAtom, clearItemAtom } from '../../state/cart/cart.ts';
import { confirmed } from '../feedback/questions.ts';

const deleted = () => showAlert('Deleted!', { ms: 1_500, detail: 'Your product has been deleted', lang: 'en' });

const deletion = { lang: 'en', isDeletion: true } as const;

/** Deletes one item, what is sold out, or all: asks first, and shows a message afterwards (specification §4). */
export function useDeleteFromCart() {
  const store = useStore();
  const clearItem = useSetAtom(clearItemAtom);
  const clearAll = useSetAtom(clearAllAtom);

  return {
    deleteItem: async (item: CartItem) => {
      if (!(await confirmed('Are you sure want to delete this product?', { ...deletion, detail: wholeNameOf(item) })))
        return;
      await clearItem(keyOfLine(item));
      deleted();
    },
    deleteSoldOut: async () => {
      const soldOut = store.get(cartAtom).filter(({ available }) => available === false);
      const detail = soldOut.map(wholeNameOf).join(', ');
      if (!(await confirmed('Are you sure want to delete all this product?', { ...deletion, detail }))) return;
      for (const item of soldOut) await clearItem(keyOfLine(item));
      deleted();
    },
    deleteAll: async () => {
      if (!(await confirmed('Are you sure want to delete all this product?', deletion))) return;
      await clearAll();
      deleted();
    },
  };
}
