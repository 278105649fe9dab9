import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import type { OptionGroup } from '#core/contract';
import type { Board, CounterLine } from '#core/counter';
import { repricedOrder } from '#core/order';
import type { Order, OrderItem } from '#core/order-contract';
import type { Menu } from '../../server/menu/whole-menu.ts';
import { choice, group, size } from '../core/product.ts';
import { onEveryDatabase } from '../support/databases.ts';
import { fixtureMenu, withProduct } from './fixture-menu.ts';
import { anOrderOfLines, order as orderOf } from './order-fixture.ts';
import { type Customer, openShop, type Shop, type StaffMember } from './shop.ts';

const milk = group('milk', 'Susu', [
  choice('cow', 'Susu sapi', 0, { default: true }),
  choice('oat', 'Susu oat', 8_000),
]);
const extras = group('extras', 'Tambahan', [choice('shot', 'Espresso shot', 5_000)], { min: 0, max: 2 });
const grind: OptionGroup = { ...extras, _id: 'grind', name: 'Giling', choices: [choice('fine', 'Halus')] };

const changed = (group: OptionGroup, id: string, changes: object): OptionGroup => ({
  ...group,
  choices: group.choices.map((one) => (one._id === id ? { ...one, ...changes } : one)),
});
const withoutOat = { ...milk, choices: milk.choices.slice(0, 1) };
const withOat = (group: OptionGroup) => ({ ...group, choices: [...group.choices, ...milk.choices.slice(1)] });
const renamed = changed(milk, 'oat', { name: 'Almond' });
const menuWith = (groups: OptionGroup[], own = groups.map(({ _id }) => _id), price = 22_000): Menu => ({
  ...withProduct('es-kopi', { _id: 'es-latte', price, option_groups: own.filter((id) => id !== 'grind') }),
  option_groups: groups,
});

const chosen = (...ids: string[]) =>
  ids.map((_id) => {
    const all = [size, milk, extras, grind].flatMap(({ choices }) => choices);
    return { _id, name: all.find((one) => one._id === _id)?.name ?? _id };
  });
const line = (price: number, more: Partial<OrderItem> = {}): OrderItem => ({
  name: 'Es Kopi Susu',
  price,
  qty: 1,
  product: 'es-latte',
  ...more,
});

