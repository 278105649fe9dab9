/** Where this shop's couriers deliver. */
import type { Region } from '#core/contract';

/** The regencies that `shop.config.json` names, as the build found them; empty: everywhere. */
export const deliveryRegencies: Region[] = JSON.parse(import.meta.env.DELIVERY_REGENCIES);
