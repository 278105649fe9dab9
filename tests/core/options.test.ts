import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  addLine,
  cartTotalOf,
  merge,
  orderedQuantities,
  quantitiesOf,
  removeOne,
  repricedCart,
  toBeOrdered,
  withoutOptions,
} from '#core/cart';
import { type CartItem, forgiving, maxQuantity, Note, OptionGroups, Product, CartItem as Stored } from '#core/contract';
import { cutNameOf, keyOfLine, keyOfOrderItem, orderedNameOf, unitPriceOf, wholeNameOf } from '#core/line';
import {
  availableIds,
  chosenOf,
  hasUsual,
  idsAfter,
  idsAsUsual,
  isChoosable,
  joinOptions,
  lineOf,
  optionFault,
  shownGroups,
  usualIds,
  withLineChanged,
} from '#core/options';
import { fingerprintOfLines, orderFrom, orderItems, repricedOrder, usualItems } from '#core/order';
import { withLinesAgain } from '#core/order-again';
import { OrderItem } from '#core/order-contract';
import { choice, group, product as plainProduct, size } from './product.ts';

const milk = group('milk', 'Susu', [
  choice('cow', 'Susu sapi', 0, { default: true }),
  choice('oat', 'Susu oat', 8_000),
  choice('soy', 'Susu kedelai', 5_000),
]);
const extras = group(
  'extras',
  'Tambahan',
  [choice('shot', 'Espresso shot', 5_000), choice('syrup', 'Sirup karamel'), choice('ice', 'Es', -1_000)],
  { min: 0, max: 2 },
);
const groups = [size, milk, extras];
const soldOut = (group: typeof milk, ...ids: string[]) => ({
  ...group,
  choices: group.choices.map((one) => (ids.includes(one._id) ? { ...one, available: false } : one)),
});

const product = (_id = 'latte', more: Partial<Product> = {}) =>
  plainProduct(_id, { name: 'Kopi Susu', price: 20_000, option_groups: ['size', 'milk', 'extras'], ...more });
const line = (ids?: string[], note?: string, qty = 1) =>
  lineOf(product(), groups, { ...(ids && { ids }), ...(note && { note }), qty });
const pieces = (cart: readonly CartItem[]) => cart.map((item) => [wholeNameOf(item), item.note, item.qty]);

test('the same choices in another order and the same note are one line', () => {
  const cart = addLine(addLine([], line(['large', 'oat', 'shot'], 'panas')), line(['shot', 'oat', 'large'], 'panas'));

  expect(pieces(cart)).toEqual([['Kopi Susu (Besar, susu oat, espresso shot)', 'panas', 2]]);
  expect(addLine(cart, line(['large', 'oat', 'shot']))).toHaveLength(2);
  expect(addLine(cart, line(['large', 'oat', 'shot'], ' panas\u200b '))).toHaveLength(1);
});

test("the house's usual is stored as earlier builds do, whether it was chosen by hand or by one tap", () => {
  const byHand = line(['cow', 'regular']);
  const cart = addLine(addLine([], product()), byHand);

  expect(Object.keys(byHand)).not.toEqual(expect.arrayContaining(['choices', 'note', 'option_groups']));
  expect(keyOfLine(byHand)).toBe('latte');
  expect(quantitiesOf(cart)).toEqual({ latte: 2 });
  expect(cart[0]).not.toHaveProperty('option_groups');
});

test('a note is one line without invisible characters, and one that is empty then is none', () => {
  expect(v.parse(Note, ' tanpa\u202e  gula\n\u200b ')).toBe('tanpa gula');
  expect(v.parse(Note, ' \u200b ')).toBeUndefined();
  expect(v.is(Note, 'x'.repeat(141))).toBe(false);
});

test('the unit price and the whole name have every choice', () => {
  const item = line(['large', 'oat', 'ice']);

  expect(unitPriceOf(item)).toBe(33_000);
  expect(cartTotalOf([item, line(undefined, undefined, 2)])).toBe(73_000);
  expect(wholeNameOf(item)).toBe('Kopi Susu (Besar, susu oat, es)');
});

