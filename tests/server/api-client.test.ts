/** A client that is built from the OpenAPI document alone, and calls a real server. */
import { OpenAPIClientAxios, type UnknownOperationMethods } from 'openapi-client-axios';
import { expect, test } from 'vitest';
import { listeningShop } from './listening-shop.ts';
import { anOrder, wholeAddress } from './order-fixture.ts';

async function clientOf(url: string) {
  const definition = await (await fetch(`${url}/api/docs/openapi.json`)).json();
  const client = await new OpenAPIClientAxios({
    definition,
    withServer: { url: url + definition.servers[0].url },
    axiosConfigDefaults: { validateStatus: () => true },
  }).init<UnknownOperationMethods>();
  return {
    token: '',
    async call(operationId: string, parameters: Record<string, string> = {}, body?: object) {
      const operation = client[operationId];
      if (!operation) throw new Error(`There is no operation ${operationId}.`);
      return operation(parameters, body, { headers: this.token ? { Authorization: `Bearer ${this.token}` } : {} });
    },
  };
}

test('a client built from the description registers, saves a cart and an address, orders and logs out', async () => {
  const { url } = await listeningShop();
  const client = await clientOf(url);
  const customer = { fullName: 'Budi', email: 'budi@example.com', phoneNumber: '0812 3456 7890', password: 'kopi123' };
  const device = { 'X-Client-Id': 'phone', 'X-Client-Seq': '1' };
  const key = { 'Idempotency-Key': 'one' };

  expect(await client.call('register', { 'Idempotency-Key': 'join' }, customer)).toMatchObject({
    status: 201,
    data: { user: { phoneNumber: '081234567890' } },
  });
  expect(await client.call('getCart')).toMatchObject({ status: 401, data: { error: { code: 'unauthorized' } } });
  const { data: session } = await client.call('logIn', {}, { email: customer.email, password: customer.password });
  client.token = session.token;

  const { data: products } = await client.call('listProducts', { search: 'tubruk', category: 'Kopi' });
  expect(products.data).toMatchObject([{ _id: 'tubruk' }]);
  const picture = { kind: 'products', file: 'espresso.svg' };
  expect(await client.call('getPicture', picture)).toMatchObject({ status: 200 });
  expect(await client.call('listRegencies', { code: '31' })).toMatchObject({ status: 200 });

  expect(await client.call('replaceCart', device, { items: [{ _id: 'tubruk', qty: 2 }] })).toMatchObject({
    status: 200,
    data: { items: [{ _id: 'tubruk', qty: 2 }], applied: true, seq: 1 },
  });
  const saved = await client.call('saveAddress', {}, wholeAddress);
  expect(saved).toMatchObject({ status: 201, data: wholeAddress });
  const id = { id: saved.data._id };
  expect(await client.call('editAddress', id, wholeAddress)).toMatchObject({ status: 200, data: saved.data });
  expect(await client.call('deleteAddress', id)).toMatchObject({ status: 204 });

  const placed = await client.call('placeOrder', key, anOrder());
  expect(placed).toMatchObject({ status: 201, data: { totalShopping: 29_000, client_ref: 'one' } });
  const replayed = await client.call('placeOrder', key, anOrder());
  expect(replayed).toMatchObject({ status: 201, data: placed.data, headers: { 'idempotency-replayed': 'true' } });
  expect(await client.call('listOrders', { limit: '1' })).toMatchObject({ data: { data: [placed.data], count: 1 } });
  expect(await client.call('cancelOrder', key)).toMatchObject({ status: 200, data: placed.data });

  expect(await client.call('logOut')).toMatchObject({ status: 204 });
  expect(await client.call('listOrders')).toMatchObject({ status: 401 });
});
