/** The counter's calls (decisions W2, W3, W7, W8). */
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import { Choice, Product } from '#core/contract';
import {
  AvailabilityChange,
  Board,
  CounterOrder,
  LineChange,
  PauseRequest,
  type Staff,
  StatusChange,
  TillOrder,
} from '#core/counter';
import type { PlacedOrder } from '#core/order-contract';
import { noteStaffEvent, type StaffOnDevice } from '../accounts/staff.ts';
import type { Context } from '../context.ts';
import { finishedOrders, olderOrders, readBoard } from '../counter/board.ts';
import { counterOrderOf } from '../counter/counter-order.ts';
import { changeOrderStatus, countPrint, markLineMade } from '../counter/order-edits.ts';
import { ApiError } from '../http/api-error.ts';
import { IdempotencyKey, requiredKey } from '../http/request-headers.ts';
import { sendRevalidated } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';
import { underPressureToo } from '../http/under-pressure.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';
import { setAvailable } from '../menu/menu-store.ts';
import { pauseShop, resumeShop } from '../menu/pause.ts';
import {
  before,
  events,
  IdPath,
  listOf,
  noContent,
  OrderPath,
  orderErrors,
  revalidated,
} from '../openapi/route-schema.ts';
import { claimOf } from '../orders/order-keys.ts';
import { orderWith } from '../orders/order-row.ts';
import { placeOrder } from '../orders/order-store.ts';
import { orderAtTill, tillCustomer, wayPaid } from '../orders/till.ts';

const LinePath = v.object({
  ...OrderPath.entries,
  line: v.pipe(v.string(), v.description("The line's place in the order, from 0.")),
});
const NamedLinePath = v.object({
  ...OrderPath.entries,
  product: v.pipe(v.string(), v.description('The line, as the board names it: by its product.')),
});

const key = {
  header: v.object({
    'Idempotency-Key': v.pipe(
      IdempotencyKey,
      v.description(
        'Names one tap. Sent again it changes nothing, and the response is the order as it is, with `Idempotency-Replayed: true`.',
      ),
    ),
  }),
};

const changedOrder = { 200: CounterOrder };

const showing = {
  operationId: 'getBoard',
  summary: 'The unfinished orders of 24 hours.',
  description:
    'The oldest is the first, and of more than 1,000 the newest are listed. The `ETag` covers all but `now`.',
  response: revalidated(Board),
};

const listing = {
  description: 'The newest are the first, 200 at most. `count` is how many there are in all.',
  querystring: v.object({ before }),
  response: revalidated(listOf(CounterOrder)),
};

const listingOlder = {
  ...listing,
  operationId: 'listOlderOrders',
  summary: 'The unfinished orders that are not on the board.',
};

const listingFinished = {
  ...listing,
  operationId: 'listFinishedOrders',
  summary: "The orders that were completed or cancelled on the shop's day.",
};

const changingStatus = {
  operationId: 'changeOrderStatus',
  summary: 'Gives an order another status, notes that it is paid, or takes the last change back.',
  description:
    'Refused with the order as it is when its status is not `from`. Once an order no longer waits for its payment, `to: "paid"` changes no status: it notes the payment, and how (`paid_with`, one of its `ways`).',
  params: OrderPath,
  parameters: key,
  body: StatusChange,
  response: changedOrder,
  errors: ['order_changed', 'step_refused', 'reason_missing', 'unknown_payment_method'],
} as const;

const markingLine = {
  operationId: 'markLineMade',
  summary: 'Marks a line of an order as made, or takes that back.',
  params: LinePath,
  body: LineChange,
  response: changedOrder,
};

const markingNamedLine = {
  ...markingLine,
  operationId: 'strikeLine',
  summary: 'The same for counters of before, which know a line by its name.',
  params: NamedLinePath,
};

const printing = {
  operationId: 'countPrint',
  summary: 'Counts a kitchen ticket that is printed.',
  params: OrderPath,
  parameters: key,
  response: changedOrder,
};

const marking = {
  operationId: 'changeAvailability',
  summary: 'Marks a product as sold out, or as available again.',
  params: IdPath,
  body: AvailabilityChange,
  response: { 200: Product },
};

const markingChoice = {
  ...marking,
  operationId: 'changeChoiceAvailability',
  summary: 'Marks a choice of an option group as sold out, or as available again.',
  response: { 200: Choice },
};

const pausing = {
  operationId: 'pauseShop',
  summary: 'Takes no orders from customers for a while.',
  description: 'Without a time it lasts until it is ended. A pause that is on is replaced.',
  body: PauseRequest,
  response: noContent,
};

const resuming = { operationId: 'resumeShop', summary: 'Ends the pause, if there is one.', response: noContent };

const ordering = {
  operationId: 'placeOrderAtTill',
  summary: 'Takes an order at the till, for a guest without a phone.',
  description:
    'Also during a pause. Its prices must be those of the shop; else it is refused with what it would cost. A name has at most 100 characters.',
  parameters: key,
  body: TillOrder,
  response: { 201: CounterOrder },
  errors: orderErrors,
};

