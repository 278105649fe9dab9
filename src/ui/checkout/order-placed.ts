import { useRouter } from '@tanstack/react-router';
import { showAlert } from '../../../design/messages.tsx';

/**
 * Says that an order was created, and leads from the payment screen back to the menu, whichever attempt succeeded;
 * from no other screen (specification §2, decision O8).
 */
export function useOrderPlaced() {
  const router = useRouter();

  return async () => {
    showAlert('Congratulations, you successfully created an order', { ms: 1_500, lang: 'en' });
    if (router.state.location.pathname === '/carts/payment') await router.navigate({ to: '/products' });
  };
}
