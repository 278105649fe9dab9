import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { OptionGroup } from '#core/contract';
import { endSession, storeSession } from '#device/session';
import { changeCart } from '#device/stored-cart';
import { logOutAtom } from '../src/state/account/log-in.ts';
import { cartCountAtom } from '../src/state/cart/cart.ts';
import { reloadMenuAtom } from '../src/state/catalogue/catalogue.ts';
import {
  changeGroups,
  changeMenu,
  cikini,
  fillCart,
  holdRequests,
  ordersOf,
  ordersSent,
  requestsSent,
  without,
} from './support/page/checkout.ts';
import { customer } from './support/page/customer.ts';
import { accepted, atPayment, pay, payBy } from './support/page/payment-screen.ts';
import { hideApiHeader } from './support/page/plain-host.ts';
import { type Customer, closeTabs, stored, tellTabs, visit } from './support/page/visit.tsx';

const esKopi = 'Es Kopi Susu Gula Aren';
const form = async () => within(await screen.findByRole('dialog', { name: esKopi }));
const choose = async (user: Customer, ...names: (string | RegExp)[]) => {
  for (const name of names) await user.click(await (await form()).findByLabelText(name));
};
const add = async (user: Customer) => user.click((await form()).getByRole('button', { name: 'Add to cart' }));
const offer = async () => (await form()).findByRole('complementary', { name: 'Pilihan Anda tersimpan' });

test('M7 a drink is chosen in its detail, where the sum follows each tap, and stored as it was chosen', async () => {
  const { user } = await customer({}).at('/products?produk=kopi-susu-gula-aren');

  expect(await (await form()).findByLabelText('Reguler')).toBeChecked();
  const sum = (await form()).getByRole('button', { name: 'Add to cart' });
  expect(sum).toHaveTextContent('Rp24.000');
  await choose(user, /^Besar/, /^Susu oat/, /^Sirup karamel/);
  expect(sum).toHaveTextContent('Rp42.000');
  expect((await form()).getByText('42.000 rupiah')).toHaveRole('status');
  expect((await form()).getByRole('button', { name: 'Add to cart' })).toHaveAccessibleDescription(/^42\.000 rupiah/);
  expect((await form()).getByRole('group', { name: /^Tambahan/ })).toContainElement(
    (await form()).getByRole('checkbox', { name: /^Sirup karamel\s*\+Rp4\.000$/ }),
  );
  await user.type((await form()).getByLabelText(/^Catatan/), '  gelas   dipisah ');
  await add(user);

  await screen.findByText(`${esKopi} masuk keranjang`);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await stored('cart')).toMatchObject([
    {
      _id: 'kopi-susu-gula-aren',
      price: 24_000,
      qty: 1,
      choices: [{ _id: 'besar', price: 6_000 }, {}, {}, { _id: 'susu-oat', price: 8_000 }, { _id: 'sirup-karamel' }],
      note: 'gelas dipisah',
    },
  ]);
  expect(await stored('cart')).not.toMatchObject([{ option_groups: expect.anything() }]);
});

test('M7 what was chosen and typed of a drink stays with its entry of the history, and is not shown to another customer', async () => {
  const { user } = await customer({}).at('/products');
  const card = await screen.findByRole('listitem', { name: esKopi });
  const open = () => user.click(within(card).getByRole('link', { name: `Lihat detail ${esKopi}` }));
  const note = async () => (await form()).findByLabelText(/^Catatan/);
  await open();
  await choose(user, /^Besar/);
  await user.type(await note(), 'alergi kacang');
  await waitFor(() => expect(user.router.history.location.state.typed?.note).toBe('alergi kacang'));

  user.router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  user.router.history.forward();

  expect(await note()).toHaveValue('alergi kacang');
  expect((await form()).getByLabelText(/^Besar/)).toBeChecked();
  await user.store.set(logOutAtom);
  await waitFor(async () => expect(await note()).toHaveValue(''));
});

