import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Search } from '../state/address-line.ts';

/** Closes what the address line opened: back where it was opened from, or to `search` when somebody came to it directly. */
export function useCloseOpened() {
  const router = useRouter();
  const navigate = useNavigate();

  return (to: '/products' | '/account/order-list', search: Search) => {
    if (router.state.location.state.opened) router.history.back();
    else void navigate({ to, search, resetScroll: false, replace: true });
  };
}
