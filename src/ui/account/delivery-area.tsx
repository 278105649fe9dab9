import { regencyNames } from '#core/delivery-area';
import { handovers } from '#core/shop';
import { Icon } from '../../../design/icon.tsx';
import { deliveryRegencies } from '../../state/checkout/checkout.ts';

/** Where the couriers deliver; nothing if it is everywhere. */
export function DeliveryArea() {
  if (deliveryRegencies.length === 0) return null;

  return (
    <p className="row gap-2 soft across">
      <Icon name="bike" size={20} />
      <span>{`Kami mengantar ke ${regencyNames(deliveryRegencies)}.`}</span>
    </p>
  );
}

/** Says that an address lies outside. */
export const outsideWords = () => {
  const orWithoutCourier = handovers.some(({ kind }) => kind !== 'courier') ? ', atau pesan tanpa kurir' : '';
  return `Kurir kami tidak mengantar ke alamat ini, hanya ke ${regencyNames(deliveryRegencies)}. Pilih alamat lain${orWithoutCourier}.`;
};