test('M7 what was chosen of a drink just before going back is not stored with the menu', async () => {
  const { user } = await customer({}).at('/products');
  const card = await screen.findByRole('listitem', { name: esKopi });
  await user.click(within(card).getByRole('link', { name: `Lihat detail ${esKopi}` }));
  await (await form()).findByLabelText(/^Besar/);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await choose(user, /^Besar/);
  const [rested] = timers.mock.calls.find(([, ms]) => ms === 150) ?? [];

  // Before the form has left the screen.
  const stop = user.router.history.subscribe(() => rested?.());
  user.router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  stop();

  expect(rested).toBeDefined();
  expect(user.router.history.location.state.typed).toBeUndefined();
});

test("M3 the house's usual, chosen by hand or by '+', is one line, stored as ever", async () => {
  const { user } = await customer({}).at('/products');
  const card = await screen.findByRole('listitem', { name: esKopi });
  await user.click(within(card).getByRole('button', { name: 'Add to cart' }));
  await user.click(within(card).getByRole('link', { name: `Lihat detail ${esKopi}` }));

  await choose(user, /^Besar/, 'Reguler');
  await add(user);

  await screen.findByText(`${esKopi} masuk keranjang`);
  const [line, ...others] = (await stored('cart')) as object[];
  expect(others).toEqual([]);
  expect(line).toMatchObject({ qty: 2 });
  expect(line).not.toHaveProperty('choices');
  expect(line).not.toHaveProperty('note');
});

test("M7 what must be chosen and is not is said and focused; a default that is sold out makes the card say 'mulai'", async () => {
  changeGroups(without('susu-sapi'));
  const { user } = await customer().at('/products');
  const card = await screen.findByRole('listitem', { name: esKopi });
  expect(await within(card).findByText('mulai Rp24.000')).toBeVisible();

  await user.click(within(card).getByRole('button', { name: 'Add to cart' }));
  expect(await (await form()).findByLabelText(/^Susu sapi/)).toBeDisabled();
  await add(user);

  expect(await (await form()).findByText('Susu sapi habis, pilih lagi')).toHaveRole('alert');
  expect((await form()).getByLabelText(/^Susu oat/)).toHaveFocus();
  expect((await stored('cart')) ?? []).toEqual([]);
});

/** A customer who has chosen oat milk in the open form, and then the menu's groups become these. */
async function withOatChosen(later: (group: OptionGroup) => OptionGroup) {
  let change = (group: OptionGroup) => group;
  changeGroups((group) => change(group));
  const { user } = await customer().at('/products?produk=kopi-susu-gula-aren');
  await choose(user, /^Susu oat/);
  change = later;
  await user.store.set(reloadMenuAtom, { noCache: true });
  return user;
}

/** The same, when it is sold out, with `others`. */
const withOatSoldOut = (...others: string[]) =>
  withOatChosen((group) => ['susu-oat', ...others].reduce((left, id) => without(id)(left), group));

const withoutOat = (group: OptionGroup) => ({
  ...group,
  choices: group.choices.filter(({ _id }) => _id !== 'susu-oat'),
});

test('M7 a choice that left the menu since is not dropped without a word when going forward to its drink', async () => {
  let change = (group: OptionGroup) => group;
  changeGroups((group) => change(group));
  const { user } = await customer().at('/products');
  const card = await screen.findByRole('listitem', { name: esKopi });
  await user.click(within(card).getByRole('link', { name: `Lihat detail ${esKopi}` }));
  await choose(user, /^Susu oat/);
  await waitFor(() => expect(user.router.history.location.state.typed?.ids).toContain('susu-oat'));
  user.router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  change = withoutOat;
  await user.store.set(reloadMenuAtom, { noCache: true });
  user.router.history.forward();

  expect(await (await form()).findByText('Pilihan tadi habis')).toBeVisible();
});

test('M7 a choice that leaves the menu while the form is open is no longer chosen, and says so', async () => {
  await withOatChosen(withoutOat);

  expect((await (await form()).findByText('Susu oat habis')).parentElement).toHaveRole('status');
  expect((await form()).queryByLabelText(/^Susu oat/)).toBeNull();
});

