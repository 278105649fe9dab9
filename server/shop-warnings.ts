/** What an owner should mend in `shop.config.json`, although the shop opens. */
import { hash } from 'node:crypto';
import { qrisFee } from '#core/qris';
import type { Shop } from '#core/shop-config';

/** Of each text, so that a shop's server does not have the texts themselves. */
const digests = new Set(
  '10b7ddb6 a063f009 565a03f0 8fe38415 b7af25ac 35fde639 706d7e25 c68e58a9 be778360 5ee9921b dd752605 183c511c 59026a8f 3c6bf785 a9f11b76 60575d55 d65b86d1 d83c7a0f 1774465e c730f84d 851514b7 bd1e06cc 9134c610 c4e48aa1'.split(
    ' ',
  ),
);

const digestOf = (text: string) => hash('sha256', text.trim()).slice(0, 8);

/** All texts in a value, each with its place, as `ownerToReplace.testimonials[0].text`. */
const textsIn = (value: unknown, place = ''): [place: string, text: string][] =>
  typeof value === 'string'
    ? [[place, value]]
    : Object.entries(value ?? {}).flatMap(([name, part]) =>
        textsIn(part, Array.isArray(value) ? `${place}[${name}]` : `${place && `${place}.`}${name}`),
      );

/** The places of the sample texts that are still in `shop.config.json`. */
export const sampleTextsIn = (shop: Shop): string[] =>
  textsIn(shop).flatMap(([place, text]) => (digests.has(digestOf(text)) ? place : []));

/** One sentence for the owner who has not replaced all that Kedai comes with (decision F13); undefined when every text is the owner's. */
export function sampleTextWarning(shop: Shop): string | undefined {
  const places = sampleTextsIn(shop);
  if (places.length === 0) return undefined;
  return `shop.config.json masih memuat teks contoh kedai fiktif: ${places.join(', ')}.`;
}

/** One sentence for the owner whose QRIS code asks for more than an order costs; undefined when it does not. */
export function qrisWarning({ qris }: Pick<Shop, 'qris'>): string | undefined {
  const fee = qris && qrisFee(qris);
  if (!fee) return undefined;
  return `Kode QRIS di shop.config.json menambah ${fee} (objek 55 sampai 57): pelanggan diminta membayar lebih dari harga pesanan. Mintalah kode tanpa biaya dari penyedia QRIS.`;
}