test('a choice whose name says too little is called with its group in a line, and by its own name in the form', () => {
  const ice = group('ice', 'Es', [
    choice('ice-normal', 'Es normal', 0, { default: true }),
    choice('ice-less', 'Es sedikit'),
  ]);
  const sugar = group('sugar', 'Gula', [
    choice('normal', 'Normal', 0, { default: true }),
    choice('less', 'Sedikit'),
    choice('none', 'Tanpa gula'),
  ]);
  const tea = product('tea', { name: 'Teh', option_groups: ['sugar'] });
  const amount = group('amount', 'Takaran', [choice('one', 'XL'), choice('few', 'Sedikit')]);
  const both = product('both', { name: 'Teh', option_groups: ['sugar', 'amount'] });
  const { options } = joinOptions([tea, both], [ice, sugar, amount, size]);
  const groups = options.get('tea') ?? [];
  const ofBoth = (...ids: string[]) => wholeNameOf(lineOf(both, options.get('both') ?? [], { ids }));

  expect(groups[0]?.choices.map(({ name }) => name)).toEqual(['Normal', 'Sedikit', 'Tanpa gula']);
  expect(wholeNameOf(lineOf(tea, groups, { ids: ['less'] }))).toBe('Teh (Gula sedikit)');
  expect(wholeNameOf(lineOf(tea, groups, { ids: ['none'] }))).toBe('Teh (Tanpa gula)');
  expect(ofBoth('less', 'few')).toBe('Teh (Gula sedikit, takaran sedikit)');
  expect(ofBoth('none', 'one')).toBe('Teh (Tanpa gula, XL)');

  const long = { ...sugar, name: 'Gula aren cair dari Banyumas, disaring dua kali setiap pagi' };
  const ofLong = joinOptions([tea], [ice, long]).options.get('tea') ?? [];
  expect(v.is(Stored, lineOf(tea, ofLong, { ids: ['less'] }))).toBe(true);
});

test('two choices of a product that read the same are called with their groups, and alone with neither', () => {
  const of = (id: string, name: string) => group(id, name, [choice(`${id}-xl`, 'XL')]);
  const [cup, spoon, ours] = [of('cup', 'Gelas'), of('spoon', 'Sendok'), product('ours', { option_groups: ['cup'] })];
  const { options } = joinOptions([product('mixed', { option_groups: ['cup', 'spoon'] }), ours], [cup, spoon]);
  const named = (id: string, ...ids: string[]) => chosenOf(options.get(id) ?? [], ids).map(({ name }) => name);

  expect(named('mixed', 'cup-xl', 'spoon-xl')).toEqual(['Gelas XL', 'Sendok XL']);
  expect(named('ours', 'cup-xl')).toEqual(['XL']);
});

test('a whole name is cut to 200 characters on the wire, and never within one', () => {
  const choices = Array.from({ length: 12 }, () => ({ name: '🥛'.repeat(30) }));
  const name = cutNameOf({ name: `K${'x'.repeat(199)}`, choices });

  expect(name).toHaveLength(200);
  expect(name.endsWith('…')).toBe(true);
  expect(cutNameOf({ name: 'Kopi', choices }).isWellFormed()).toBe(true);
  expect(orderItems([{ ...line(['large', 'oat']), name: 'x'.repeat(199) }])[0]?.name).toHaveLength(200);
});

test('an order is read with all that was chosen, and one of another host as its lines are called there', () => {
  const base = 'Kopi'.repeat(40);
  const choices = [{ name: 'Susu oat' }, { name: 'TANPA KACANG (alergi)' }, { name: 'Espresso shot tambahan' }];
  const name = cutNameOf({ name: base, choices });

  expect(name).not.toContain('tambahan');
  expect(orderedNameOf({ name, base, choices })).toBe(
    `${base} (Susu oat, TANPA KACANG (alergi), espresso shot tambahan)`,
  );
  expect(orderedNameOf({ name: base, base, choices })).toBe(base);
  for (const other of [{}, { base }, { choices }, { base, choices: [] }])
    expect(orderedNameOf({ name: 'Kopi besar', ...other })).toBe('Kopi besar');
});

test.each([
  [['regular', 'cow'], undefined],
  [['large', 'oat', 'shot', 'ice'], undefined],
  [['regular'], { reason: 'too_few', group: milk }],
  [['regular', 'large', 'cow'], { reason: 'too_many', group: size }],
  [['regular', 'cow', 'shot', 'syrup', 'ice'], { reason: 'too_many', group: extras }],
  [['regular', 'cow', 'cow'], { reason: 'duplicate', id: 'cow' }],
  [['regular', 'cow', 'constructor'], { reason: 'unknown', id: 'constructor' }],
])('whether %j may be chosen', (ids, fault) => {
  expect(optionFault(groups, ids)).toEqual(fault);
});

test('a choice that is sold out is not permitted, and at most twelve are', () => {
  const many = Array.from({ length: 13 }, (_, at) => choice(`c${at}`, `C${at}`));
  const wide = { ...extras, max: 13, choices: many };

  expect(optionFault([size, soldOut(milk, 'oat')], ['regular', 'oat'])).toEqual({ reason: 'sold_out', id: 'oat' });
  expect(
    optionFault(
      [wide],
      many.map(({ _id }) => _id),
    ),
  ).toEqual({ reason: 'too_many_in_all' });
});