test('M7 a choice that is sold out while the form is open is no longer chosen, and says so', async () => {
  const user = await withOatSoldOut();

  expect(await (await form()).findByText('Susu oat baru saja habis')).toHaveRole('alert');
  expect((await form()).getByText('Susu oat habis').parentElement).toHaveRole('status');
  const oat = (await form()).getByLabelText(/^Susu oat/);
  expect(oat).toBeDisabled();
  expect(oat).not.toBeChecked();
  await user.click((await form()).getByLabelText(/^Catatan/));
  await add(user);
  expect((await form()).getByLabelText('Susu sapi')).toHaveFocus();
  expect((await stored('cart')) ?? []).toEqual([]);
});

test('M7 of a group that is sold out while the form is open nothing is asked for', async () => {
  await withOatSoldOut('susu-sapi', 'susu-kedelai');

  expect(await (await form()).findByText('Habis untuk hari ini')).toBeVisible();
  expect((await form()).getAllByText('Susu habis')[0]).toBeVisible();
  expect((await form()).queryByText(/Pilih Susu|Susu belum/)).toBeNull();
});

test('C8 a line of 99 pieces has no more in its form, which says why', async () => {
  const { user } = await customer({ cart: { 'kopi-susu-gula-aren': 99 } }).at('/carts');
  await user.click(await screen.findByRole('button', { name: /^Ubah / }));
  const plus = await (await form()).findByRole('button', { name: 'Tambah' });

  expect(plus).toHaveAttribute('aria-disabled', 'true');
  expect(plus).toHaveAccessibleDescription('Paling banyak 99 per produk');
  await user.click((await form()).getByRole('button', { name: 'Kurangi' }));
  expect(plus).not.toHaveAttribute('aria-disabled');
});

/** Replaces the texts in an element, as a browser that translates does. */
function translate(element: Element) {
  for (const node of [...element.childNodes]) {
    if (node instanceof Element) translate(node);
    else if (node.nodeType === Node.TEXT_NODE) {
      const font = document.createElement('font');
      font.textContent = node.textContent;
      node.replaceWith(font);
    }
  }
}

test('what a translated form no longer says goes', async () => {
  const user = await withOatSoldOut();
  await (await form()).findByText('Susu oat habis');
  translate(await screen.findByRole('dialog', { name: esKopi }));

  await choose(user, /^Susu kedelai/);

  await waitFor(() => expect(screen.queryByText('Susu oat habis')).not.toBeInTheDocument());
  expect((await form()).getByLabelText(/^Susu kedelai/)).toBeChecked();
});

const oat = [
  { _id: 'reguler', name: 'Reguler', price: 0 },
  { _id: 'es-normal', name: 'Es normal', price: 0 },
  { _id: 'gula-normal', name: 'Gula normal', price: 0 },
  { _id: 'susu-oat', name: 'Susu oat', price: 8_000 },
];
const cream = { _id: 'krim', name: 'Krim kocok', price: 5_000 };
/** Puts the drink with oat milk beside what is in the cart. */
const addOat = (qty: number, ...more: typeof oat) =>
  changeCart((cart) => [...cart, ...cart.slice(0, 1).map((item) => ({ ...item, choices: [...oat, ...more], qty }))]);
const noteOat = (note: string) => changeCart((cart) => cart.map((item) => (item.choices ? { ...item, note } : item)));

test('M8 a line edited into its twin becomes one with it, and what is beyond 99 stays and is said', async () => {
  await customer({ cart: { 'kopi-susu-gula-aren': 60 } }).onDevice();
  await addOat(50);
  const user = await visit('/carts');
  const items = await screen.findByRole('list', { name: 'Isi keranjang' });
  expect(within(items).getAllByRole('listitem')[1]).toHaveTextContent(
    'Reguler, Es normal, Gula normal, Susu oatRp32.000',
  );

  await user.click(await within(items).findByRole('button', { name: /^Ubah .*susu oat/ }));
  await choose(user, /^Susu sapi/);
  await user.click((await form()).getByRole('button', { name: 'Simpan' }));

  await screen.findByText('11 tidak ikut digabung.');
  expect(await stored('cart')).toMatchObject([{ qty: 99 }, { qty: 11, choices: [{}, {}, {}, { _id: 'susu-oat' }] }]);
});

