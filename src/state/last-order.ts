import type { PlacedOrder } from '#core/contract';
import { ownAtom } from './session.ts';

/** The order that was placed last in this tab, until the customer dismisses it (decision C5). */
export const lastOrderAtom = ownAtom<PlacedOrder | null>(null);
