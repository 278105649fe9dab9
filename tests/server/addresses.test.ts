import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withoutId } from '#core/address';
import type { SavedAddress } from '#core/contract';
import { onEveryDatabase } from '../support/databases.ts';
import { wholeAddress } from './order-fixture.ts';
import { type Customer, openShop, type Shop, shopWithCustomer } from './shop.ts';

onEveryDatabase('saved addresses', (newHome, _kind, testOnce) => {
  let shop: Shop;
  let sari: Customer;
  let budi: Customer;
  beforeAll(async () => {
    shop = await openShop(await newHome());
  });
  beforeEach(async () => {
    [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
  });
  const save = (customer: Customer, body: unknown) => customer.ask('POST', '/api/delivery-address', { body });
  const listed = async (customer: Customer): Promise<SavedAddress[]> =>
    (await customer.ask('GET', '/api/delivery-address')).body;
  const listOf = async (customer: Customer) => (await listed(customer)).map(withoutId);
  const edit = (customer: Customer, _id: string, body: unknown, age = '') =>
    customer.ask('PUT', `/api/delivery-address/${_id}${age}`, { body });
  const erase = (customer: Customer, _id: string, age = '') =>
    customer.ask('DELETE', `/api/delivery-address/${_id}${age}`);
  const savedId = async (customer: Customer, body: unknown = wholeAddress): Promise<string> =>
    (await save(customer, body)).body._id;
  const second = { ...wholeAddress, fullStreet: 'Gang Kopi 2' };

  test('come back as a plain list, in the order they were saved', async () => {
    expect(await listOf(sari)).toEqual([]);
    expect((await save(sari, wholeAddress)).status).toBe(201);
    expect(withoutId((await save(sari, second)).body)).toEqual(second);
    expect(await listOf(sari)).toEqual([wholeAddress, second]);
  });

  test('are saved once, however often and whenever the very same one comes', async () => {
    const answers = await Promise.all([save(sari, wholeAddress), save(sari, wholeAddress), save(sari, wholeAddress)]);
    await save(sari, second);
    answers.push(await save(sari, wholeAddress));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body._id))).toEqual(new Set([(await listed(sari))[0]?._id]));
    expect(await listOf(sari)).toEqual([wholeAddress, second]);
  });

  test('are stored normalised, phone numbers as their digits, and once in whichever form they come', async () => {
    const typed = {
      ...wholeAddress,
      fullName: '\u202a Sari\u200b Dewi\u00a0',
      phoneNumber: '\u202a+62 812\u20113456\u20117890\u202c',
      fullStreet: '\ufeffGang\u00a0Kopi　２ ',
    };
    const stored = { ...wholeAddress, fullName: 'Sari Dewi', phoneNumber: '6281234567890', fullStreet: 'Gang Kopi 2' };

    expect((await save(sari, typed)).body).toMatchObject(stored);
    await save(sari, { ...stored, phoneNumber: '+62(0)812.3456.7890' });
    expect(await listOf(sari)).toEqual([stored]);
    await shop.database
      .updateTable('addresses')
      .set({ phone_number: '+62 812-3456-7890' })
      .where('customer_id', '=', sari.id)
      .execute();
    await save(sari, stored);
    expect(await listOf(sari)).toEqual([{ ...stored, phoneNumber: '+62 812-3456-7890' }]);
  });

  test('B13: store any text as it is, markup and SQL included', async () => {
    const odd = {
      ...wholeAddress,
      fullName: '<img src=x onerror=alert(1)>',
      fullStreet: "Jl. O'Reilly; DROP TABLE — 一号 ☕",
    };

    await save(sari, odd);

    expect(await listOf(sari)).toEqual([odd]);
  });

  test('B22: belong to their customer alone', async () => {
    await save(sari, { ...wholeAddress, customer_id: budi.id });

    expect(await listOf(budi)).toEqual([]);
  });

  testOnce('F2: must not name a village of another district', async () => {
    const _id = await savedId(sari);
    const wrong = [
      { kelurahan: '31.71.01.1001' },
      { kecamatan: '31.72.01' },
      { provinsi: '32' },
      { provinsi: '31.71', kabupaten: '31' },
      { kelurahan: '99.99.99.9999' },
      { kelurahan: "' or 1=1 --" },
    ];

    for (const part of wrong) {
      const other = { ...wholeAddress, ...part };

      for (const { status, body } of [await save(sari, other), await edit(sari, _id, other)])
        expect([part, status, body.error.code]).toEqual([part, 422, 'unknown_region']);
    }
    expect(await listOf(sari)).toEqual([wholeAddress]);
  });

  testOnce('B46: are limited to a hundred', async () => {
    for (let i = 0; i < 100; i++) await save(sari, { ...wholeAddress, fullStreet: `Gang ${i}` });

    const answer = await save(sari, wholeAddress);

    expect([answer.status, answer.body.error.code]).toEqual([422, 'too_many_addresses']);
  });

  test('are edited in their place, normalised, and as often as the request comes', async () => {
    const _id = await savedId(sari);
    await save(sari, second);
    const edited = { ...wholeAddress, fullName: 'Kantor', phoneNumber: '6281234567890' };

    for (let i = 0; i < 2; i++)
      expect(
        await edit(sari, _id, { ...edited, fullName: ' Kantor\u200b', phoneNumber: '+62 (812) 3456-7890' }),
      ).toMatchObject({ status: 200, body: { ...edited, _id } });

    expect(await listOf(sari)).toEqual([edited, second]);
  });

  test('are deleted, as often as the request comes, and make room for others', async () => {
    const _id = await savedId(sari);
    await save(sari, second);

    expect([(await erase(sari, _id)).status, (await erase(sari, _id)).status]).toEqual([204, 204]);

    expect(await listOf(sari)).toEqual([second]);
    expect((await edit(sari, _id, wholeAddress)).status).toBe(404);
    expect(await savedId(sari)).not.toBe(_id);
  });

  test('B22: are neither edited nor deleted by another customer', async () => {
    const _id = await savedId(sari);

    expect(await edit(budi, _id, second)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    await erase(budi, _id);

    expect(await listed(sari)).toEqual([{ ...wholeAddress, _id }]);
    expect(await listed(budi)).toEqual([]);
  });

  testOnce('have no other ids', async () => {
    for (const _id of ['0', '-1', '1e3', '99999999999999999999', '%00', "1'--", '1%20', 'x'.repeat(90)])
      expect([_id, (await edit(sari, _id, wholeAddress)).status, (await erase(sari, _id)).status]).toEqual([
        _id,
        404,
        204,
      ]);
  });

  test('are as the later edit made them, whichever arrives first', async () => {
    const _id = await savedId(sari);
    const later = { ...wholeAddress, fullName: 'Siang' };

    expect((await edit(sari, _id, later, '?age=60000')).body).toEqual({ ...later, _id });
    expect(await edit(sari, _id, { ...later, fullName: 'Pagi' }, '?age=3600000')).toMatchObject({
      status: 200,
      body: { ...later, _id },
    });
    await erase(sari, _id, '?age=3600000');
    expect(await listOf(sari)).toEqual([later]);

    await edit(sari, _id, second);
    expect(await listOf(sari)).toEqual([second]);
    await erase(sari, _id);
    expect(await listOf(sari)).toEqual([]);
    expect((await edit(sari, _id, second, '?age=soon')).status).toBe(400);
  });

  test("are edited and deleted after the shop's clock was ahead, and by a phone whose clock was at 1970", async () => {
    let at = Date.now();
    const { sari } = await shopWithCustomer(await newHome(), { now: () => at });
    const _id = await savedId(sari);
    const other = await savedId(sari, second);
    at += 86_400_000;
    await edit(sari, _id, { ...wholeAddress, fullName: 'Besok' });
    await edit(sari, other, { ...second, fullName: 'Besok' });
    at -= 86_400_000;

    expect((await edit(sari, _id, wholeAddress)).body).toEqual({ ...wholeAddress, _id });
    await erase(sari, other);
    expect(await listOf(sari)).toEqual([wholeAddress]);

    const after1970 = '?age=1796000000000';
    expect((await edit(sari, _id, second, after1970)).body).toEqual({ ...wholeAddress, _id });
    expect([(await erase(sari, _id, after1970)).status, await listOf(sari)]).toEqual([204, [wholeAddress]]);
    expect((await erase(sari, _id, `?age=${'9'.repeat(400)}`)).status).toBe(204);
  });
});
