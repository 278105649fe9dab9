import { expect, test } from 'vitest';
import { crc16, qrisFee, qrisMerchant, qrisMistake, qrisWithAmount } from '#core/qris';
import { qrisText } from './qris-text.ts';

test('the checksum is CRC-16/CCITT-FALSE, by its published check value', () => {
  expect(crc16('123456789')).toBe('29B1');
});

test('a static code is accepted, and names its merchant', () => {
  expect(qrisMistake(qrisText())).toBeUndefined();
  expect(qrisMerchant(qrisText())).toBe('KEDAI CONTOH');
});

test('an amount is put in: for one payment, in the order of the ids, with a new checksum', () => {
  const text = qrisWithAmount(qrisText(), 25_000);

  expect(text).toMatch(/^000201010212/);
  expect(text).toContain('5303360540525000' + '5802ID');
  expect(text.slice(-8, -4)).toBe('6304');
  expect(text.slice(-4)).toBe(crc16(text.slice(0, -4)));
});

test('a code without the object 01 is static, too, and gets it', () => {
  expect(qrisWithAmount(qrisText({ '01': undefined }), 1)).toMatch(/^000201010212.*54011/);
});

test.each(['0', '0.00', '00', ''])('LB11 an amount of %j is none, and gives way to the order’s', (amount) => {
  const text = qrisText({ '54': amount });

  expect(qrisMistake(text)).toBeUndefined();
  expect(qrisWithAmount(text, 25_000)).toBe(qrisWithAmount(qrisText(), 25_000));
});

test('LB11 a text that was copied with its line end is the same', () => {
  for (const copied of [`${qrisText()}\n`, ` ${qrisText()}\r\n`, `\ufeff${qrisText()}\t`]) {
    expect(qrisMistake(copied)).toBeUndefined();
    expect(qrisWithAmount(copied, 25_000)).toBe(qrisWithAmount(qrisText(), 25_000));
  }
});

test.each([
  [{}, undefined],
  [{ '55': '03', '57': '10' }, 'biaya 10%'],
  [{ '55': '03', '57': '0.70' }, 'biaya 0,7%'],
  [{ '55': '02', '56': '1000' }, 'biaya Rp1.000'],
  [{ '55': '01' }, 'tip'],
  [{ '57': '10' }, 'biaya'],
  [{ '55': '02' }, 'biaya'],
])('LB11 with the objects %j a payment app adds %s', (objects, fee) => {
  expect(qrisFee(qrisText(objects))).toBe(fee);
});

test.each([0, -1, 1.5, Number.NaN])('%s is no amount', (amount) => {
  expect(() => qrisWithAmount(qrisText(), amount)).toThrow(RangeError);
});

test.each([
  ['a wrong character', qrisText().replace('KEDAI', 'KEDAJ'), /kode pemeriksa/],
  ['a missing end', qrisText().slice(0, -10), /terputus di objek|tidak diakhiri/],
  ['an amount already', qrisText({ '54': '5000' }), /sudah berisi jumlah/],
  ['a code for one payment', qrisText({ '01': '12' }), /hanya untuk satu pembayaran/],
  ['another currency', qrisText({ '53': '840' }), /rupiah/],
  ['another country', qrisText({ '58': 'SG' }), /Indonesia/],
  ['no merchant account', qrisText({ '26': undefined, '51': undefined }), /rekening merchant/],
  ['no name', qrisText({ '59': ' ' }), /merchant \(objek 59\)/],
  ['no category', qrisText({ '52': 'x' }), /jenis usaha/],
  ['an object twice', qrisText().replace('5802ID', '5802ID5802ID'), /dua kali/],
  ['an address', 'https://kedai.example/qris', /tidak berisi objek/],
  ['letters that no code has', qrisText({ '59': 'KEDAI KOPI É' }), /karakter/],
  ['nothing', '', /karakter/],
])('%s is named', (_, text, message) => {
  expect(qrisMistake(text)).toMatch(message);
  expect(() => qrisWithAmount(text, 1_000)).toThrow(message);
});
