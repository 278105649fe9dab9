import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parseShopConfig, Shop } from '#core/shop-config';

const text = readFileSync(join(import.meta.dirname, '..', '..', 'shop.config.json'), 'utf8');
const facts = parseShopConfig(text);

test("the shop's facts are checked, its time zone among them", () => {
  const withZone = (timeZone: string) => v.is(Shop, { ...facts, timeZone });

  expect(
    ['Asia/Jakarta', 'Asia/Jayapura', 'Asia/Ujung_Pandang', 'US/Eastern', 'UTC'].filter((zone) => !withZone(zone)),
  ).toEqual([]);
  expect(['', 'Jakarta', 'Asia/Djakarta', 'WIB', 'asia/jakarta', 'us/eastern', '+07:00'].filter(withZone)).toEqual([]);
});

test.for([
  ['"dineIn": true,', '"dineIn": true', /^shop\.config\.json cannot be read: Expected .* \(line \d+ column 3\)\.$/],
  ['"fee": 9000 }', '"fee": 9000 },', /^shop\.config\.json cannot be read: Unexpected token '\]', .*9000 }, \], .*\.$/],
  ['{', '\uFEFF{', /^shop\.config\.json begins with a byte order mark: save it as UTF-8 without one\.$/],
] as const)('facts that are no JSON are refused in one sentence: %s that became %s', ([right, slip, sentence]) => {
  expect(() => parseShopConfig(text.replace(right, slip))).toThrow(sentence);
});

const [hours] = facts.openingHours;
const [courier] = facts.couriers;

test('the minutes after which an order at the counter is late may be left out', () => {
  const { counter: _, ...others } = facts;

  expect(v.is(Shop, others)).toBe(true);
  expect(v.is(Shop, { ...others, counter: { amberMinutes: 7, redMinutes: 8 } })).toBe(true);
});

test.for([
  ['openingHours.0.opens: must be a time like 08:00.', { openingHours: [{ ...hours, opens: '8:00' }] }],
  ['contact.phone: must not be empty.', { contact: { ...facts.contact, phone: ' ' } }],
  ['contact.whatsapp: must be digits', { contact: { ...facts.contact, whatsapp: '+62 812' } }],
  ['social.0.url: must be an address', { social: [{ name: 'Instagram', url: 'http://example.com' }] }],
  ['tables: must be 1 or more.', { tables: 0 }],
  ['tables: must be number and is "7".', { tables: '7' }],
  ['couriers.0.fee: must be a whole number.', { couriers: [{ ...courier, fee: 0.5 }] }],
  ['title: is missing.', { title: undefined }],
] as const)('a fact that cannot be is named: %s', ([sentence, slip]) => {
  expect(() => parseShopConfig(JSON.stringify({ ...facts, ...slip }))).toThrow(`shop.config.json, ${sentence}`);
});

test.for([
  ['couriers.1: has the id of another one.', { couriers: [courier, { ...courier, name: 'Mantap', fee: 7_000 }] }],
  ['couriers.0.fee: must be 1000000000 or less.', { couriers: [{ ...courier, fee: 1_000_000_001 }] }],
  ['couriers.0.id: must not be one of', { couriers: [{ ...courier, id: 'pickup' }] }],
  ['couriers.0.id: must not be one of', { couriers: [{ ...courier, id: 'dine-in' }] }],
  ['openingHours: must not be empty.', { openingHours: [] }],
  ['openingHours.0.days: must not be empty.', { openingHours: [{ ...hours, days: [] }] }],
  ['deliveryRegencies: must not be empty.', { deliveryRegencies: [] }],
  ['deliveryRegencies.0: must not be empty.', { deliveryRegencies: [' '] }],
  ['deliveryRegencies: must be Array and is "Kota Depok".', { deliveryRegencies: 'Kota Depok' }],
  ['contact.address: must not be empty.', { contact: { ...facts.contact, address: [] } }],
  ['map.latitude: must be in degrees, from -90 to 90.', { map: { ...facts.map, latitude: 106.8365 } }],
  ['map.longitude: must be in degrees, from -180 to 180.', { map: { ...facts.map, longitude: -6_199.9 } }],
  ['counter: turns amber before it turns red.', { counter: { amberMinutes: 10, redMinutes: 10 } }],
  ['counter.amberMinutes: must be 1 or more.', { counter: { amberMinutes: 0, redMinutes: 10 } }],
  ['counter.redMinutes: is missing.', { counter: { amberMinutes: 5 } }],
  ['pickup: is not a fact that a shop has.', { pickup: false }],
] as const)('what customers would pay or come for in vain is refused: %s', ([sentence, slip]) => {
  expect(() => parseShopConfig(JSON.stringify({ ...facts, ...slip }))).toThrow(`shop.config.json, ${sentence}`);
});
