/** Two cards of the menu's screen that are fetched only when there is something to show in them. */
import { useAtomValue } from 'jotai';
import { installOfferAtom } from '../state/install.ts';
import { lastOrderAtom } from '../state/last-order.ts';
import { loadPanelsFile, useLazyModule } from './lazy-module.ts';

export function PlacedOrder() {
  const panels = useLazyModule(useAtomValue(lastOrderAtom) ? loadPanelsFile : undefined);
  return panels && <panels.PlacedOrder />;
}

export function InstallOffer() {
  const panels = useLazyModule(useAtomValue(installOfferAtom) ? loadPanelsFile : undefined);
  return panels && <panels.InstallOffer />;
}
