import { useSetAtom } from 'jotai';
import { clearAllAtom, clearItemAtom } from '../../state/cart/cart.ts';
import { confirmed } from '../feedback/questions.ts';
import { showToast } from '../feedback/toasts.tsx';

const deleted = () => void showToast('Deleted!', { ms: 1_500, detail: 'Your product has been deleted', lang: 'en' });

/** Deletes one item or all: asks first, and shows a message afterwards (specification §4). */
export function useDeleteFromCart() {
  const clearItem = useSetAtom(clearItemAtom);
  const clearAll = useSetAtom(clearAllAtom);

  return {
    deleteItem: async (id: string) => {
      if (!(await confirmed('Are you sure want to delete this product?', { lang: 'en' }))) return;
      await clearItem(id);
      deleted();
    },
    deleteAll: async () => {
      if (!(await confirmed('Are you sure want to delete all this product?', { lang: 'en' }))) return;
      await clearAll();
      deleted();
    },
  };
}
