import { useStore } from 'jotai';
import type { CartItem } from '#core/contract';
import { keyOfLine, wholeNameOf } from '#core/line';
import { showAlert } from '../../../design/messages.tsx';
import { cartAtom, clearAllAtom, clearItemAtom } from '../../state/cart/cart.ts';
import { confirmed } from '../feedback/questions.ts';

/** Asks first, and shows a message afterwards (specification §4). */
async function askAndDelete(question: string, detail: string | undefined, clear: () => Promise<unknown>) {
  if (!(await confirmed(question, { lang: 'en', isDeletion: true, ...(detail && { detail }) }))) return;
  await clear();
  showAlert('Deleted!', { ms: 1_500, detail: 'Your product has been deleted', lang: 'en' });
}

const all = 'Are you sure want to delete all this product?';

/** Deletes one item, what is sold out, or all. */
export function useDeleteFromCart() {
  const store = useStore();
  const clear = (item: CartItem) => store.set(clearItemAtom, keyOfLine(item));

  return {
    deleteItem: (item: CartItem) =>
      askAndDelete('Are you sure want to delete this product?', wholeNameOf(item), () => clear(item)),
    deleteSoldOut: () => {
      const soldOut = store.get(cartAtom).filter(({ available }) => available === false);
      return askAndDelete(all, soldOut.map(wholeNameOf).join(', '), async () => {
        for (const item of soldOut) await clear(item);
      });
    },
    deleteAll: () => askAndDelete(all, undefined, () => store.set(clearAllAtom)),
  };
}
