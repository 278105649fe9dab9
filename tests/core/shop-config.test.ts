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
  ['"dineIn": true,', '"dineIn": true', /^shop\.config\.json tidak bisa dibaca: Expected .* \(line \d+ column 3\)\.$/],
  [
    '"fee": 9000 }',
    '"fee": 9000 },',
    /^shop\.config\.json tidak bisa dibaca: Unexpected token '\]', .*9000 }, \], .*\.$/,
  ],
  ['{', '\uFEFF{', /^shop\.config\.json diawali tanda urutan bita \(BOM\): simpan sebagai UTF-8 tanpa BOM\.$/],
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
  ['openingHours.0.opens: harus jam seperti 08:00.', { openingHours: [{ ...hours, opens: '8:00' }] }],
  ['contact.phone: tidak boleh kosong.', { contact: { ...facts.contact, phone: ' ' } }],
  ['contact.whatsapp: harus angka yang diawali 62', { contact: { ...facts.contact, whatsapp: '+62 812' } }],
  ['social.0.url: harus alamat', { social: [{ name: 'Instagram', url: 'http://example.com' }] }],
  ['tables: harus 1 atau lebih.', { tables: 0 }],
  ['tables: harus angka, bukan "7".', { tables: '7' }],
  ['couriers.0.fee: harus angka bulat.', { couriers: [{ ...courier, fee: 0.5 }] }],
  ['title: belum diisi.', { title: undefined }],
  // What customers would pay or come for in vain.
  ['couriers.1: memakai id kurir lain.', { couriers: [courier, { ...courier, name: 'Mantap', fee: 7_000 }] }],
  ['couriers.0.fee: harus 1000000000 atau kurang.', { couriers: [{ ...courier, fee: 1_000_000_001 }] }],
  ['couriers.0.id: tidak boleh pickup atau dine-in', { couriers: [{ ...courier, id: 'pickup' }] }],
  ['couriers.0.id: tidak boleh pickup atau dine-in', { couriers: [{ ...courier, id: 'dine-in' }] }],
  ['openingHours: tidak boleh kosong.', { openingHours: [] }],
  ['openingHours.0.days: tidak boleh kosong.', { openingHours: [{ ...hours, days: [] }] }],
  ['deliveryRegencies: tidak boleh kosong.', { deliveryRegencies: [] }],
  ['deliveryRegencies.0: tidak boleh kosong.', { deliveryRegencies: [' '] }],
  ['deliveryRegencies: harus daftar, bukan "Kota Depok".', { deliveryRegencies: 'Kota Depok' }],
  ['contact.address: tidak boleh kosong.', { contact: { ...facts.contact, address: [] } }],
  ['map.latitude: harus dalam derajat, dari -90 sampai 90.', { map: { ...facts.map, latitude: 106.8365 } }],
  ['map.longitude: harus dalam derajat, dari -180 sampai 180.', { map: { ...facts.map, longitude: -6_199.9 } }],
  ['counter: harus kuning lebih dulu daripada merah.', { counter: { amberMinutes: 10, redMinutes: 10 } }],
  ['counter.amberMinutes: harus 1 atau lebih.', { counter: { amberMinutes: 0, redMinutes: 10 } }],
  ['counter.redMinutes: belum diisi.', { counter: { amberMinutes: 5 } }],
  ['pickup: tidak dikenal.', { pickup: false }],
] as const)('a fact that cannot be is named: %s', ([sentence, slip]) => {
  expect(() => parseShopConfig(JSON.stringify({ ...facts, ...slip }))).toThrow(`shop.config.json, ${sentence}`);
});
