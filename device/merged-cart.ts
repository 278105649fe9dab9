import * as v from 'valibot';
import { Cart } from '#core/contract';

/** Another device's changes were merged in, and no page has said so yet. `left`: products that did not fit; `takenOut`: was ordered, and is not in it. */
const MergedCart = v.object({
  customer: v.string(),
  left: v.array(v.string()),
  takenOut: v.optional(v.object({ order: v.string(), lines: Cart })),
});

export const mergedKeys = { merged: MergedCart };