test('M8 a line that is edited has the focus as it is called then', async () => {
  await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  await addOat(1);
  await noteOat('alergi kacang');
  const user = await visit('/carts');
  await user.click(await screen.findByRole('button', { name: /^Ubah .*susu oat/ }));
  const note = await (await form()).findByLabelText(/^Catatan/);
  expect(note).toHaveAttribute('maxlength', '140');
  await user.type(note, ', panas ');
  await choose(user, /^Susu kedelai/);

  await user.click((await form()).getByRole('button', { name: 'Simpan' }));

  const edited = await screen.findByRole('button', { name: /^Ubah .*susu kedelai\) “alergi kacang, panas”$/ });
  await waitFor(() => expect(edited).toHaveFocus());
  expect(await stored('cart')).toMatchObject([
    {},
    { choices: [{}, {}, {}, { _id: 'susu-kedelai' }], note: 'alergi kacang, panas' },
  ]);
});

test('M8 the form of a line that is deleted in another tab stays, says so, and adds what is in it', async () => {
  await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  const user = await visit('/carts');
  await user.click(await screen.findByRole('button', { name: /^Ubah / }));
  await choose(user, /^Susu oat/);

  await changeCart(() => []);
  tellTabs(['cart', 'counter']);

  await (await form()).findByText('Baris ini sudah diubah atau dihapus di tempat lain');
  await add(user);
  await screen.findByText(`${esKopi} masuk keranjang`);
  expect(await stored('cart')).toMatchObject([{ choices: [{}, {}, {}, { _id: 'susu-oat' }] }]);
});

