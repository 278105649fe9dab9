import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { CartAnswer, Product } from '#core/contract';
import { onEveryDatabase } from '../support/databases.ts';
import { fixtureMenu } from './fixture-menu.ts';
import { type Customer, openShop, type Shop } from './shop.ts';

const one = (_id: string, qty = 1) => ({ items: [{ _id, qty }] });
const from = (id: string, seq?: number) => ({
  'x-client-id': id,
  ...(seq !== undefined && { 'x-client-seq': `${seq}` }),
});

/** The menu with more products. */
const menuWith = (...ids: string[]) => ({
  ...fixtureMenu,
  products: fixtureMenu.products.concat(
    ids.map((_id) => ({ ...(fixtureMenu.products[0] as Product), _id, name: _id })),
  ),
});

onEveryDatabase('the cart', (newHome, _kind, testOnce) => {
  let shop: Shop;
  let sari: Customer;
  let budi: Customer;
  beforeAll(async () => {
    shop = await openShop(await newHome());
  });
  beforeEach(async () => {
    [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
  });
  const put = (customer: Customer, body: unknown, headers: Record<string, string> = {}) =>
    customer.ask('PUT', '/api/carts', { body, headers });
  const isApplied = async (customer: Customer, device: string, seq = 1) =>
    (await put(customer, one('tubruk'), from(device, seq))).body.applied;
  const quantities = (answer: { body: CartAnswer }) => answer.body.items.map(({ _id, qty }) => [_id, qty]);

  test('of a new customer is empty, and comes back as it was saved, with what the shop knows about each product', async () => {
    const before = await sari.ask('GET', '/api/carts');

    const saved = await put(sari, {
      items: [
        { _id: 'tubruk', qty: 2, price: 1, name: 'Gratis' },
        { _id: 'stale-bun', qty: 1 },
      ],
    });
    const after = await sari.ask('GET', '/api/carts');

    expect([before.body, before.headers.etag]).toEqual([{ items: [] }, '"0"']);
    expect([saved.status, saved.headers.etag, saved.body.applied]).toEqual([200, '"1"', true]);
    expect(after.body.items).toMatchObject([
      { _id: 'tubruk', name: 'Kopi Tubruk', price: 12_000, qty: 2, category: 'Kopi' },
      { _id: 'stale-bun', available: false, qty: 1 },
    ]);
    expect([after.headers.etag, after.headers['cache-control']]).toEqual(['"1"', 'no-store']);
  });

  test('keeps products whose ids every object has', async () => {
    const ids = ['constructor', '__proto__', 'toString'];
    await shop.replaceMenu(menuWith(...ids));

    const saved = await put(sari, { items: ids.map((_id) => ({ _id, qty: 1 })) });

    expect([saved.status, quantities(saved)]).toEqual([200, ids.map((id) => [id, 1])]);
    expect(quantities(await sari.ask('GET', '/api/carts'))).toEqual(ids.map((id) => [id, 1]));
    expect((await put(sari, one('valueOf'))).status).toBe(422);
  });

  test('F23: has on other servers a product, too, that has just come to the menu', async () => {
    const home = await newHome();
    const elsewhere = await openShop(home);
    const tini = await elsewhere.newCustomer();
    const [reading, refused, adding] = (await Promise.all(
      [1, 2, 3].map(async () => {
        const slow = (await openShop(home, { menuCheckMs: 60_000 })).known(tini);
        await slow.ask('GET', '/api/carts');
        return slow;
      }),
    )) as [Customer, Customer, Customer];
    await elsewhere.replaceMenu(menuWith('baru'));
    await put(tini, one('baru'));

    const answers = [
      await reading.ask('GET', '/api/carts'),
      await put(refused, one('tubruk'), { 'if-match': '"0"' }),
      await put(adding, one('baru', 2)),
    ];

    expect(answers.map((answer) => [answer.status, ...quantities(answer)])).toEqual([
      [200, ['baru', 1]],
      [412, ['baru', 1]],
      [200, ['baru', 2]],
    ]);
  });

  test('B22: belongs to its customer alone', async () => {
    await put(sari, one('tubruk'));

    await put(budi, { ...one('es-kopi'), customer: sari.id, customer_id: sari.id });

    expect(quantities(await sari.ask('GET', '/api/carts'))).toEqual([['tubruk', 1]]);
    expect(quantities(await budi.ask('GET', '/api/carts'))).toEqual([['es-kopi', 1]]);
  });

  test('F23: changed on another device meanwhile is a 412 with the current cart, and stays as it is', async () => {
    await put(sari, one('tubruk'));
    await put(sari, one('tubruk', 2), { 'if-match': '"1"' });

    const late = await put(sari, one('es-kopi'), { 'if-match': '"1"' });

    expect([late.status, late.body.error.code, late.headers.etag]).toEqual([412, 'cart_changed', '"2"']);
    expect(late.body.items).toMatchObject([{ _id: 'tubruk', qty: 2 }]);
    expect(quantities(await sari.ask('GET', '/api/carts'))).toEqual([['tubruk', 2]]);
  });

  test('F24: an older sequence of the same device changes nothing and is told the current cart', async () => {
    await put(sari, one('tubruk', 3), from('hp', 7));

    for (const seq of [7, 6, 0]) {
      const late = await put(sari, one('es-kopi'), { ...from('hp', seq), 'if-match': '"0"' });

      expect([late.status, late.body.applied, late.headers.etag]).toEqual([200, false, '"1"']);
      expect(quantities(late)).toEqual([['tubruk', 3]]);
    }
    expect((await put(sari, one('es-kopi'), from('hp', 8))).body.applied).toBe(true);
  });

  test('a device is told the last sequence that was taken of it, and of no other; a refused revision takes none', async () => {
    await put(sari, one('tubruk'), from('hp', 4));
    await put(sari, one('tubruk', 2), from('tablet', 9));

    const read = async (headers: Record<string, string>) => (await sari.ask('GET', '/api/carts', { headers })).body;

    expect((await read(from('hp'))).seq).toBe(4);
    expect((await read(from('tablet'))).seq).toBe(9);
    expect(await read(from('laptop'))).not.toHaveProperty('seq');
    expect(await read({})).not.toHaveProperty('seq');
    expect((await put(sari, one('es-kopi'), from('hp', 3))).body).toMatchObject({ applied: false, seq: 4 });
    expect(await put(sari, one('es-kopi'), { ...from('hp', 5), 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { seq: 4 },
    });
    expect((await put(sari, one('es-kopi'), from('hp', 5))).body).toMatchObject({ applied: true, seq: 5 });
  });

  test('of two devices that write at once, one wins and the other is told', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((device) => put(sari, one('tubruk'), { ...from(device, 1), 'if-match': '"0"' })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  testOnce('B10: that is invalid is refused and changes nothing', async () => {
    await put(sari, one('tubruk'));
    const wrong = {
      'the auth object': { items: { user: { fullName: 'Sari' }, token: 'x' } },
      'no items': {},
      'a quantity of 0': one('tubruk', 0),
      'a quantity of -1': one('tubruk', -1),
      'a quantity of 1.5': one('tubruk', 1.5),
      'a quantity of 100': one('tubruk', 100),
      'a quantity in text': { items: [{ _id: 'tubruk', qty: '2' }] },
      'no quantity': { items: [{ _id: 'tubruk' }] },
      'an id that is an object': { items: [{ _id: { $gt: '' }, qty: 1 }] },
      'an id that is a list': { items: [{ _id: ['tubruk'], qty: 1 }] },
      'an id never known': one('kopi-luwak'),
      'one product twice': { items: [...one('tubruk').items, ...one('tubruk').items] },
      '51 lines': { items: Array.from({ length: 51 }, (_, line) => ({ _id: `p${line}`, qty: 1 })) },
      '1,000 lines': { items: Array.from({ length: 1_000 }, (_, line) => ({ _id: `p${line}`, qty: 1 })) },
    };

    for (const [what, body] of Object.entries(wrong)) {
      expect([what, (await put(sari, body)).status]).toEqual([what, 422]);
    }
    expect((await put(sari, [])).status).toBe(400);
    expect((await sari.ask('GET', '/api/carts')).headers.etag).toBe('"1"');
  });

  testOnce('B11: If-Match takes strong tags and the star; a weak tag never matches and the rest is a 400', async () => {
    await put(sari, one('tubruk'));

    expect((await put(sari, one('tubruk', 2), { 'if-match': '*' })).status).toBe(200);
    expect((await put(sari, one('tubruk', 3), { 'if-match': '"9", "2"' })).status).toBe(200);
    expect((await put(sari, one('tubruk', 4), { 'if-match': 'W/"3"' })).status).toBe(412);
    for (const garbage of ['3', '"3', 'rubbish', '"3" "4"', '']) {
      expect([garbage, (await put(sari, one('tubruk'), { 'if-match': garbage })).status]).toEqual([garbage, 400]);
    }
  });

  test('B12: an extreme sequence number blocks only its own device, and a customer keeps twenty devices', async () => {
    expect(await isApplied(sari, 'mad', Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(await isApplied(sari, 'mad')).toBe(false);
    for (let device = 0; device < 25; device++) expect(await isApplied(sari, `hp-${device}`)).toBe(true);

    const devices = shop.database.selectFrom('cart_clients').selectAll().where('customer_id', '=', sari.id);
    expect(await devices.execute()).toHaveLength(20);
    expect(await isApplied(sari, 'hp-24')).toBe(false);
  });

  test('B12, B22: the devices of one customer do not push out those of another', async () => {
    await isApplied(sari, 'hp');
    expect(await isApplied(budi, 'hp')).toBe(true);
    for (let device = 0; device < 20; device++) await isApplied(budi, `hp-${device}`);

    await isApplied(sari, 'tablet');

    expect([await isApplied(sari, 'hp'), await isApplied(budi, 'hp-0')]).toEqual([false, false]);
  });
});
