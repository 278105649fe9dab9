/** QRIS, the Indonesian form of EMV QRCPS-MPM 1.1: objects of two digits of id, two of length and the value; the last is a checksum. */
import { rupiah } from './rupiah.ts';

class QrisError extends Error {
  override name = 'QrisError';
}

interface QrisObject {
  id: string;
  value: string;
}

/** EMVCo's table 3.1. */
const id = {
  format: '00',
  initiation: '01',
  category: '52',
  currency: '53',
  amount: '54',
  feeKind: '55',
  fixedFee: '56',
  feePercentage: '57',
  country: '58',
  name: '59',
  city: '60',
  checksum: '63',
} as const;

const indonesian = '360';
const once = '12';
/** Of `feeKind`: the app asks for a tip, or adds a fixed fee or a percentage. */
const [tip, fixed, percentage] = ['01', '02', '03'];

/** CRC-16/CCITT-FALSE (polynomial 1021, begins with FFFF), as four upper-case hex digits. */
export function crc16(text: string) {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Throws `QrisError` where a length does not fit. */
function objectsOf(text: string): QrisObject[] {
  const objects: QrisObject[] = [];
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4));
    if (!head) throw new QrisError(`tidak berisi objek di karakter ${at + 1}`);
    const [, objectId = '', length = ''] = head;
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (value.length !== Number(length)) throw new QrisError(`terputus di objek ${objectId}`);
    objects.push({ id: objectId, value });
    at += 4 + value.length;
  }
  return objects;
}

const textOf = (objects: readonly QrisObject[]) =>
  objects.map((object) => `${object.id}${String(object.value.length).padStart(2, '0')}${object.value}`).join('');

/** The checksum covers its own id and length. */
function withChecksum(objects: readonly QrisObject[]) {
  const text = `${textOf(objects)}${id.checksum}04`;
  return `${text}${crc16(text)}`;
}

/** Throws `QrisError`, whose message continues 'Teks QRIS …'. */
function staticObjects(written: string): QrisObject[] {
  const text = written.trim();
  if (!/^[\x20-\x7e]+$/.test(text)) throw new QrisError('berisi karakter yang tidak ada di kode QRIS');
  const objects = objectsOf(text);
  const value = (wanted: string) => objects.find((object) => object.id === wanted)?.value;
  const repeated = objects.find((object, at) => objects.findIndex((other) => other.id === object.id) !== at);
  if (repeated) throw new QrisError(`berisi objek ${repeated.id} dua kali`);
  if (objects[0]?.id !== id.format || objects[0].value !== '01') throw new QrisError('tidak diawali 000201');
  if (objects.at(-1)?.id !== id.checksum || objects.at(-1)?.value.length !== 4)
    throw new QrisError('tidak diakhiri kode pemeriksa (objek 63)');
  const checksum = crc16(text.slice(0, -4));
  if (text.slice(-4).toUpperCase() !== checksum)
    throw new QrisError(
      `berkode pemeriksa ${text.slice(-4)}, seharusnya ${checksum}: ada karakter yang salah atau hilang`,
    );
  // An amount of 0 is none.
  if (!/^[0.]*$/.test(value(id.amount) ?? ''))
    throw new QrisError('sudah berisi jumlah (objek 54); yang diperlukan kode statis kedai');
  if (value(id.initiation) !== '11' && value(id.initiation) !== undefined)
    throw new QrisError('hanya untuk satu pembayaran (objek 01); yang diperlukan kode statis kedai');
  if (!objects.some((object) => object.id >= '26' && object.id <= '51'))
    throw new QrisError('tidak menyebut rekening merchant (objek 26 sampai 51)');
  if (!/^\d{4}$/.test(value(id.category) ?? '')) throw new QrisError('tidak menyebut jenis usaha (objek 52)');
  if (value(id.currency) !== indonesian) throw new QrisError('tidak dalam rupiah (objek 53)');
  if (value(id.country) !== 'ID') throw new QrisError('bukan dari Indonesia (objek 58)');
  if (!value(id.name)?.trim()) throw new QrisError('tidak menyebut merchant (objek 59)');
  if (!value(id.city)?.trim()) throw new QrisError('tidak menyebut kota (objek 60)');
  return objects;
}

/** As a payment app shows it. Throws `QrisError`. */
export const qrisMerchant = (text: string) => staticObjects(text).find((object) => object.id === id.name)?.value ?? '';

/** To follow 'ditambah'; undefined when nothing is added. Throws `QrisError`. */
export function qrisFee(text: string): string | undefined {
  const objects = staticObjects(text);
  const value = (wanted: string) => objects.find((object) => object.id === wanted)?.value;
  const [kind, amount, percent] = [value(id.feeKind), value(id.fixedFee), value(id.feePercentage)];
  if (kind === tip) return 'tip';
  if (kind === fixed && Number(amount) > 0) return `biaya ${rupiah(Number(amount))}`;
  if (kind === percentage && Number(percent) > 0) return `biaya ${`${Number(percent)}`.replace('.', ',')}%`;
  return (kind ?? amount ?? percent) ? 'biaya' : undefined;
}

/** To follow the name of the text; undefined when nothing is wrong. */
export function qrisMistake(text: string): string | undefined {
  try {
    staticObjects(text);
    return undefined;
  } catch (error) {
    if (error instanceof QrisError) return error.message;
    throw error;
  }
}

/**
 * For one payment: object 01 becomes 12, object 54 is the amount. Payment apps expect the objects in the order of their ids. Throws `QrisError` for
 * another text, `RangeError` for an amount of 0 or less.
 */
export function qrisWithAmount(text: string, amount: number) {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`${amount} is no amount in whole rupiah`);
  const replaced: readonly string[] = [id.initiation, id.amount, id.checksum];
  const others = staticObjects(text).filter((object) => !replaced.includes(object.id));
  const objects = [...others, { id: id.initiation, value: once }, { id: id.amount, value: String(amount) }];
  return withChecksum(objects.toSorted((one, other) => Number(one.id) - Number(other.id)));
}