test('M8 the form of a line goes with the session, and does not open again after the next login', async () => {
  const session = await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  const user = await visit('/carts');
  await user.click(await screen.findByRole('button', { name: /^Ubah / }));
  await form();
  await endSession();
  tellTabs(['auth', 'cart', 'counter']);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await storeSession(session);
  await fillCart({ 'kopi-susu-gula-aren': 1 });
  tellTabs(['auth', 'cart', 'counter']);

  await screen.findByRole('button', { name: /^Ubah / });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('M8 a quantity that another tab has changed stays when the line is edited', async () => {
  await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  const user = await visit('/carts');
  await user.click(await screen.findByRole('button', { name: /^Ubah / }));
  await choose(user, /^Susu oat/);

  await changeCart((cart) => cart.map((item) => ({ ...item, qty: 5 })));
  tellTabs(['cart', 'counter']);
  await waitFor(() => expect(user.store.get(cartCountAtom)).toBe(5));
  await user.click((await form()).getByRole('button', { name: 'Simpan' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(async () =>
    expect(await stored('cart')).toMatchObject([{ qty: 5, choices: [{}, {}, {}, { _id: 'susu-oat' }] }]),
  );
});

test('M8 going back closes the form of a line, and stays in the cart', async () => {
  await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  const user = await visit('/carts');
  await user.click(await screen.findByRole('button', { name: /^Ubah / }));
  await form();

  user.router.history.back();

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(user.router.history.location.pathname).toBe('/carts');
});

const changeOat = async () => {
  const user = await visit('/carts');
  await user.click(await screen.findByRole('button', { name: /^Ubah .*susu oat/ }));
  return user;
};

test.for<[string, (group: OptionGroup) => OptionGroup]>([
  [
    'is sold out with all of its group',
    (group) => ({ ...group, choices: group.choices.map((one) => ({ ...one, available: group._id !== 'tambahan' })) }),
  ],
  ['is gone', (group) => ({ ...group, choices: group.choices.filter(({ _id }) => _id !== 'krim') })],
])('M8 the form of a line says what it had that %s', async ([, change]) => {
  await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  await addOat(1, cream);
  changeGroups(change);

  await changeOat();

  expect((await (await form()).findByText('Krim kocok habis')).parentElement).toHaveRole('status');
});

test('M8 a line with more of a group than may be chosen by now says so, and can be changed', async () => {
  await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  await addOat(1, cream, { _id: 'sirup-karamel', name: 'Sirup karamel', price: 4_000 });
  changeGroups((group) => ({ ...group, max: 1 }));
  const user = await changeOat();
  const save = await (await form()).findByRole('button', { name: 'Simpan' });

  expect(save).toHaveAccessibleDescription(/^Terlalu banyak pilihan/);
  await user.click(save);
  expect((await form()).queryByText(/dulu$|belum dipilih$/)).not.toBeInTheDocument();
  await choose(user, 'Tanpa');
  await user.click(save);

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await stored('cart')).toMatchObject([{}, { choices: [{}, {}, {}, { _id: 'susu-oat' }] }]);
});

test('M4 an order has the whole name, the unit price, the choices and the note, which are shown on the way, and its cart is marked as ordered', async () => {
  const sent = ordersSent();
  await customer({ cart: { 'kopi-susu-gula-aren': 2 }, address: cikini, handover: 'goceng' }).onDevice();
  await addOat(1);
  await noteOat('alergi kacang');
  const user = await visit('/carts');
  expect(await screen.findByRole('list', { name: 'Isi keranjang' })).toHaveTextContent('“alergi kacang”');
  await user.router.navigate({ to: '/carts/delivery' });
  expect(await screen.findByRole('list', { name: 'Pesanan Anda' })).toHaveTextContent('“alergi kacang”1 × Rp32.000');
  await user.router.navigate({ to: '/carts/payment' });
  expect(await screen.findByText(/^3 barang: .*“alergi kacang”/)).toBeVisible();
  await user.click(await screen.findByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByText(accepted);

  expect(sent[0]?.order_items).toMatchObject([
    { name: esKopi, price: 24_000, qty: 2, choices: [{ _id: 'reguler' }, {}, {}, { _id: 'susu-sapi' }] },
    { price: 32_000, qty: 1, choices: [{ _id: 'reguler' }, {}, {}, { _id: 'susu-oat' }], note: 'alergi kacang' },
  ]);
  await waitFor(async () => expect(await stored('ordered')).toBeDefined());
});

test.each(['later', 'before'])(
  'M5 a new name in the house’s usual is agreed to once, though its menu comes %s',
  async (comes) => {
    let isChanged = false;
    const goOn = holdRequests(({ url }) => isChanged && comes === 'later' && url.endsWith('/api/products'));
    changeGroups((group) => ({
      ...group,
      choices: group.choices.map((one) =>
        one._id === 'susu-sapi' && !isChanged ? { ...one, name: 'Susu segar' } : one,
      ),
    }));
    const { session, user } = await customer({ cart: { 'kopi-susu-gula-aren': 1 }, handover: 'pickup' }).at(
      '/carts/payment',
    );
    await screen.findByRole('radio', { name: 'BCA' });
    await payBy(user, 'BCA');
    await screen.findByText('Pilihan berubah');
    isChanged = true;
    if (comes === 'before') {
      await user.store.set(reloadMenuAtom);
      await screen.findByText('Perlu persetujuan');
    }

    await user.click(screen.getByRole('button', { name: 'Setuju dengan pilihan baru' }));

    expect(await screen.findByText(accepted)).toBeVisible();
    expect(await ordersOf(session)).toMatchObject([{ totalShopping: 24_000 }]);
    goOn();
  },
);

test('M4 at a plain host a drink has no form', async () => {
  hideApiHeader();

  await customer().at('/products?produk=kopi-susu-gula-aren');

  expect((await form()).queryByLabelText('Reguler')).not.toBeInTheDocument();
});

/** The menu as a shop without options sends it. */
const withoutGroups = () =>
  changeMenu(({ data, count }) => ({ data: data.map(({ option_groups: _, ...product }) => product), count }));

test.each([
  ['M8 a choice that is sold out', () => changeGroups(without('susu-oat'))],
  ['M4 a drink that was chosen, at a server that was set back to one without options,', withoutGroups],
])('%s is marked in the cart, and stays as chosen', async (_what, changeMenu) => {
  await customer({ cart: { 'kopi-susu-gula-aren': 1 } }).onDevice();
  await addOat(1);
  changeMenu();
  await visit('/carts');

  const items = within(await screen.findByRole('list', { name: 'Isi keranjang' }));
  expect(await items.findAllByText('Pilihan ini perlu diubah')).toHaveLength(1);
  expect(await stored('cart')).toMatchObject([{}, { choices: [{}, {}, {}, { _id: 'susu-oat' }] }]);
});

test('M4 every byte that a plain host gets is as before options, also where its products have fields of that name', async () => {
  hideApiHeader();
  const sent = requestsSent(({ method, url }) => method !== 'GET' && /\/api\/(carts|orders)$/.test(url));
  const { option_groups, ...tubruk } = (await (await fetch('/api/products')).json()).data.find(
    ({ _id }: { _id: string }) => _id === 'kopi-tubruk',
  );
  expect(option_groups).toEqual(['gula']);

  const { user, session } = await atPayment({ pieces: { 'kopi-tubruk': 2 }, handover: 'pickup' });
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  await user.click(pay());
  await screen.findByText(accepted);

  // The page of an earlier customer may still send a cart.
  const own = sent.filter(({ headers }) => headers.get('authorization') === `Bearer ${session.token}`);
  const texts = own.map(async (call) => `${call.method} ${new URL(call.url).pathname} ${await call.text()}`);
  expect(new Set(await Promise.all(texts))).toEqual(
    new Set([
      `PUT /api/carts {"items":[${JSON.stringify({ ...tubruk, qty: 2 })}]}`,
      'POST /api/orders {"delivery_address":{"fullName":"Sari","fullStreet":"Ambil di toko","kabupaten":"","kecamatan":"","kelurahan":"","phoneNumber":"081234567890","provinsi":""},"delivery_courier":"pickup","delivery_fee":0,"order_items":[{"name":"Kopi Tubruk","price":15000,"product":"kopi-tubruk","qty":2}],"paymentMethod":{"_id":"bca","image_url":"bca.svg","name":"BCA"},"status":"waiting_payment","subTotal":30000,"totalQty":2,"totalShopping":30000}',
    ]),
  );
});

test('C6 what a visitor chose is in the form again, and in the cart after the login, as it was chosen', async () => {
  const user = await visit('/products?produk=kopi-susu-gula-aren');
  await choose(user, /^Besar/);
  await add(user);
  await waitFor(async () =>
    expect(await stored('wanted')).toMatchObject({ product: { choices: [{ _id: 'besar' }, {}, {}, {}] } }),
  );
  expect(await (await form()).findByText(/Please Log In first!/)).toBeVisible();
  expect(await offer()).toBeVisible();
  expect((await form()).queryByRole('button', { name: 'Add to cart' })).not.toBeInTheDocument();
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Log In'));
  closeTabs();
  const again = await visit('/products?produk=kopi-susu-gula-aren');
  await waitFor(async () => expect(await (await form()).findByLabelText(/^Besar/)).toBeChecked());
  const kept = await offer();
  expect(within(kept).getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/account/login');
  expect(within(kept).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/account/register');
  await choose(again, 'Panas');
  expect(kept).not.toBeInTheDocument();
  expect((await form()).getByRole('button', { name: 'Add to cart' })).toBeVisible();

  closeTabs();
  await customer({}).at('/products');

  await waitFor(async () =>
    expect(await stored('cart')).toMatchObject([{ qty: 1, choices: [{ _id: 'besar' }, {}, {}, {}] }]),
  );
});
