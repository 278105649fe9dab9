import { expect, test } from 'vitest';
import { shop } from '#core/shop';
import { sampleTextsIn, sampleTextWarning } from '../../server/sample-texts.ts';
import { owner } from './commands/owner.ts';

const all = [
  ...['title', 'shortTitle', 'tagline', 'description', 'owner'],
  ...['contact.whatsapp', 'contact.phone', 'contact.email', 'contact.address[0]', 'contact.address[1]'],
  ...[0, 1, 2].map((at) => `social[${at}].url`),
  ...['billingAccount.holder', 'billingAccount.number', 'payment.miniMarkets[0]'],
  ...[0, 1].flatMap((at) => [`ownerToReplace.about[${at}].title`, `ownerToReplace.about[${at}].text`]),
  ...[0, 1, 2].flatMap((at) => [`ownerToReplace.testimonials[${at}].text`, `ownerToReplace.testimonials[${at}].name`]),
];

test('every sample text of the shop that Kedai comes with is known', () => {
  expect(sampleTextsIn(shop)).toEqual(all);
});

test('a text that the owner has replaced is no longer named, one that is left in another field is', () => {
  const [about, other] = shop.ownerToReplace.about;
  const [review] = shop.ownerToReplace.testimonials;
  const ownText = { title: 'Kedai kami', text: 'Sejak 1998.' };
  const mine = {
    ...shop,
    title: 'Kopi Ratna',
    shortTitle: 'Ratna',
    tagline: 'Selalu hangat.',
    description: 'Kedai di pojok pasar.',
    owner: 'Ratna',
    payment: { ...shop.payment, miniMarkets: shop.payment.miniMarkets.slice(1) },
    contact: { whatsapp: '6281122334455', phone: '021 555', email: 'a@kopi.id', address: ['Jalan Satu'] },
    billingAccount: { holder: 'Ratna', number: '•••• 1' },
    social: [],
    ownerToReplace: { about: [ownText], testimonials: [] },
  };

  expect([sampleTextsIn(mine), sampleTextWarning(mine)]).toEqual([[], undefined]);
  if (!about || !other || !review) throw new Error('There are no sample texts.');
  const half = {
    about: [ownText, { ...ownText, text: other.text }],
    testimonials: [
      { ...review, text: 'Enak.', name: 'Tuti' },
      { ...review, text: ` ${review.text} `, name: 'Tuti' },
    ],
  };
  expect(sampleTextsIn({ ...mine, ownerToReplace: half })).toEqual([
    'ownerToReplace.about[1].text',
    'ownerToReplace.testimonials[1].text',
  ]);
});

test('doctor names the sample texts that are still there', async () => {
  const sentence = `shop.config.json masih memuat teks contoh kedai fiktif: ${all.join(', ')}.`;

  const { data } = await owner({ DATA_DIR: 'none' }, 'doctor', '--json');

  expect(sampleTextWarning(shop)).toBe(sentence);
  expect(data().findings).toContainEqual({ about: 'texts', outcome: 'warning', says: sentence });
});