test('a product is sold out when too little is left of a group that it needs, or when a group is missing', () => {
  const cake = product('cake', { option_groups: [] });
  const { option_groups, ...plain } = product('plain');
  const of = (own: typeof groups) => joinOptions([product(), cake, plain], own);

  expect(of(groups)).toMatchObject({ missing: [], products: [product(), cake, plain] });
  expect([...of(groups).options.keys()]).toEqual(['latte', 'cake']);
  expect(of([size, soldOut(milk, 'oat', 'soy'), extras]).products[0]?.available).toBeUndefined();
  expect(of([size, soldOut(milk, 'oat', 'soy', 'cow'), extras]).products[0]?.available).toBe(false);
  expect(of([size, extras])).toMatchObject({ missing: ['latte'], products: [{ available: false }, {}, {}] });
  expect(of([size, milk, soldOut(extras, 'shot', 'syrup', 'ice')]).products[0]?.available).toBeUndefined();
});

test('an optional group of which nothing is left is not shown, and a default that is sold out is said', () => {
  expect(shownGroups([size, soldOut(extras, 'shot', 'syrup', 'ice')])).toEqual([size]);
  expect(hasUsual(groups)).toBe(true);
  expect(hasUsual([size, soldOut(milk, 'cow')])).toBe(false);
  expect(usualIds([size, soldOut(milk, 'cow')])).toEqual(['regular', 'cow']);
});

test('all that is chosen of a group is said where it has more, or other, than its defaults', () => {
  const fillings = [{ ...milk, max: 2 }, size];
  expect(idsAsUsual(fillings, ['cow', 'regular'])).toEqual(['cow', 'regular']);
  expect(idsAsUsual(fillings, ['cow', 'large'])).toEqual(['cow']);
  expect(idsAsUsual(fillings, ['cow', 'oat', 'regular'])).toEqual(['regular']);
  expect(idsAsUsual(fillings, ['oat', 'regular'])).toEqual(['regular']);
  expect(idsAsUsual([extras], ['shot'])).toEqual([]);
});

test.each([
  [['regular', 'cow'], size, 'large', ['cow', 'large']],
  [['cow'], size, 'large', ['cow', 'large']],
  [['large', 'cow'], size, 'large', ['cow', 'large']],
  [['regular', 'shot'], { ...size, min: 0 }, 'regular', ['shot']],
  [['cow', 'shot'], extras, 'syrup', ['cow', 'shot', 'syrup']],
  [['cow', 'shot'], extras, 'shot', ['cow']],
])('of %j, with one of a group pressed, is chosen what the group allows', (ids, group, pressed, after) => {
  expect(idsAfter(ids, group, pressed)).toEqual(after);
});

test('what is sold out, or one too many, cannot be chosen, and what is chosen can be taken back', () => {
  const choosable = (group: typeof milk, ...ids: string[]) =>
    group.choices.filter((one) => isChoosable(group, one, ids)).map(({ _id }) => _id);

  expect(choosable(soldOut(milk, 'oat'), 'cow')).toEqual(['cow', 'soy']);
  expect(choosable(extras, 'shot')).toEqual(['shot', 'syrup', 'ice']);
  expect(choosable(extras, 'shot', 'ice')).toEqual(['shot', 'ice']);
  expect(availableIds([size, soldOut(milk, 'oat')], ['oat', 'large', 'gone', ''])).toEqual(['large']);
});

test('what does not fit its schema names no group, so that a product is never sold without its choices', () => {
  const answer = { data: [], option_groups: [size, { ...milk, choices: 'oat' }, null] };

  expect(v.parse(OptionGroups, answer)).toEqual([size]);
  expect(v.parse(OptionGroups, [])).toEqual([]);
  const odd = v.parse(forgiving(Product), { ...product(), option_groups: 'milk' });
  expect(joinOptions([odd], groups).products[0]?.available).toBe(false);
});

test('a cart, an order line and a product of an earlier build stay as they are', () => {
  const stored = { ...product(), qty: 2 };
  const { option_groups, ...item } = stored;
  const ordered = { name: 'Kopi', price: 1, qty: 1, product: 'a' };

  expect(v.parse(Stored, stored)).toEqual(item);
  expect(JSON.stringify(v.parse(OrderItem, ordered))).toBe(JSON.stringify(ordered));
});

