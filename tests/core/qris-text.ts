/** The static QRIS code of a merchant that does not exist, for tests. */
import { crc16 } from '#core/qris';

const object = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Objects that replace the usual ones, by id; `undefined` leaves one out. */
export function qrisText(others: Record<string, string | undefined> = {}) {
  const values: Record<string, string | undefined> = {
    '00': '01',
    '01': '11',
    '26': `${object('00', 'ID.CO.CONTOH.WWW')}${object('01', '936000000000000001')}${object('02', '000000000000001')}${object('03', 'UMI')}`,
    '51': `${object('00', 'ID.CO.QRIS.WWW')}${object('02', 'ID1000000000001')}${object('03', 'UMI')}`,
    '52': '5812',
    '53': '360',
    '58': 'ID',
    '59': 'KEDAI CONTOH',
    '60': 'JAKARTA',
    '61': '10310',
    ...others,
  };
  const body = Object.keys(values)
    .toSorted()
    .map((id) => (values[id] === undefined ? '' : object(id, values[id])))
    .join('');
  return `${body}6304${crc16(`${body}6304`)}`;
}