const streaming = {
  ...events,
  operationId: 'streamBoard',
  summary: 'Signals changes of orders and of the menu.',
  description: 'Each event means that the board is to be read again. One is sent at once, and one after each change.',
};

/** `/counter/…`. To be registered where every request has a member of staff. */
export function counterRoutes(app: App, context: Context) {
  const { streams, database, menu, onChange, now } = context;

  app.get('/counter/board', { schema: showing }, async (request, reply) => {
    const board = { staff: staffIn(request.staff), ...(await readBoard(context)) };
    const json = JSON.stringify({ ...board, now: new Date(now()).toISOString() });
    return sendRevalidated(request, reply, json, JSON.stringify(board));
  });

  app.get('/counter/stream', { schema: streaming, exposeHeadRoute: false }, ({ staff: { tokenHash } }, reply) =>
    streams.send(reply, { kind: 'staff', owner: tokenHash, tokenHash }),
  );

  app.get('/counter/older', { schema: listingOlder }, async (request, reply) =>
    sendRevalidated(request, reply, JSON.stringify(await olderOrders(context, request.query.before))),
  );

  app.get('/counter/finished', { schema: listingFinished }, async (request, reply) =>
    sendRevalidated(request, reply, JSON.stringify(await finishedOrders(context, request.query.before))),
  );

  app.post('/counter/orders', { schema: ordering, config: underPressureToo }, async (request, reply) => {
    const { staff, body } = request;
    const order = orderAtTill(body);
    const paidWith = wayPaid(body, await menu.latest());
    const { response, isNew } = await placeOrder(context, {
      customer: tillCustomer,
      body: order,
      claim: claimOf(requiredKey(request, 'tap'), { ...order, ...body }),
      atTill: { staffId: staff.id, paidWith },
    });
    const { order_number }: PlacedOrder = JSON.parse(response);
    const row = await orderWith(database, order_number).executeTakeFirstOrThrow();
    return sendChange(reply, { order: await counterOrderOf(database, row), isReplayed: !isNew });
  });

  app.patch('/counter/orders/:number', { schema: changingStatus }, async (request, reply) => {
    const { staff, params, body } = request;
    return sendChange(reply, await changeOrderStatus(context, staff, params.number, body, requiredKey(request, 'tap')));
  });

  app.put('/counter/orders/:number/made/:line', { schema: markingLine }, ({ staff, params, body }) =>
    // Written as an order's places are; any other is none of them.
    markLineMade(context, staff, params.number, Number(/^(0|[1-9]\d*)$/.exec(params.line)?.[0]), body.struck),
  );

  app.put('/counter/orders/:number/lines/:product', { schema: markingNamedLine }, ({ staff, params, body }) =>
    markLineMade(context, staff, params.number, params.product, body.struck),
  );

  app.post('/counter/orders/:number/prints', { schema: printing }, async (request, reply) =>
    sendChange(reply, await countPrint(context, request.staff, request.params.number, requiredKey(request, 'tap'))),
  );

  async function markAvailable(
    by: Staff,
    id: string,
    available: boolean,
    table: 'products' | 'option_choices',
    listIn: (snapshot: MenuSnapshot) => readonly (Product | Choice)[],
  ) {
    const found = async () => listIn(await menu.latest()).find(({ _id }) => _id === id);
    if (!(await found())) throw new ApiError('not_found');
    const kind = table === 'products' ? 'product_available' : 'choice_available';
    await database.transaction().execute(async (transaction) => {
      await setAvailable(transaction, id, available, table);
      await noteStaffEvent(transaction, { by, now: now(), kind, detail: { _id: id, available } });
    });
    onChange();
    return found();
  }

  app.patch('/counter/products/:id', { schema: marking }, ({ staff, params: { id }, body }) =>
    markAvailable(staff, id, body.available, 'products', ({ products }) => products),
  );

  app.patch('/counter/choices/:id', { schema: markingChoice }, ({ staff, params: { id }, body }) =>
    markAvailable(staff, id, body.available, 'option_choices', ({ option_groups }) =>
      option_groups.flatMap(({ choices }) => choices),
    ),
  );

  app.put('/counter/pause', { schema: pausing }, async ({ staff, body }) => {
    await pauseShop(database, staff, body, now());
    onChange();
  });

  app.delete('/counter/pause', { schema: resuming }, async ({ staff }) => {
    await resumeShop(database, staff, now());
    onChange();
  });
}

const staffIn = ({ tokenHash, ...staff }: StaffOnDevice): Staff => staff;

function sendChange(reply: FastifyReply, { order, isReplayed }: { order: CounterOrder; isReplayed: boolean }) {
  if (isReplayed) reply.header('idempotency-replayed', 'true');
  return reply.send(order);
}