test('the lines of two devices stay apart when they are merged, also where one knows no options', () => {
  const [oat, usual] = [line(['regular', 'oat'], 'panas'), line()];
  const merged = merge(quantitiesOf([usual]), [usual, oat], [{ ...usual, qty: 3 }, line(['large', 'soy'])]);

  expect(pieces(merged.cart)).toEqual([
    ['Kopi Susu', undefined, 3],
    ['Kopi Susu (Besar, susu kedelai)', undefined, 1],
    ['Kopi Susu (Reguler, susu oat)', 'panas', 1],
  ]);
  expect(
    withoutOptions([
      { ...usual, qty: 60 },
      { ...oat, qty: 60 },
    ]),
  ).toEqual([{ ...usual, qty: 99 }]);
});

test('a line that one device edits while the other one raises it is there as edited, and as raised', () => {
  const [oat, soy] = [line(['regular', 'oat'], 'panas'), line(['regular', 'soy'], 'panas')];
  const edited = withLineChanged([oat], keyOfLine(oat), soy);
  const raised = [{ ...oat, qty: 3 }];
  const both = [
    ['Kopi Susu (Reguler, susu kedelai)', 'panas', 1],
    ['Kopi Susu (Reguler, susu oat)', 'panas', 2],
  ];

  expect(pieces(merge(quantitiesOf([oat]), edited, raised).cart).toSorted()).toEqual(both);
  expect(pieces(merge(quantitiesOf([oat]), raised, edited).cart).toSorted()).toEqual(both);
});

test('a line changed into another one is added to it, and what does not fit stays as it was', () => {
  const [usual, oat] = [line(undefined, undefined, 98), line(['regular', 'oat'], undefined, 3)];
  const changed = withLineChanged([usual, oat], keyOfLine(oat), { ...line(), qty: 3 });

  expect(changed).toEqual([
    { ...usual, qty: maxQuantity },
    { ...oat, qty: 2 },
  ]);
  expect(withLineChanged([{ ...usual, qty: 1 }, oat], keyOfLine(oat), { ...line(), qty: 3 })).toEqual([
    { ...usual, qty: 4 },
  ]);
  expect(removeOne(changed, keyOfLine(usual))[1]).toEqual({ ...oat, qty: 2 });
});

const order = (cart: CartItem[], of = groups) =>
  orderFrom({
    cart,
    handover: { id: 'pickup', kind: 'pickup', name: '', fee: 0 } as never,
    address: {} as never,
    paymentMethod: { _id: 'qris', name: '', image_url: '' },
    options: new Map([['latte', of]]),
  });

test('an order writes out what was chosen, also the defaults, and nothing for a product without options', () => {
  const cake = { ...line(), _id: 'cake', name: 'Kue' };
  const named = (_id: string, name: string) => ({ _id, name });
  const { order_items, subTotal } = order([line(), line(['large', 'oat'], 'panas', 2), cake]);

  expect(order_items).toEqual([
    {
      name: 'Kopi Susu',
      price: 20_000,
      qty: 1,
      product: 'latte',
      choices: [named('regular', 'Reguler'), named('cow', 'Susu sapi')],
    },
    {
      name: 'Kopi Susu (Besar, susu oat)',
      price: 34_000,
      qty: 2,
      product: 'latte',
      choices: [named('large', 'Besar'), named('oat', 'Susu oat')],
      note: 'panas',
    },
    { name: 'Kue', price: 20_000, qty: 1, product: 'cake' },
  ]);
  expect(subTotal).toBe(108_000);
});

test("M3 the house's usual and what has become it since are one item", () => {
  const goneOat = { ...milk, choices: milk.choices.map((one) => ({ ...one, default: one._id === 'oat', price: 0 })) };
  const cart = [
    line(),
    { ...line(['regular', 'oat'], undefined, 2), choices: chosenOf([size, goneOat], ['regular', 'oat']) },
  ];

  const { order_items, totalQty, subTotal } = order(cart, [size, goneOat, extras]);

  expect(order_items).toMatchObject([{ qty: 3, choices: [{ _id: 'regular' }, { _id: 'oat' }] }]);
  expect([totalQty, subTotal]).toEqual([3, 60_000]);
});

test('an order names what is usual as the form does, with its group where another one has the same', () => {
  const level = (id: string, name: string) => group(id, name, [choice(`${id}-normal`, 'Normal', 0, { default: true })]);
  const { options } = joinOptions(
    [product('latte', { option_groups: ['ice', 'sugar'] })],
    [level('ice', 'Es'), level('sugar', 'Gula')],
  );

  const [item] = order([line()], options.get('latte') as never).order_items;

  expect(item?.choices?.map(({ name }) => name)).toEqual(['Es normal', 'Gula normal']);
});