onEveryDatabase('a drink with options', (newHome, _kind, testOnce) => {
  let shop: Shop;
  let sari: Customer;
  let budi: StaffMember;
  beforeEach(async () => {
    shop = await openShop(await newHome());
    await becomes(menuWith([size, milk, extras, grind]));
    [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
  });
  const becomes = (menu: Menu) => shop.replaceMenu(menu);
  const order = (...lines: OrderItem[]) => orderOf(sari, anOrderOfLines(...lines));
  const countOfOrders = async () => (await sari.ask('GET', '/api/orders')).body.count;
  /** The lines of all orders. */
  const atCounter = async (): Promise<CounterLine[]> =>
    ((await budi.ask('GET', '/api/counter/board')).body as Board).orders.flatMap(({ lines }) => lines);
  const put = (body: unknown) => sari.ask('PUT', '/api/carts', { body });
  const oat = line(36_000, { choices: chosen('large', 'oat'), note: ' tanpa\ngula ' });

  test('is listed with its groups beside the products, also where the list is filtered', async () => {
    const all = (await shop.ask('GET', '/api/products')).body;
    const found = (await shop.ask('GET', '/api/products?search=es+kopi')).body;

    expect(all.option_groups).toEqual([size, milk, extras, grind]);
    expect(found.option_groups).toEqual(all.option_groups);
    expect(found.data).toMatchObject([{ _id: 'es-latte', option_groups: ['size', 'milk', 'extras'] }]);
    expect(all.data[0]).not.toHaveProperty('option_groups');
  });

  test('can be marked at the counter choice by choice', async () => {
    const mark = (id: string, available: boolean) =>
      budi.ask('PATCH', `/api/counter/choices/${id}`, { body: { available } });
    const latte = async () => (await shop.ask('GET', '/api/products?search=es+kopi')).body.data[0].available;

    const oat = await mark('oat', false);
    const before = await latte();
    await mark('cow', false);

    expect([oat.status, oat.body]).toEqual([200, { ...milk.choices[1], available: false }]);
    expect([before, await latte()]).toEqual([undefined, false]);
    await mark('cow', true);
    expect(await latte()).toBeUndefined();
    expect((await mark('gold', false)).status).toBe(404);
  });

  test('is ordered with its whole name, its unit price, its choices and its note, which stay as they were', async () => {
    const placed = await order(oat, line(22_000));
    await becomes(menuWith([{ ...milk, choices: [choice('soy', 'Kedelai', 0, { default: true })] }]));
    const listed = (await sari.ask('GET', '/api/orders')).body.data[0].order_items;

    expect(placed.status).toBe(201);
    expect(placed.body.order_items[0]).toEqual({
      name: 'Es Kopi Susu (Besar, susu oat)',
      base: 'Es Kopi Susu',
      price: 36_000,
      qty: 1,
      product: 'es-latte',
      choices: [choice('large', 'Besar', 6_000), choice('oat', 'Susu oat', 8_000)],
      note: 'tanpa gula',
    });
    expect(placed.body.order_items[1]).toMatchObject({
      name: 'Es Kopi Susu',
      price: 22_000,
      choices: [
        { _id: 'regular', default: true },
        { _id: 'cow', default: true },
      ],
    });
    expect(listed).toEqual(placed.body.order_items);
  });

  testOnce.each([
    ['another product has them', chosen('regular', 'cow', 'fine'), 'unknown_choice'],
    ['they were never offered', chosen('regular', 'cow', 'gold'), 'unknown_choice'],
    ['they are chosen twice', chosen('regular', 'cow', 'cow'), 'impossible_choices'],
    ['one that is required is missing', chosen('regular'), 'impossible_choices'],
    ['two exclude each other', chosen('regular', 'large', 'cow'), 'impossible_choices'],
  ])('is not ordered with choices of which %s', async (_, choices, code) => {
    const refused = await order(line(22_000, { choices: choices as never }));

    expect([refused.status, refused.body.error.code]).toEqual([422, code]);
    expect(await countOfOrders()).toBe(0);
  });

  testOnce('is not ordered with a note of 141 characters, nor twice in two equal lines', async () => {
    const long = await order(line(22_000, { note: 'x'.repeat(141) }));
    const twice = await order(line(22_000), line(22_000, { choices: chosen('cow', 'regular') }));
    const huge = await order(line(22_000, { note: 'x'.repeat(5_000_000) }));

    expect([long.body.error.code, twice.body.error.code]).toEqual(['invalid_body', 'duplicate_line']);
    expect(huge.status).toBe(413);
    expect(await countOfOrders()).toBe(0);
  });

  const required = { ...grind, _id: 'new', min: 1, choices: [choice('cup', 'Gelas', 0, { default: true })] };
  testOnce.each([
    ['a choice is sold out', menuWith([size, changed(milk, 'oat', { available: false }), extras]), 'sold_out', null],
    ['a choice is gone', menuWith([size, withoutOat]), 'gone', null],
    ['its group is gone', menuWith([size, extras]), 'gone', null],
    ['the product is gone', { ...fixtureMenu }, 'gone', null],
    ['a choice is renamed', menuWith([size, renamed, extras]), 'renamed', 36_000],
    ['a choice is dearer', menuWith([size, changed(milk, 'oat', { price: 9_000 }), extras]), 'price', 37_000],
    ['the drink is dearer', menuWith([size, milk, extras], undefined, 23_000), 'price', 37_000],
    ['a choice stands in another group', menuWith([size, withoutOat, withOat(extras)]), 'choose_again', null],
    ['a choice stands in a group of other drinks', menuWith([size, withoutOat, extras, withOat(grind)]), 'gone', null],
    ['another group is required', menuWith([size, milk, required]), 'choose_again', null],
    [
      'more must be chosen of a group',
      menuWith([size, milk, { ...extras, min: 1, choices: [choice('shot', 'Espresso shot', 0, { default: true })] }]),
      'choose_again',
      null,
    ],
  ])('is asked about with old beside new when %s meanwhile', async (_, menu, reason, now) => {
    await becomes({ ...menu, option_groups: menu.option_groups ?? [] });

    const asked = await order(line(12_000, { product: 'tubruk' }), oat);

    expect([asked.status, asked.body.error.code]).toEqual([409, 'quote_changed']);
    expect(asked.body.error.quote.lines).toMatchObject([{ index: 1, product: 'es-latte', shown: 36_000, reason, now }]);
    expect(await countOfOrders()).toBe(0);
  });

  test('is asked about when a group that had left it is back, and was not there to choose from', async () => {
    const lacking = () => order(line(28_000, { choices: chosen('large') }));
    await becomes(menuWith([size, milk, extras]));
    const impossible = await lacking();
    await becomes(menuWith([size, milk, extras], ['size', 'extras']));
    await becomes(menuWith([size, milk, extras]));
    const asked = await lacking();

    expect([impossible.status, impossible.body.error.code]).toEqual([422, 'impossible_choices']);
    expect([asked.status, asked.body.error.quote?.lines]).toMatchObject([409, [{ reason: 'choose_again' }]]);
  });

  testOnce('is gone as the house usual, too, which a cart has without choices, but not where a choice is', async () => {
    const linesOf = async (item: OrderItem) => (await order(item)).body.error.quote.lines;
    await becomes(menuWith([size, withoutOat, extras]));
    const ofOat = await linesOf(oat);
    await becomes({ ...fixtureMenu, option_groups: [] });

    expect(ofOat).toMatchObject([{ reason: 'gone', usual: false }]);
    expect(await linesOf(line(22_000, { choices: chosen('regular', 'cow') }))).toMatchObject([
      { reason: 'gone', now: null, usual: true },
    ]);
  });

  testOnce('of which the drink is left alone is asked about line by line', async () => {
    await becomes(menuWith([], [], 23_000));
    const both = anOrderOfLines(line(22_000), oat);

    const asked = await orderOf(sari, both);
    const agreed = await orderOf(sari, repricedOrder(both as Order, asked.body.error.quote));

    expect(asked.body.error.quote.lines).toMatchObject([
      { index: 0, now: 23_000 },
      { index: 1, now: null, reason: 'gone' },
    ]);
    expect([agreed.status, agreed.body.order_items]).toMatchObject([201, [{ product: 'es-latte', price: 23_000 }]]);
  });

  testOnce.each([
    // The customer may be allergic.
    ['a choice', renamed, oat, { was: 'Es Kopi Susu (Besar, susu oat)', name: 'Es Kopi Susu (Besar, almond)' }],
    [
      'a default, though its line is called as the drink,',
      changed(milk, 'cow', { name: 'Susu kambing' }),
      line(22_000, { choices: chosen('regular', 'cow') }),
      {
        ...{ usual: true, now: 22_000 },
        ...{ was: 'Es Kopi Susu (Reguler, susu sapi)', name: 'Es Kopi Susu (Reguler, susu kambing)' },
      },
    ],
  ])('says both names when %s is renamed', async (_, group, ordered, names) => {
    await becomes(menuWith([size, group, extras]));

    const asked = await order(ordered);

    expect(asked.body.error.quote.lines).toMatchObject([{ reason: 'renamed', ...names }]);
  });

  testOnce('is ordered as chosen when only a default changes, an optional group comes, or the sum stays', async () => {
    const other = { ...milk, choices: milk.choices.map((one) => ({ ...one, default: one._id === 'oat', price: 0 })) };
    const garnish = { ...extras, _id: 'garnish', choices: [choice('mint', 'Mint')] };
    await becomes(menuWith([changed(size, 'large', { price: 14_000 }), other, extras, garnish]));

    const placed = await order(oat);

    expect([placed.status, placed.body.order_items[0].choices[1]]).toEqual([201, { ...other.choices[1] }]);
  });

  testOnce('is the house usual for an earlier build, and asked about when that is sold out', async () => {
    const placed = await order(line(22_000));
    await becomes(menuWith([size, changed(milk, 'cow', { available: false }), extras]));
    const asked = await order(line(22_000));

    expect(placed.status).toBe(201);
    expect(asked.body.error.quote.lines).toMatchObject([{ product: 'es-latte', reason: 'sold_out', now: null }]);
  });

  testOnce('is accepted with a choice by its own name or with its group, and has both at the counter', async () => {
    const level = (_id: string, name: string, normal: string, less: string) =>
      group(_id, name, [choice(`${_id}-normal`, normal, 0, { default: true }), choice(`${_id}-less`, less)]);
    const sugar = level('sugar', 'Gula', 'Normal', 'Sedikit');
    await becomes(menuWith([level('ice', 'Es', 'Normal', 'Sedikit'), sugar]));
    const less = (name: string, note: string) =>
      line(22_000, {
        choices: [
          { _id: 'ice-less', name: 'Es sedikit' },
          { _id: 'sugar-less', name },
        ],
        note,
      });

    for (const [name, note] of [
      ['Sedikit', 'a'],
      ['Gula sedikit', 'b'],
    ] as const)
      expect((await order(less(name, note))).status).toBe(201);
    expect((await order(less('Banyak', 'c'))).body.error.quote.lines).toMatchObject([{ reason: 'renamed' }]);
    expect((await atCounter()).map(({ name }) => name)).toEqual([
      'Es Kopi Susu (Es sedikit, gula sedikit) "a"',
      'Es Kopi Susu (Es sedikit, gula sedikit) "b"',
    ]);

    await becomes(menuWith([sugar]));
    const alone = await order(line(22_000, { choices: [{ _id: 'sugar-less', name: 'Gula sedikit' }] }));
    expect([alone.status, alone.body.order_items[0].name]).toEqual([201, 'Es Kopi Susu (Sedikit)']);
  });

  testOnce('stands at the counter with a default that another choice came to', async () => {
    await becomes(menuWith([size, { ...milk, max: 2 }]));
    await order(line(30_000, { choices: chosen('regular', 'cow', 'oat') }));

    expect(await atCounter()).toMatchObject([
      { parts: { product: 'Es Kopi Susu', choices: ['Susu sapi', 'Susu oat'] } },
    ]);
  });

  test('stands at the counter with what is not usual and its note, each line ticked off by itself', async () => {
    const small = line(22_000, { qty: 2, note: 'x"' });
    const { order_number } = (await order(oat, small, line(12_000, { product: 'tubruk' }))).body;
    const [first] = await atCounter();
    expect(first?.parts).toEqual({ product: 'Es Kopi Susu', choices: ['Besar', 'Susu oat'], note: 'tanpa gula' });

    await budi.ask('PUT', `/api/counter/orders/${order_number}/made/1`, { body: { struck: true } });

    expect((await atCounter()).map(({ name, struck }) => [name, struck])).toEqual([
      ['Es Kopi Susu (Besar, susu oat) "tanpa gula"', false],
      ['Es Kopi Susu "x""', true],
      ['Kopi Tubruk', false],
    ]);
    const { bestSold } = (await (await shop.newOwner()).ask('GET', '/api/counter/today')).body;
    expect(bestSold).toEqual([
      { name: 'Es Kopi Susu', qty: 3 },
      { name: 'Kopi Tubruk', qty: 1 },
    ]);
  });

  testOnce('never stands without its choices and its note on a counter that is open since before options', async () => {
    // A line as 250139d6 reads it; a board with another one is not shown there, but 'Muat ulang' is.
    const EarlierLine = v.object({
      product: v.pipe(v.string(), v.maxLength(128)),
      name: v.pipe(v.string(), v.maxLength(200)),
    });
    await order(oat);
    await order({ ...oat, note: 'k'.repeat(140) });
    const menu = menuWith([size, milk]);
    const longName = 'Kopi '.repeat(30).trim();
    const products = menu.products.map((one) => (one._id === 'es-latte' ? { ...one, name: longName } : one));
    await becomes({ ...menu, products });
    await order({ ...oat, name: longName, note: 'k'.repeat(140) });

    expect((await atCounter()).map((one) => (v.is(EarlierLine, one) ? one.name : 'Muat ulang'))).toEqual([
      'Es Kopi Susu (Besar, susu oat) "tanpa gula"',
      `Es Kopi Susu (Besar, susu oat) "${'k'.repeat(140)}"`,
      'Muat ulang',
    ]);
  });

  test('stays ticked off as a counter of before has done it, which names a line by its product', async () => {
    const { order_number } = (await order(oat, line(22_000), line(12_000, { product: 'tubruk' }))).body;
    const mark = async (path: string, struck: boolean) => {
      const { status, body } = await budi.ask('PUT', `/api/counter/orders/${order_number}/${path}`, {
        body: { struck },
      });
      return status === 200 ? body.lines.map((one: { struck: boolean }) => one.struck) : status;
    };
    await shop.database.updateTable('orders').set({ struck: '["tubruk","es-latte#1"]' }).execute();

    expect(await mark('made/0', true)).toEqual([true, true, true]);
    expect(await mark('made/1', false)).toEqual([true, false, true]);
    expect(await mark('lines/es-latte', false)).toEqual([false, false, true]);
    expect(await mark('lines/es-latte%231', true)).toEqual([false, true, true]);
    for (const place of ['3', 'x', '-1', '01', '1.0', '1e0', '%20'])
      expect(await mark(`made/${place}`, true), place).toBe(404);
  });

  testOnce("has the menu's names and prices of now in the cart, also of what was chosen", async () => {
    const chosenOat = [
      choice('large', 'Besar', 6_000),
      choice('oat', 'Susu oat', 8_000),
      choice('gone', 'Boba', 1_000),
    ];
    await put({ items: [], lines: [{ _id: 'es-latte', qty: 1, choices: chosenOat }] });

    await becomes(menuWith([size, renamed, extras]));

    const { body } = await sari.ask('GET', '/api/carts');
    const { name } = renamed.choices.find(({ _id }) => _id === 'oat') ?? {};
    expect(body.lines[0].choices).toMatchObject([
      { name: 'Besar' },
      { _id: 'oat', name },
      { _id: 'gone', name: 'Boba' },
    ]);
  });

  test('stays in the cart line by line, whatever a device that knows no options does to its product', async () => {
    const large = {
      _id: 'es-latte',
      qty: 2,
      choices: [choice('large', 'Besar', 6_000), choice('cow', 'Susu sapi')],
      note: 'panas',
    };
    const tubruk = { _id: 'tubruk', qty: 1 };
    const lines = (answer: Awaited<ReturnType<typeof put>>) =>
      answer.body.lines?.map(({ _id, qty, note = '' }: typeof large) => `${qty} ${_id} ${note}`.trim());

    const first = await put({ items: [], lines: [{ _id: 'es-latte', qty: 1 }, large, tubruk] });
    const more = await put({ items: [{ _id: 'es-latte', qty: 5 }, tubruk] });
    const fewer = await put({ items: [{ _id: 'es-latte', qty: 1 }, tubruk] });
    const none = await put({ items: [tubruk] });

    expect(first.body.items).toMatchObject([{ _id: 'es-latte', qty: 3, price: 22_000 }, tubruk]);
    expect(first.body.lines[1]).toMatchObject({ ...large, price: 22_000 });
    expect(lines(more)).toEqual(['3 es-latte', '2 es-latte panas', '1 tubruk']);
    expect(lines(fewer)).toEqual(['1 es-latte panas', '1 tubruk']);
    expect([none.body.items.length, none.body]).toEqual([1, expect.not.objectContaining({ lines: [] })]);
    expect((await put({ items: [], lines: [large, { ...large, qty: 1 }] })).body.error.code).toBe('duplicate_line');
    const twice = { ...large, choices: [large.choices[0], large.choices[0]] };
    expect((await put({ items: [], lines: [twice] })).body.error.code).toBe('impossible_choices');
  });
});
