import { expect, test, vi } from 'vitest';
import { customerOrders } from '#device/private-lists';
import { storeSession } from '#device/session';
import { showNotification } from '../../sw/notifications.ts';

const session = { user: { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '081234567890' }, token: 'a' };

test.each([
  ['ready', 'Pesanan 7QKM sudah siap'],
  ['cancelled', 'Pesanan 7QKM dibatalkan'],
  ['di_jalan', 'Pesanan 7QKM berubah'],
  ['constructor', 'Pesanan 7QKM berubah'],
  ['__proto__', 'Pesanan 7QKM berubah'],
])('a notification of the status %s says %j', async (status, said) => {
  const order_number = 'KT-261127-7QKM';
  await storeSession(session);
  const order = { order_number, status, totalQty: 1, totalShopping: 15_000 };
  await customerOrders.store(session, { items: [order], count: 1, asOf: Date.now() });
  const shown = vi.fn(async (_title: string) => undefined);
  vi.stubGlobal('registration', { showNotification: shown });

  await showNotification({ json: () => ({ order_number, status }) } as Parameters<typeof showNotification>[0]);

  expect(shown.mock.calls.map(([title]) => title)).toEqual([said]);
});
