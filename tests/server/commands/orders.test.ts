import { expect, test } from 'vitest';
import type { OrderItem } from '#core/order-contract';
import { choice, group } from '../../core/product.ts';
import { onEveryDatabase } from '../../support/databases.ts';
import { fixtureMenu, withProduct } from '../fixture-menu.ts';
import { anOrder, anOrderInStore, anOrderOfLines, place, setOrder, tap, wholeAddress } from '../order-fixture.ts';
import { openShopOfOwner, owner } from './owner.ts';

onEveryDatabase("the owner's orders", (newHome, _kind, testOnce) => {
  const openWithSari = async () => {
    const opened = await openShopOfOwner(newHome);
    return { ...opened, sari: await opened.shop.newCustomer() };
  };

  test('are listed and filtered, and each can be shown and given a status', async () => {
    const { environment, sari } = await openWithSari();
    const { order_number: number } = (await sari.ask('POST', '/api/orders', { body: anOrder() })).body;
    await sari.ask('POST', '/api/orders', { body: anOrder() });

    expect((await owner(environment, 'orders')).out).toContain(number);
    expect(await owner(environment, 'order', number, '--status', 'paid')).toMatchObject({ err: '', code: 0 });
    expect((await owner(environment, 'orders', '--status', 'paid', '--since', '1h', '--json')).data()).toMatchObject([
      { order_number: number, totalShopping: 29_000, status: 'paid' },
    ]);
    expect((await owner(environment, 'orders', '--since', 'today', '--json')).data()).toHaveLength(2);
    const list = (await owner(environment, 'orders')).out;
    expect(list).toMatch(/Dibayar +dibayar\n/);
    expect(list).toMatch(/Baru +belum dibayar\n/);
    expect((await owner(environment, 'orders', '--status', 'dibayar')).out).toMatch(/Dibayar Rp29\.000 \(1\)$/);
    expect(list).toMatch(/\nDibayar Rp29\.000 \(1\) · Belum dibayar Rp29\.000 \(1\)$/);
    expect((await owner(environment, 'order', number.toLowerCase())).out).toMatch(/Kopi Tubruk.*Rp12\.000.*Rp24\.000/);
    expect((await owner(environment, 'order', 'KT-000000-XXXX')).code).toBe(1);
    expect((await sari.ask('GET', '/api/orders')).body.data.map(({ status }: { status: string }) => status)).toContain(
      'paid',
    );
    expect((await owner(environment, 'customers', '--json')).data()).toEqual(
      expect.arrayContaining([expect.objectContaining({ fullName: 'Sari', orders: 2, ordered: 58_000 })]),
    );
    expect((await owner(environment, 'customers')).out).toMatch(/Pesanan +Nilai\n/);
  });

  test('M12 are summed by product and by choice, without what was cancelled', async () => {
    const { shop, environment, sari } = await openWithSari();
    const groups = ['size', 'milk'].map((id) =>
      group(id, id, [
        choice(`${id}-usual`, `${id}-usual`, 0, { default: true }),
        choice(`${id}-other`, `${id}-other`, 1_000),
      ]),
    );
    await shop.replaceMenu({ ...withProduct('tubruk', { option_groups: ['size', 'milk'] }), option_groups: groups });
    const tubruk = { name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'tubruk' };
    const other = ['size-usual', 'milk-other'].map((_id) => ({ _id, name: _id }));
    const place = (...lines: OrderItem[]) => sari.ask('POST', '/api/orders', { body: anOrderOfLines(...lines) });
    await place(tubruk, { ...tubruk, price: 13_000, qty: 3, choices: other });
    const { order_number } = (await place({ ...tubruk, qty: 7 })).body;
    await owner(environment, 'order', order_number, '--status', 'cancelled');

    const { out } = await owner(environment, 'orders');

    expect(out).toContain(
      [
        'Jumlah  Barang',
        '     5  Kopi Tubruk',
        '     5    size-usual',
        '     2    milk-usual',
        '     3    milk-other',
      ].join('\n'),
    );
  });

  testOnce('M6 are shown with all that was chosen, however long the name of the product is', async () => {
    const { shop, environment, sari } = await openWithSari();
    const name = 'Kopi '.repeat(39).trim();
    const choices = [choice('no-nuts', 'TANPA KACANG')];
    const extras = group('extras', 'Tambahan', choices, { min: 0 });
    const products = fixtureMenu.products.map((one) => ({ ...one, name, option_groups: ['extras'] }));
    await shop.replaceMenu({ ...fixtureMenu, products, option_groups: [extras] });
    const line = { name, price: 12_000, qty: 1, product: 'tubruk', choices };
    const placed = (await sari.ask('POST', '/api/orders', { body: anOrderOfLines(line) })).body;

    expect(placed.order_items[0].name).toMatch(/…$/);
    expect((await owner(environment, 'order', placed.order_number)).out).toContain(`${name} (TANPA KACANG)`);
    const board = await (await shop.newStaff()).ask('GET', '/api/counter/board');
    expect(board.body.orders[0].lines[0].name).toHaveLength(200);
  });

  testOnce('W2: are marked as paid without losing their place, and to be paid back once cancelled', async () => {
    const { environment, sari } = await openWithSari();
    const { order_number: number } = (await sari.ask('POST', '/api/orders', { body: anOrder() })).body;
    const set = (status: string) => owner(environment, 'order', number, '--status', status);

    await set('ready');
    const unpaid = await owner(environment, 'order', number);
    const marked = await set('paid');
    const paid = (await owner(environment, 'order', number, '--json')).data();
    await set('cancelled');

    expect(unpaid.out).toContain('Pembayaran  belum dibayar\n');
    expect(marked.out).toBe(`${number} sekarang sudah dibayar; statusnya tetap Siap.`);
    expect(paid).toMatchObject({ status: 'ready', paid: true, paid_with: 'Bank Tepi' });
    const list = (await owner(environment, 'orders')).out;
    expect(list).toMatch(/Dibatalkan +harus dikembalikan\n/);
    expect(list).toMatch(/\nHarus dikembalikan Rp29\.000 \(1\) · Dibatalkan 1$/);
  });

  testOnce('W13: are to be paid back until that is noted, and stay cancelled then', async () => {
    const { shop, environment, sari } = await openWithSari();
    const budi = await shop.newStaff();
    const number = await place(sari);
    await tap(budi, number, { from: 'waiting_payment', to: 'paid' });
    await tap(budi, number, { from: 'paid', to: 'cancelled', reason: 'Susu habis' });
    await tap(budi, number, { from: 'cancelled', to: 'cancelled', kind: 'refund', paid_with: 'kasir' });

    const listed = (await owner(environment, 'orders')).out;
    const shown = await owner(environment, 'order', number);
    const data = await owner(environment, 'order', number, '--json');
    const back = await owner(environment, 'order', number, '--status', 'ready');

    expect(listed).toMatch(/Dibatalkan +sudah dikembalikan\n/);
    expect(listed).toMatch(/\nDibatalkan 1$/);
    expect(shown.out).toMatch(/^Pembayaran {2}sudah dikembalikan, .*, Tunai$/m);
    expect(data.data()).toMatchObject({ paid_with: 'Bank Tepi', refunded_with: 'Tunai' });
    expect([back.code, back.err]).toEqual([1, `${number} sudah batal dan uangnya dikembalikan.`]);
  });

  testOnce('W2: are not on their way where no courier brings them', async () => {
    const { environment, sari } = await openWithSari();
    const number = await place(sari, anOrderInStore('dine-in', 'Meja 7'));

    const refused = await owner(environment, 'order', number, '--status', 'delivering');

    expect([refused.code, refused.err]).toEqual([1, `${number} tidak diantar kurir.`]);
    expect((await sari.ask('GET', '/api/orders')).body.data).toMatchObject([{ status: 'waiting_payment' }]);
  });

  testOnce('are cancelled with a reason that the customer and the counter read, and can get one later', async () => {
    const { shop, environment, sari } = await openWithSari();
    const budi = await shop.newStaff();
    const { order_number: number } = (await sari.ask('POST', '/api/orders', { body: anOrder() })).body;
    const cancel = (...reason: string[]) => owner(environment, 'order', number, '--status', 'cancelled', ...reason);
    const shown = async () => (await sari.ask('GET', '/api/orders')).body.data[0];

    expect(await cancel('--reason', ' Susu habis ')).toMatchObject({ err: '', code: 0 });

    expect(await shown()).toMatchObject({ status: 'cancelled', reason: 'Susu habis' });
    expect((await budi.ask('GET', '/api/counter/finished')).body.data).toMatchObject([{ reason: 'Susu habis' }]);
    expect((await owner(environment, 'order', number)).out).toContain('Alasan      Susu habis');
    const [event] = await shop.database.selectFrom('order_events').selectAll().orderBy('id', 'desc').execute();
    expect(event).toMatchObject({ staff_id: null, to_status: 'cancelled', reason: 'Susu habis' });

    await cancel();
    expect(await shown()).toMatchObject({ reason: 'Susu habis' });
    await cancel('--reason', 'Kopi habis');
    expect(await shown()).toMatchObject({ status: 'cancelled', reason: 'Kopi habis' });
    await owner(environment, 'order', number, '--status', 'paid');
    expect(await shown()).not.toHaveProperty('reason');
  });

  testOnce('are not changed with a reason that is blank or long, or that is not for a cancellation', async () => {
    const { environment, sari } = await openWithSari();
    const { order_number: number } = (await sari.ask('POST', '/api/orders', { body: anOrder() })).body;

    for (const [words, sentence] of [
      [['--status', 'cancelled', '--reason', '  '], '1 sampai 200 huruf'],
      [['--status', 'cancelled', '--reason', 'x'.repeat(201)], '1 sampai 200 huruf'],
      [['--status', 'paid', '--reason', 'Susu habis'], '--status cancelled'],
      [['--reason', 'Susu habis'], '--status cancelled'],
    ] as const)
      expect(await owner(environment, 'order', number, ...words)).toMatchObject({
        code: 2,
        err: expect.stringContaining(sentence),
      });
    expect((await sari.ask('GET', '/api/orders')).body.data).toMatchObject([{ status: 'waiting_payment' }]);
  });

  test('are listed up to a limit, which is reported, and all of them since a given moment', async () => {
    const { shop, environment, sari } = await openWithSari();
    await shop.newCustomer();
    await sari.ask('POST', '/api/orders', { body: anOrder() });
    const { id: _, ...first } = await shop.database.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 50 }, (_, at) => ({ ...first, order_number: `KT-${at}` }));
    await shop.database.insertInto('orders').values(others).execute();
    const limitNotice = (limit: number) =>
      `Hanya ${limit} yang terakhir ditampilkan; --limit N menampilkan lebih banyak.`;

    const last = await owner(environment, 'orders', '--json');
    const today = await owner(environment, 'orders', '--since', '1h', '--json');

    expect([JSON.parse(last.out).length, last.err]).toEqual([50, limitNotice(50)]);
    expect([JSON.parse(today.out).length, today.err]).toEqual([51, '']);
    expect((await owner(environment, 'orders', '--since', '1h', '--limit', '3')).err).toBe(limitNotice(3));
    expect((await owner(environment, 'orders', '--limit', '51')).err).toBe('');
    expect((await owner(environment, 'customers', '--limit', '1')).err).toBe(limitNotice(1));
  });

  testOnce('show the delivery address down to the village, and for pick-up only the name and the phone', async () => {
    const { environment, sari, home } = await openWithSari();
    const placed = async (body: object) => (await sari.ask('POST', '/api/orders', { body })).body.order_number;
    const brought = await placed(anOrder());
    const fetched = await placed(anOrderInStore('pickup', 'Ambil di toko'));
    const database = await home.open();
    await database.updateTable('regions').set({ kode: 'gone' }).where('kode', '=', wholeAddress.kecamatan).execute();

    expect((await owner(environment, 'order', brought)).out).toContain(
      [
        'Penyerahan  Goceng: Sari, 081234567890, Jalan Tepi 7',
        '            Menteng, 31.71.06, Kota Administrasi Jakarta Pusat, Daerah Khusus Ibukota Jakarta',
        'Cara bayar',
      ].join('\n'),
    );
    expect((await owner(environment, 'order', fetched)).out).toContain(
      'Penyerahan  Ambil sendiri: Sari, 081234567890\nCara bayar',
    );
    // At the till a guest need not say a name.
    const nameless = JSON.stringify({ fullName: '', phoneNumber: '', fullStreet: 'Ambil di toko' });
    await database
      .updateTable('orders')
      .set({ delivery_address: nameless })
      .where('order_number', '=', fetched)
      .execute();
    expect((await owner(environment, 'order', fetched)).out).toContain('Penyerahan  Ambil sendiri\nCara bayar');
  });

  testOnce('B13: cannot forge a line of output or move the cursor by what a customer typed', async () => {
    const { shop, environment, sari } = await openWithSari();
    const number = await place(sari);
    const typed = {
      fullName: 'Sari\u202e',
      fullStreet: 'Meja 7\u001b[2J\nCara bayar  LUNAS',
      kelurahan: '\u009b1m\rLUNAS',
    };
    // As earlier versions stored what was typed.
    await setOrder(shop, number, { delivery_address: JSON.stringify({ ...wholeAddress, ...typed }) });

    const { out } = await owner(environment, 'order', number);

    expect(out.match(/^Cara bayar .*$/gm)).toEqual(['Cara bayar  Bank Tepi']);
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });
});
