import { expect, test } from 'vitest';
import { shop } from '#core/shop';
import type { Shop } from '#core/shop-config';
import { sampleTextsIn, sampleTextWarning } from '../../server/shop-warnings.ts';
import { owner } from './commands/owner.ts';

const all = [
  ...['title', 'shortTitle', 'tagline', 'description', 'owner'],
  ...['contact.whatsapp', 'contact.phone', 'contact.email', 'contact.address[0]', 'contact.address[1]'],
  ...[0, 1, 2].map((at) => `social[${at}].url`),
  ...['billingAccount.holder', 'billingAccount.number', 'payment.miniMarkets[0]'],
  ...[0, 1].flatMap((at) => [`ownerToReplace.about[${at}].title`, `ownerToReplace.about[${at}].text`]),
  ...[0, 1, 2].flatMap((at) => [`ownerToReplace.testimonials[${at}].text`, `ownerToReplace.testimonials[${at}].name`]),
];

test('a text that the owner has replaced is not named, one that is left in another field is', () => {
  const [review] = shop.ownerToReplace.testimonials;

  expect(sampleTextWarning({ title: 'Kopi Ratna', social: [] } as unknown as Shop)).toBeUndefined();
  expect(
    sampleTextsIn({ title: 'Kopi Ratna', contact: { address: [` ${review?.text} `] } } as unknown as Shop),
  ).toEqual(['contact.address[0]']);
});

test('doctor names the sample texts that are still there', async () => {
  const sentence = `shop.config.json masih memuat teks contoh kedai fiktif: ${all.join(', ')}.`;

  const { data } = await owner({ DATA_DIR: 'none' }, 'doctor', '--json');

  expect(sampleTextWarning(shop)).toBe(sentence);
  expect(data().findings).toContainEqual({ about: 'texts', outcome: 'warning', says: sentence });
});
