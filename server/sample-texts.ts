/** Finds what an owner has not replaced yet of the shop that Kedai comes with (decision F13). */
import { hash } from 'node:crypto';
import type { Shop } from '#core/shop-config';

/** Of each text, so that a shop's server does not have the texts themselves. */
const digests = new Set(
  '10b7ddb6 a063f009 565a03f0 8fe38415 b7af25ac 35fde639 706d7e25 c68e58a9 be778360 5ee9921b dd752605 183c511c 59026a8f 3c6bf785 a9f11b76 60575d55 d65b86d1 d83c7a0f 1774465e c730f84d 851514b7 bd1e06cc 9134c610 c4e48aa1'.split(
    ' ',
  ),
);

const digestOf = (text: string) => hash('sha256', text.trim()).slice(0, 8);

/** The places of the sample texts that are still in `shop.config.json`, as `ownerToReplace.testimonials[0]`. */
export function sampleTextsIn(shop: Shop): string[] {
  const { contact, billingAccount, social, payment, ownerToReplace } = shop;
  const { about, testimonials } = ownerToReplace;
  const texts: [string, string[]][] = [
    ...(['title', 'shortTitle', 'tagline', 'description', 'owner'] as const).map((name): [string, string[]] => [
      name,
      [shop[name]],
    ]),
    ...about.map(({ title, text }, at): [string, string[]] => [`ownerToReplace.about[${at}]`, [title, text]]),
    ...testimonials.map(({ text, name }, at): [string, string[]] => [
      `ownerToReplace.testimonials[${at}]`,
      [text, name],
    ]),
    ...Object.entries(contact).map(([name, value]): [string, string[]] => [`contact.${name}`, [value].flat()]),
    ...Object.entries(billingAccount).map(([name, text]): [string, string[]] => [`billingAccount.${name}`, [text]]),
    ...Object.entries(payment).flatMap(([name, texts]) =>
      texts.map((text, at): [string, string[]] => [`payment.${name}[${at}]`, [text]]),
    ),
    ...social.map(({ url }, at): [string, string[]] => [`social[${at}].url`, [url]]),
  ];
  return texts.flatMap(([place, ofPlace]) => (ofPlace.some((text) => digests.has(digestOf(text))) ? place : []));
}

/** One sentence for the owner; undefined when every text is the owner's. */
export function sampleTextWarning(shop: Shop): string | undefined {
  const places = sampleTextsIn(shop);
  if (places.length === 0) return undefined;
  return `shop.config.json masih memuat teks contoh kedai fiktif: ${places.join(', ')}.`;
}
