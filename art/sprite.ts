/** The sprite (`design/sprite.tsx`). */
import { inksOnDark, mark } from './logo.ts';
import { roundBank, serviceDelivery, serviceDineIn, serviceOrder, servicePickup } from './services.ts';
import { shortenSvg } from './shorten-svg.ts';

const symbol = (name: string, size: number, drawing: string) =>
  `<symbol id="${name}" viewBox="0 0 ${size} ${size}" stroke-linecap="round" stroke-linejoin="round">${drawing}</symbol>`;

const service = (name: string, drawing: string) => symbol(name, 160, shortenSvg(drawing, 1));

export const sprite = [
  // Not `display: none`, which would end the clipping.
  '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">',
  // Of all four services; outside of a symbol, where every browser finds it.
  shortenSvg(roundBank, 1),
  symbol('logo', 64, mark()),
  symbol('logo-on-dark', 64, mark(inksOnDark)),
  service('service-order', serviceOrder()),
  service('service-pickup', servicePickup()),
  service('service-delivery', serviceDelivery()),
  service('service-dinein', serviceDineIn()),
  '</svg>\n',
].join('\n');
