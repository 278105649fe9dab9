import { useSetAtom, useStore } from 'jotai';
import type { Path } from '#core/routes';
import { type Destination, navigateAtom } from '../state/navigation.ts';
import { placeAtom } from '../state/place.ts';

/** Where an answer leads from a screen; who has gone on to another one meanwhile is left there (decision O8). */
export function useNavigateFrom(screen: Path) {
  const store = useStore();
  const navigate = useSetAtom(navigateAtom);

  return async (destination: Destination) => {
    if (store.get(placeAtom).path === screen) await navigate(destination);
  };
}
