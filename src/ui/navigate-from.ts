import { useSetAtom, useStore } from 'jotai';
import type { Path } from '#core/routes';
import { type Destination, navigateAtom } from '../state/navigation.ts';
import { placeAtom } from '../state/place.ts';

/**
 * Navigates on from `screen` after an answer; does nothing when the customer has left that screen meanwhile
 * (decision O8).
 */
export function useNavigateFrom(screen: Path) {
  const store = useStore();
  const navigate = useSetAtom(navigateAtom);

  return async (destination: Destination) => {
    if (store.get(placeAtom).path === screen) await navigate(destination);
  };
}
