import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isSameAddress } from '#core/address';
import { NewAddress } from '#core/contract';
import { normalised, normalisedPhone } from '#core/normalised';
import { Email, EmailOrEmpty, FullName, PhoneNumber } from '#core/registration';
import { cikini } from '../support/order.ts';

describe('a phone number', () => {
  test.each([
    ['\u202a+62 812\u20113456\u20117890\u202c', '6281234567890'],
    ['0812.3456.7890', '081234567890'],
    ['(021) 5551234', '0215551234'],
    ['+62(0)812 3456 7890', '6281234567890'],
    ['(+62)-( 0 )-812 3456 7890', '6281234567890'],
    ['(0)812 3456 7890', '081234567890'],
    ['0812–3456–7890', '081234567890'],
    ['\u20680812\u00ad3456\u20607890\u2069\ufeff', '081234567890'],
    ['+62\u00a0812\u202f3456\u00a07890', '6281234567890'],
    ['＋６２　８１２－３４５６－７８９０', '6281234567890'],
    ['0812/3456/7890', '081234567890'],
    ['tel:+62-812-3456-7890', '6281234567890'],
    ['0812 3456 7890 (rumah)', '081234567890'],
    ['081234567', '081234567'],
  ])('%j is its digits, in the registration and in an address', (typed, digits) => {
    expect(v.parse(PhoneNumber, typed)).toBe(digits);
    expect(v.parse(NewAddress, { ...cikini, phoneNumber: typed }).phoneNumber).toBe(digits);
  });

  test.each([
    '0812 3456 7890 / 0857 1234 5678',
    '08123456a9',
    '0812 3456 7890 ext. 12',
    '12345678',
    '1234567890123456',
    'tanya satpam',
    '\u200b',
  ])('%j is none', (typed) => {
    expect(v.is(PhoneNumber, typed)).toBe(false);
  });

  test('that is none stays as it was typed in an address, where the specification has no numeric check', () => {
    for (const typed of ['tanya satpam', '0812-345', '0812 3456 7890 atau 0857 1234 5678'])
      expect(v.parse(NewAddress, { ...cikini, phoneNumber: ` ${typed}\u200e ` }).phoneNumber).toBe(typed);
  });
});

describe('a name, an e-mail and a street', () => {
  test.each([
    ['\u00a0\u3000Sari\u2003', 'Sari'],
    ['\u202aSa\u200bri\u202c\ufeff', 'Sari'],
    ['Sa\u0007ri\u007f', 'Sari'],
    ['Ｓａｒｉ－９', 'Sari-9'],
    ['Sa\ufffcri\u2800\u{1d159}', 'Sari'],
    ['\u0301\u0301Sari', 'Sari'],
  ])('%j is normalised to %j', (typed, expected) => {
    expect(normalised(typed)).toBe(expected);
    expect(v.parse(FullName, typed)).toBe(expected);
  });

  test.each([
    ['Jalan Tepi 7\r\nLUNAS\u2028(QRIS)\t!', 'Jalan Tepi 7 LUNAS (QRIS) !'],
    [`Z${'\u0301\u0489'.repeat(90)}al`, 'Z\u0301\u0489\u0301al'],
    [`Sari\u034f${'\u0301\u034f'.repeat(9)}`, 'Sari\u0301\u0301\u0301'],
    ['Sari \u0301 \u0301', 'Sari'],
    ['Nguye\u0302\u0303n', 'Nguye\u0302\u0303n'],
    ['हिन्दी', 'हिन्दी'],
  ])('B63: %j stays within its line: %j', (typed, expected) => {
    expect(normalised(typed)).toBe(expected);
    expect(normalised(normalised(typed))).toBe(expected);
  });

  test('an e-mail is what can be seen of it', () => {
    expect(v.parse(Email, '\u2068 ｓａｒｉ＠example.com\u2069\u00a0')).toBe('sari@example.com');
    for (const empty of ['', '\u200b ']) expect(v.parse(EmailOrEmpty, empty)).toBe('');
    expect(v.is(Email, 'sa ri@example.com')).toBe(false);
  });

  test('a street keeps what can be seen: accents, fractions and blanks between words', () => {
    const street = 'Jalan É. Ōtani No. 12½, lantai 3²';

    expect(v.parse(NewAddress, { ...cikini, fullStreet: `\u200f ${street}\u00a0` }).fullStreet).toBe(street);
    expect(normalised('Gang\u00a0Kopi\u3000２')).toBe('Gang Kopi 2');
  });

  test('the rules hold for what is left', () => {
    expect(v.is(FullName, 'Sa\u200b\u200b')).toBe(false);
    expect(v.is(FullName, `${'a'.repeat(255)}\u200b`)).toBe(true);
    expect(v.is(FullName, 'Sari\u00a0Dewi')).toBe(false);
    for (const field of ['fullName', 'phoneNumber', 'fullStreet'])
      expect(v.is(NewAddress, { ...cikini, [field]: '\u200b\u2060\u00a0' }), field).toBe(false);
  });

  test('an address that was saved before is the same as its normalised one', () => {
    expect(isSameAddress({ ...cikini, phoneNumber: '0812-3456-7890', fullName: 'Sari Dewi\u200b' }, cikini)).toBe(true);
    expect(isSameAddress({ ...cikini, fullStreet: 'Jalan Cikini Raya No. 74' }, cikini)).toBe(false);
  });

  test('an address is the same with an id, with another one, and without', () => {
    expect(isSameAddress({ ...cikini, _id: '7' }, cikini)).toBe(true);
    expect(isSameAddress({ ...cikini, _id: '7' }, { ...cikini, _id: '8' })).toBe(true);
  });

  test('B28 a long text is normalised in linear time', () => {
    for (const part of [
      '1(',
      '(0',
      '( ',
      '1 (0',
      '\u200b',
      '\u00a0',
      'a1',
      '\uff01',
      '\n',
      ' \n',
      '\u0301',
      'a\u0301',
      ' \u0301',
    ])
      expect(normalisedPhone(part.repeat(50_000)).length).toBeLessThanOrEqual(part.length * 50_000);
  });
});
