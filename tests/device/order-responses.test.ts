/** Which responses settle an order: only those of the shop itself. */
import { SchemaValidationError } from 'ky';
import { describe, expect, test, vi } from 'vitest';
import type { Order } from '#core/order-contract';
import { getCategories, getProducts } from '#device/api';
import { hasKedaiCapabilities, noteCapabilities } from '#device/capabilities';
import { storeOutboxOrder } from '#device/new-outbox-order';
import { cancel, deliver, deliverDue } from '#device/outbox';
import { agreeToQuote } from '#device/outbox-decisions';
import { outboxOrdersOf } from '#device/outbox-store';
import { platform } from '#device/platform';
import { storeSession } from '#device/session';
import {
  anOrder,
  answerCalls,
  connectionLost,
  cutLine,
  interceptRequests,
  isOrder,
  loseResponse,
  ordersOf,
  type Respond,
  refusal,
  requestsSent,
  sendLate,
} from '../support/page/checkout.ts';
import { storedOrder } from '../support/page/customer.ts';
import { atPlainHost } from '../support/page/plain-host.ts';
import { expectConsoleError } from '../support/page/setup.ts';
import { loggedIn } from '../support/page/visit.tsx';

const html = { 'content-type': 'text/html' };
const isList = ({ method, url }: Request) => method === 'GET' && url.endsWith('/orders');
const isVoid = ({ method, url }: Request) => method === 'DELETE' && url.endsWith('/orders');

/** Answers the next order in this way. */
const answerOrder = (answer: Respond) => answerCalls(isOrder, answer, 1);

const cheaper = (order: Order): Order => ({
  ...order,
  order_items: order.order_items.map((item) => ({ ...item, price: 1_000 })),
  subTotal: 2_000,
  totalShopping: 2_000 + order.delivery_fee,
});

