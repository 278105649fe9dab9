/** What stands on the menu only where there is something to show: it is fetched then, and shown by what it comes with. */
import { useAtomValue } from 'jotai';
import { installOfferAtom } from '../state/install.ts';
import { lastOrderAtom } from '../state/last-order.ts';
import { loadPanelsFile, useBehind } from './use-behind.ts';

export function PlacedOrder() {
  const panels = useBehind(useAtomValue(lastOrderAtom) ? loadPanelsFile : undefined);
  return panels && <panels.PlacedOrder />;
}

export function InstallOffer() {
  const panels = useBehind(useAtomValue(installOfferAtom) ? loadPanelsFile : undefined);
  return panels && <panels.InstallOffer />;
}
