import type { ComponentProps } from 'react';
import { shop, whatsAppTo } from '#core/shop';

/** A link that opens WhatsApp with a message to the shop; `message` follows the greeting. */
export const WhatsAppLink = ({ message, ...link }: ComponentProps<'a'> & { message: string }) => (
  <a href={whatsAppTo(`Halo ${shop.title}, ${message}`)} target="_blank" rel="noopener noreferrer" {...link} />
);