describe('at the bundled server', () => {
  test.each<[string, Respond]>([
    ['a firewall’s page', () => new Response('<html>Blocked</html>', { status: 403, headers: html })],
    ['a gateway’s 404', () => Response.json({ message: 'no route' }, { status: 404 })],
    ['a gateway’s 422', () => Response.json({ message: 'no' }, { status: 422 })],
    ['a gateway’s 401', () => Response.json({ message: 'who?' }, { status: 401 })],
    ['F11 a captive portal’s page', () => new Response('<h1>Wifi</h1>', { headers: html })],
    ['F12 half an answer', () => new Response('{"order_nu', { headers: { 'content-type': 'application/json' } })],
    ['an empty list', () => Response.json([])],
    ['an empty object', () => Response.json({})],
    ['an error in a 200', () => refusal(200, 'internal')],
    ['no more than its key', ({ headers }) => Response.json({ client_ref: headers.get('idempotency-key') })],
    ['another order', () => Response.json({ order_number: 'KT-1', totalQty: 1, client_ref: 'not-this-one' })],
    ['a shop that is asked too often', () => refusal(429, 'too_many_requests')],
    ['a shop that is still at it', () => refusal(409, 'order_in_progress')],
    ['a shop in trouble', () => refusal(500, 'internal')],
    ['F3 an answer that comes after the next attempt', loseResponse],
  ])('%s says nothing about an order: it is sent again, and is one', async (_who, answer) => {
    const { session, id } = await storedOrder();
    answerOrder(loseResponse);
    expect((await deliver(id)).state).toBe('unsure');
    answerOrder(answer);

    const doubtful = await deliver(id);
    const sure = await deliver(id);

    expect(doubtful).toMatchObject({ state: 'unsure', everSent: true });
    expect(sure).toMatchObject({ state: 'accepted', order: { client_ref: id } });
    expect(await ordersOf(session)).toHaveLength(1);
    vi.mocked(console.error).mockClear();
  });

  test('O4 an old order that has arrived is found before its customer is asked whether it is still wanted', async () => {
    const { id, madeAt } = await storedOrder();
    answerOrder(loseResponse);
    await deliver(id);
    platform.now = () => madeAt + 24 * 60 * 60_000;

    expect(await deliver(id)).toMatchObject({ state: 'accepted', order: { client_ref: id } });
  });

  test('an order equal to one that is being cancelled is an order of its own', async () => {
    const session = await loggedIn();
    const order = await anOrder();
    const former = await storeOutboxOrder(session, order);
    cutLine(({ url }) => url.endsWith('/orders'));
    await deliver(former.id);
    expect(await cancel(former.id)).toMatchObject({ cancelling: true });

    const again = await storeOutboxOrder(session, order);

    expect(again.id).not.toBe(former.id);
  });

  test('a refused order cannot arrive later: its key is voided first, and then it is shown with the reason', async () => {
    const session = await loggedIn();
    const unpayable = { ...(await anOrder()), paymentMethod: { _id: 'unknown', name: 'Unknown', image_url: '' } };
    const { id, body } = await storeOutboxOrder(session, unpayable);
    answerCalls(isVoid, loseResponse, 1);
    const unsure = await deliver(id);

    const refused = await deliver(id);

    expect(unsure).toMatchObject({ state: 'unsure', code: 'unknown_payment_method' });
    expect(refused).toMatchObject({ state: 'refused', code: 'unknown_payment_method' });
    expect((await sendLate(session, { id, body })).status).toBe(410);
    expectConsoleError(/The shop refused/);
  });

  test('an order that was refused the second time and had arrived the first time is accepted', async () => {
    const { id } = await storedOrder();
    answerOrder(loseResponse);
    await deliver(id);
    answerOrder(() => refusal(422, 'unknown_courier'));

    expect(await deliver(id)).toMatchObject({ state: 'accepted', order: { client_ref: id } });
    expectConsoleError(/The shop refused/);
  });

  test('an order counts as cancelled only when the shop itself says so', async () => {
    const { session, id } = await storedOrder();
    answerOrder(loseResponse);
    await deliver(id);
    answerCalls(isVoid, () => new Response(null, { status: 204 }), 1);

    expect(await cancel(id)).toMatchObject({ state: 'unsure', cancelling: true });
    await deliverDue({ all: true });

    expect(await outboxOrdersOf(session)).toMatchObject([{ state: 'accepted', order: { client_ref: id } }]);
    expect(await ordersOf(session)).toHaveLength(1);
  });

  test('new prices are agreed to only when the order at the old ones can no longer arrive', async () => {
    const session = await loggedIn();
    const { id, body } = await storeOutboxOrder(session, cheaper(await anOrder()));
    expect((await deliver(id)).state).toBe('quote_changed');
    const line = cutLine(isVoid);

    expect(await agreeToQuote(session, id)).toMatchObject({ id, state: 'quote_changed' });
    expect(await ordersOf(session)).toEqual([]);
    line.cut = false;
    const [one, other] = await Promise.all([agreeToQuote(session, id), agreeToQuote(session, id)]);

    expect([one, other].filter((entry) => entry?.state === 'accepted')).toHaveLength(1);
    expect(await ordersOf(session)).toHaveLength(1);
    const late = await sendLate(session, { id, body });
    expect(late.status).toBe(410);
  });

  test('an order at the old prices that arrived after all counts, and no other is made', async () => {
    const { session, id, body } = await storedOrder();
    answerOrder(() => {
      const quote = { lines: [], delivery_fee: 1_000, subTotal: 0, totalShopping: 0 };
      return refusal(409, 'quote_changed', { quote });
    });
    expect((await deliver(id)).state).toBe('quote_changed');
    await sendLate(session, { id, body });

    expect(await agreeToQuote(session, id)).toMatchObject({ id, state: 'accepted', order: { client_ref: id } });
    expect(await ordersOf(session)).toHaveLength(1);
  });

  test('an order whose products are all sold out ends when its customer has seen that', async () => {
    const session = await loggedIn();
    const order = await anOrder();
    const { id } = await storeOutboxOrder(session, order);
    answerOrder(() => {
      const lines = order.order_items.map(({ price, ...line }) => ({ ...line, shown: price, now: null }));
      const quote = { lines, delivery_fee: order.delivery_fee, subTotal: 0, totalShopping: 0 };
      return refusal(409, 'quote_changed', { quote });
    });
    expect((await deliver(id)).state).toBe('quote_changed');

    expect(await agreeToQuote(session, id)).toBeUndefined();
    expect(await outboxOrdersOf(session)).toMatchObject([{ id, state: 'cancelled' }]);
  });

  test('O8 new prices that were agreed to are an order of their own, also right after another order was accepted', async () => {
    const session = await loggedIn();
    const order = await anOrder();
    const first = await storeOutboxOrder(session, order);
    const accepted = await deliver(first.id);
    const now = platform.now();
    platform.now = () => now + 60_000;
    const second = await storeOutboxOrder(session, cheaper(order), { repeatOf: accepted });
    expect((await deliver(second.id)).state).toBe('quote_changed');

    const agreed = await agreeToQuote(session, second.id);

    expect(agreed).toMatchObject({ state: 'accepted' });
    expect(agreed?.id).not.toBe(first.id);
    expect(await ordersOf(session)).toHaveLength(2);
  });

  test('an answer stored from another host does not make the shop count as a plain host', async () => {
    await getProducts();

    noteCapabilities(new Response(null, { headers: { 'kedai-kept-since': '1' } }), 1);

    expect(await hasKedaiCapabilities()).toBe(true);
  });

  test('an empty list from somewhere else does not make the shop count as a plain host', async () => {
    const { id } = await storedOrder();
    answerCalls(
      ({ url }) => url.endsWith('/categories'),
      () => Response.json([]),
    );
    await getCategories({ noCache: true });

    expect((await deliver(id)).order?.client_ref).toBe(id);
  });

  test('a shop that moved to a plain host is not sent the same order again unasked, nor asked to cancel it', async () => {
    const { session: kedai, id } = await storedOrder();
    cutLine(({ url }) => url.endsWith('/orders'));
    await deliver(id);
    await cancel(id);
    const { shop } = await atPlainHost();
    // On this device a customer is identified by the e-mail address.
    const session = { ...shop.logIn('sari'), user: kedai.user };
    await storeSession(session);

    await deliverDue({ all: true });
    await deliverDue({ all: true });

    expect(shop.orders).toEqual([]);
    expect(await outboxOrdersOf(session)).toMatchObject([{ id, state: 'unsure', keyed: false, cancelling: false }]);
  });
});