test.each([
  ['the same lines', [line(), line(['regular', 'oat'])], []],
  ['the usual in place of the one with oat milk', [line(undefined, undefined, 2)], [['latte', 2]]],
  ['more of the usual', [line(undefined, undefined, 3), line(['regular', 'oat'])], [['latte', 2]]],
])('C5 of an order of the usual and of one with oat milk the cart has %s', (_, cart, left) => {
  const placed = order([line(), line(['regular', 'oat'])]);
  const usual = usualItems(placed, new Map([['latte', groups]]));

  const open = toBeOrdered(cart, orderedQuantities(placed, usual, cart));

  expect(open.map((item) => [keyOfLine(item), item.qty])).toEqual(left);
});

test('C5 an order takes the usual out of the cart, also what has become it since', () => {
  const oatUsual = { ...milk, choices: milk.choices.map((one) => ({ ...one, default: one._id === 'oat' })) };
  const cart = [line(), line(['regular', 'oat'], undefined, 2)];
  const placed = order(cart, [size, oatUsual, extras]);
  const usual = usualItems(placed, new Map([['latte', [size, oatUsual, extras]]]));

  expect(orderedQuantities(placed, usual, cart)).toEqual(quantitiesOf(cart));
  expect(orderedQuantities(placed, [], [line()])).not.toHaveProperty('latte');
});

test('another milk is another order', () => {
  expect(fingerprintOfLines(order([line(['regular', 'oat'])]))).not.toBe(
    fingerprintOfLines(order([line(['regular', 'soy'])])),
  );
  expect(fingerprintOfLines(order([line(['regular', 'oat'])]))).toBe(
    fingerprintOfLines(order([line(['oat', 'regular'])])),
  );
});

test('the prices of now are those of the changed line, with its choices as they are called now', () => {
  const [oat, soy] = [line(['regular', 'oat']), line(['regular', 'soy'])];
  const choices = [choice('regular', 'Reguler'), choice('oat', 'Susu almond', 9_000)];
  const changed = {
    ...{ product: 'latte', name: 'Kopi Susu (Reguler, susu almond)', qty: 1, shown: 28_000, now: 30_000 },
    ...{ index: 1, reason: 'renamed', was: 'Kopi Susu (Reguler, susu oat)', base: 21_000, choices },
  };
  const quote = { lines: [changed], delivery_fee: 0, subTotal: 0, totalShopping: 0 };

  const again = repricedOrder(order([soy, oat]), quote);

  expect(again.order_items.map(({ name, price }) => [name, price])).toEqual([
    ['Kopi Susu (Reguler, susu kedelai)', 25_000],
    ['Kopi Susu (Reguler, susu almond)', 30_000],
  ]);
  expect(again.order_items[1]?.choices?.[1]).toEqual({ _id: 'oat', name: 'Susu almond' });
  expect(repricedCart([soy, oat, line()], [changed]).map(unitPriceOf)).toEqual([25_000, 30_000, 20_000]);
});

test('a drink that was the usual when it was ordered, and no longer is, leaves the cart as what it was ordered', () => {
  const choices = [choice('regular', 'Reguler'), choice('goat', 'Susu kambing')];
  const gone = { product: 'latte', name: 'Kopi Susu', qty: 1, shown: 20_000, now: null, reason: 'gone', choices };

  expect(repricedCart([line()], [gone], [keyOfOrderItem(gone)])).toEqual([]);
  expect(repricedCart([line()], [gone], [keyOfOrderItem({ ...gone, product: 'tea' })])).toEqual([line()]);
});

test('ordering again puts in the same lines, and names what cannot be had as it was', () => {
  const options = new Map([['latte', [size, soldOut(milk, 'soy'), extras]]]);
  const again = (more: object) =>
    withLinesAgain([], [{ product: 'latte', name: 'Kopi', price: 1, qty: 2, ...more }], [product()], options);
  const oat = again({ choices: [milk.choices[1], size.choices[1]], note: 'panas' });

  expect(pieces(oat.cart)).toEqual([['Kopi Susu (Besar, susu oat)', 'panas', 2]]);
  expect(again({ choices: [size.choices[0], milk.choices[2]] })).toEqual({
    cart: [],
    left: ['Kopi'],
    assumed: [],
    choosable: 'latte',
  });
  expect(again({})).toMatchObject({ cart: [{ _id: 'latte', qty: 2 }], left: [], assumed: ['Kopi'] });
  expect(keyOfOrderItem({ product: 'latte' })).toBe(keyOfLine(again({}).cart[0] as CartItem));
});