test('an answer that does not fit is an error of its call, and the log names the field', async () => {
  interceptRequests(async () => Response.json({ data: [{ _id: 'a', name: 'Kopi', price: 'mahal' }] }));

  await expect(getProducts()).rejects.toBeInstanceOf(SchemaValidationError);

  expectConsoleError(/^GET \/products: data\.0\.price: /);
});

describe('at a plain host', () => {
  test('an order whose answer was lost is found beside an earlier one of the same worth', async () => {
    const { session } = await atPlainHost();
    const repeatOf = await deliver((await storeOutboxOrder(session, await anOrder('Jalan Satu'))).id);
    const { id } = await storeOutboxOrder(session, await anOrder('Jalan Dua'), { repeatOf });
    answerOrder(loseResponse);
    await deliver(id);

    expect(await deliver(id)).toMatchObject({ state: 'accepted', order: { order_number: 'N2' } });
  });

  test('an order whose answer was lost is not sent with a key when the host begins to know keys', async () => {
    const { shop, id } = await storedOrder(await atPlainHost());
    answerOrder(loseResponse);
    await deliver(id);
    // The list does not contain the order yet.
    answerCalls(isList, () => Response.json([]));
    const sent = requestsSent(isOrder);
    shop.plain = false;
    await getProducts();

    expect((await deliver(id)).state).toBe('unsure');
    expect(sent).toEqual([]);
  });

  test('what was refused when it was sent once more may have arrived the first time', async () => {
    const { id } = await storedOrder(await atPlainHost());
    answerOrder(connectionLost);
    await deliver(id);
    answerOrder(() => Response.json({ message: 'No' }, { status: 422 }));

    expect((await deliver(id, { agreed: true })).state).toBe('unsure');
    expectConsoleError(/The shop refused/);
  });

  test('O3a an order that may have arrived cannot be cancelled', async () => {
    const { id } = await storedOrder(await atPlainHost());
    answerOrder(connectionLost);
    await deliver(id);

    expect((await cancel(id)).state).toBe('unsure');
  });

  test('where an order may have arrived twice, neither is taken for another one that was lost', async () => {
    const { shop, session } = await atPlainHost();
    const lost = await storeOutboxOrder(session, await anOrder('Jalan Satu'));
    answerOrder(connectionLost);
    await deliver(lost.id);
    const twice = await storeOutboxOrder(session, await anOrder('Jalan Dua'));
    answerOrder(loseResponse);
    await deliver(twice.id);
    await deliver(twice.id, { agreed: true });

    const after = await deliver(lost.id);

    expect(shop.orders.map(({ order }) => order.delivery_address.fullStreet)).toEqual(['Jalan Dua', 'Jalan Dua']);
    expect(after.state).toBe('unsure');
  });

  test.each<[string, string, () => Response]>([
    ...[408, 409, 425, 429, 500].map((status): [string, string, () => Response] => [
      `${status}`,
      'unsure',
      () => Response.json({ message: 'Later' }, { status }),
    ]),
    ['a page', 'unsure', () => new Response('<html>Blocked</html>', { status: 403, headers: html })],
    ['422', 'refused', () => Response.json({ message: 'No' }, { status: 422 })],
  ])('after %s as its first answer an order is %s', async (_what, state, answer) => {
    const { id } = await storedOrder(await atPlainHost());
    answerOrder(answer);

    expect((await deliver(id)).state).toBe(state);
    vi.mocked(console.error).mockClear();
  });

  test('a refused order list does not refuse the order', async () => {
    const { id } = await storedOrder(await atPlainHost());
    answerCalls(isList, () => new Response('', { status: 403 }));

    expect((await deliver(id)).state).toBe('stored');
  });

  test('O12 an answer with no more than a number is for the order that was sent', async () => {
    const { session } = await atPlainHost();
    const order = await anOrder();
    const { id } = await storeOutboxOrder(session, order);
    answerOrder(() => Response.json({ order_number: 'N9' }));
    const { totalQty, totalShopping, paymentMethod, delivery_address } = order;

    const { state, order: accepted } = await deliver(id);

    expect(state).toBe('accepted');
    expect(accepted).toMatchObject({ order_number: 'N9', totalQty, totalShopping, paymentMethod, delivery_address });
  });

  test('an answer without a number is for the order that was sent, also where no earlier one has a number', async () => {
    const { session } = await atPlainHost();
    const { totalQty, totalShopping } = await anOrder();
    answerCalls(isList, () => Response.json([{ totalQty, totalShopping }]));
    answerOrder(() => Response.json({ message: 'Thanks' }));
    const { id } = await storeOutboxOrder(session, await anOrder());

    expect((await deliver(id)).state).toBe('accepted');
  });

  test.each([
    ['the number of an earlier order', { order_number: 'N1' }],
    ['an order for another recipient', { order_number: 'N9', delivery_address: { fullName: 'Budi' } }],
  ])('an answer with %s is not believed', async (_what, answer) => {
    const { session } = await atPlainHost();
    const repeatOf = await deliver((await storeOutboxOrder(session, await anOrder('Jalan Satu'))).id);
    const { id } = await storeOutboxOrder(session, await anOrder('Jalan Dua'), { repeatOf });
    answerOrder(() => Response.json(answer));

    expect((await deliver(id)).state).toBe('unsure');
  });

  test('requests carry no header but authorization and content-type', async () => {
    const { id } = await storedOrder(await atPlainHost());
    const sent = requestsSent();

    await deliver(id);
    await getProducts();

    const names = new Set(sent.flatMap(({ headers }) => [...headers.keys()]));
    expect([...names].filter((name) => name !== 'accept').sort()).toEqual(['authorization', 'content-type']);
  });
});
