import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { OptionGroup, Product } from '#core/contract';
import { forgetDrafts } from '../../counter/state/form-drafts.ts';
import { openCounterShop } from '../support/counter-shop.ts';
import { answerCalls, cutLine, holdResponse, refusal } from '../support/page/checkout.ts';
import { closeCounters, openCounter } from './open-counter.tsx';

const shop = await openCounterShop();
const session = await shop.signIn('Rina', { isOwner: true });
afterAll(() => shop.close());
afterEach(async () => {
  await closeCounters();
  forgetDrafts();
});

const klepon = '#menu?produk=klepon';

/** Opens the counter at an address, as a reload does. */
async function openAt(fragment: string, as = session) {
  const user = await openCounter(shop, { path: `/counter${fragment}`, session: as });
  return {
    user,
    /** Replaces what a field contains. */
    async fill(label: string, text: string) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      if (text) await user.paste(text);
    },
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
  };
}

const asOwner = (method: string, path: string, body?: unknown) => shop.call(method, path, body, session.token);

/** Another owner changes a product. */
async function changeElsewhere(id: string, changes: object) {
  const { product, revision } = await asOwner('GET', `counter/products/${id}`);
  const { name, price, category, description, tags, image_url, option_groups }: Product = product;
  const edit = { name, price, category, description, image_url, tags: tags.map((tag) => tag.name), option_groups };
  await asOwner('PUT', `counter/products/${id}`, { ...edit, ...changes, revision });
}

const named = async (name: string): Promise<Product[]> =>
  (await asOwner('GET', 'products')).data.filter((product: Product) => product.name === name);

test('an owner changes a price, guests have it, and the menu is back at the product', async () => {
  const { user, fill, press } = await openAt('#menu');
  await user.click(await screen.findByRole('link', { name: 'Ubah Klepon' }));
  await fill('Harga', '16.500');

  await press('Simpan');

  expect(await screen.findByText('Klepon disimpan')).toBeVisible();
  expect((await shop.product('klepon'))?.price).toBe(16_500);
  expect(await screen.findByText('Rp16.500')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Ubah Klepon' })).toHaveFocus());
});

test('what was typed survives a reload and leaving, and is gone once it is discarded', async () => {
  const first = await openAt(klepon);
  await first.fill('Nama', 'Klepon Pandan');
  await first.user.close();

  const { user, press } = await openAt(klepon);
  expect(await screen.findByLabelText('Nama')).toHaveValue('Klepon Pandan');
  await press('Kembali ke menu');
  await user.click(await screen.findByRole('link', { name: 'Lanjutkan Klepon' }));
  expect(screen.getByText('Belum disimpan: Nama')).toBeVisible();
  await press('Buang perubahan');
  await press('Urungkan');
  expect(screen.getByLabelText('Nama')).toHaveValue('Klepon Pandan');
  await press('Buang perubahan');

  expect(screen.getByLabelText('Nama')).toHaveValue('Klepon');
  expect(screen.queryByRole('button', { name: 'Simpan' })).not.toBeInTheDocument();
  // The same tags, typed in another way.
  await user.type(screen.getByLabelText('Tag'), ' , ');
  expect(screen.queryByRole('button', { name: 'Buang perubahan' })).not.toBeInTheDocument();
  await press('Kembali ke menu');
  expect(await screen.findByRole('link', { name: 'Ubah Klepon' })).toBeVisible();
});

test.for([
  ['Rp15.000', 15_000],
  ['Memang Rp15', 15],
] as const)('a price that looks wrong is asked about at its field: %s', async ([answer, price]) => {
  await changeElsewhere('klepon', { name: 'Klepon', price: 14_000 });
  const { fill, press } = await openAt(klepon);
  await fill('Harga', '15');
  await press('Simpan');
  const field = screen.getByLabelText('Harga');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(/Maksudnya Rp15\.000\?/);
  expect((await shop.product('klepon'))?.price).toBe(14_000);

  await press(answer);

  expect(await screen.findByText('Klepon disimpan')).toBeVisible();
  expect((await shop.product('klepon'))?.price).toBe(price);
  await changeElsewhere('klepon', { price: 15_000 });
});

test('a question is taken back by the next edit, and asked about what was typed then', async () => {
  const { fill, press } = await openAt(klepon);
  await fill('Harga', '17');
  await press('Simpan');
  await screen.findByRole('button', { name: 'Memang Rp17' });

  await fill('Nama', 'Klepon Hijau');
  expect(screen.queryByRole('button', { name: 'Memang Rp17' })).not.toBeInTheDocument();
  await press('Simpan');

  expect(await screen.findByRole('button', { name: 'Memang Rp17' })).toBeVisible();
});

test('faults stand at their fields until these are changed, and the first one has the focus', async () => {
  const { fill, press } = await openAt('#menu?produk=');
  await fill('Harga', '-1');
  await fill('Kategori', '   ');
  await press('Simpan');

  const name = screen.getByLabelText('Nama');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription('Belum diisi.');
  expect(screen.getByLabelText('Harga')).toBeInvalid();
  expect(screen.getByLabelText('Kategori')).toHaveAccessibleDescription('Belum diisi.');
  expect(screen.getByText('3 isian belum benar.')).toBeVisible();
  await fill('Nama', 'Onde-onde');

  expect(name).toBeValid();
  expect(screen.getByLabelText('Harga')).toBeInvalid();
  expect(screen.getByText('2 isian belum benar.')).toBeVisible();
});

test('the groups of a product are moved into the order that its customers see', async () => {
  const { press } = await openAt('#menu?produk=cappuccino');
  const [first, second, ...others] = (await shop.product('cappuccino'))?.option_groups ?? [];

  await press('Turunkan Ukuran');
  await press('Simpan');

  await screen.findByText('Cappuccino disimpan');
  expect((await shop.product('cappuccino'))?.option_groups).toEqual([second, first, ...others]);
});

test('of two owners the slower one is told what is different, and saves both changes', async () => {
  const { fill, press } = await openAt(klepon);
  await fill('Harga', '18.000');
  await changeElsewhere('klepon', { description: 'Kenyal.', category: 'Jajanan' });
  await press('Simpan');
  await screen.findByText(
    'Baru saja diubah di perangkat lain: Kategori Jajanan, Keterangan. Periksa, lalu simpan lagi.',
    { selector: '[role=alert]' },
  );
  expect(screen.getByLabelText('Kategori')).toHaveValue('Jajanan');
  expect(screen.getByLabelText('Harga')).toHaveValue('18.000');

  await press('Simpan');

  await screen.findByText('Klepon disimpan');
  expect(await shop.product('klepon')).toMatchObject({ price: 18_000, category: 'Jajanan', description: 'Kenyal.' });
});

test('of two owners the slower one can take what the shop has', async () => {
  const { fill, press } = await openAt(klepon);
  await fill('Harga', '19.000');
  await changeElsewhere('klepon', { price: 20_000 });
  await press('Simpan');
  expect(await screen.findByText(/: Harga 20\.000\. Periksa/)).toBeVisible();
  expect(screen.getByLabelText('Harga')).toHaveValue('19.000');

  await press('Buang perubahan');

  expect(screen.getByLabelText('Harga')).toHaveValue('20.000');
  expect(screen.queryByRole('button', { name: 'Simpan' })).not.toBeInTheDocument();
});

test('an owner who is none any more, or has no connection, saves nothing and keeps what was typed', async () => {
  const { fill, press } = await openAt(klepon);
  await fill('Nama', 'Klepon Baru');
  const isEdit = ({ method }: Request) => method === 'PUT';
  cutLine(isEdit);
  await press('Simpan');
  expect(await screen.findByText(/^Kedai tidak menjawab/)).toBeVisible();
  answerCalls(isEdit, () => refusal(403, 'owner_only'));

  await press('Simpan');

  expect(await screen.findByText(/^Hanya pemilik yang bisa mengubah menu/)).toBeVisible();
  expect(screen.getByLabelText('Nama')).toHaveValue('Klepon Baru');
  expect(await named('Klepon Baru')).toEqual([]);
});

test('an owner who was removed while the form is open saves nothing, and who signs in there goes on with what was typed', async () => {
  const { fill, press } = await openAt(klepon, await shop.signIn('Wati', { isOwner: true }));
  await fill('Nama', 'Klepon Wati');
  await shop.remove('Wati');
  await press('Simpan');

  expect(await screen.findByText('Perangkat ini sudah dikeluarkan.')).toBeVisible();
  expect(screen.getByText(/^Yang diketik di menu tidak disimpan di kedai/)).toBeVisible();
  expect(await named('Klepon Wati')).toEqual([]);
  await closeCounters();

  const next = await openCounter(shop, { path: `/counter#undangan=${await shop.invite('Rina', { isOwner: true })}` });
  await next.click(await screen.findByRole('button', { name: 'Pakai perangkat ini' }));
  await next.click(await screen.findByRole('link', { name: 'Menu' }));
  await next.click(await screen.findByRole('link', { name: /^Lanjutkan Klepon/ }));
  expect(await screen.findByLabelText('Nama')).toHaveValue('Klepon Wati');
});

test('who has left the form while it is saved is told, and stays where they are', async () => {
  const { user, fill, press } = await openAt(klepon);
  await fill('Keterangan', 'Empat bola ketan.');
  const { goOn } = holdResponse(({ method }) => method === 'PUT');
  await press('Simpan');
  await user.click(screen.getByRole('link', { name: 'Pesanan' }));

  goOn();

  expect(await screen.findByText('Klepon disimpan')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Papan pesanan' })).toBeInTheDocument();
});

test('a barista sees no way to edit, also at the address of a form', async () => {
  await openAt(klepon, await shop.signIn('Tono'));

  expect(await screen.findByRole('group', { name: 'Klepon' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Ubah|Tambah/ })).not.toBeInTheDocument();
});

test('a product is removed after a question', async () => {
  const { user, press } = await openAt('#menu');
  await user.click(await screen.findByRole('link', { name: 'Ubah Cappuccino' }));
  await press('Hapus dari menu');
  await press('Batal');
  expect(await shop.product('cappuccino')).toBeDefined();
  await changeElsewhere('cappuccino', { price: 26_000 });
  await press('Hapus dari menu');
  await press('Ya, hapus dari menu');
  expect(await screen.findByText(/: Harga 26\.000\. Periksa, lalu hapus lagi\.$/)).toBeVisible();
  await press('Hapus dari menu');

  await press('Ya, hapus dari menu');

  expect(await screen.findByText('Cappuccino dihapus dari menu')).toBeVisible();
  expect(await shop.product('cappuccino')).toBeUndefined();
});

test('nothing is removed before the menu has come, which says what has it', async () => {
  const { goOn } = holdResponse(({ url }) => url.endsWith('/products'));
  const { press } = await openAt('#menu?pilihan=gula');
  expect(await screen.findByLabelText('Nama')).toHaveValue('Gula');
  expect(screen.queryByRole('button', { name: 'Hapus kelompok' })).not.toBeInTheDocument();

  goOn();

  await press('Hapus kelompok');
  expect(screen.getByText(/produk memakainya/)).toBeVisible();
});

test.for([
  ['Rp15.000', 15_000],
  ['Memang Rp15', 15],
] as const)('what was removed elsewhere can be added once more also after a question: %s', async ([answer, price]) => {
  const { fill, press } = await openAt(klepon);
  await fill('Harga', '15');
  const { revision } = await asOwner('GET', 'counter/products/klepon');
  await asOwner('DELETE', `counter/products/klepon?revision=${revision}`);
  await press('Simpan');
  await press('Tambahkan lagi');

  await press(answer);

  await screen.findByText(/disimpan$/);
  expect((await shop.product('klepon'))?.price).toBe(price);
  await changeElsewhere('klepon', { price: 15_000 });
});

test('an owner makes an option group, gives it to a product, and removes it', async () => {
  const { user, fill, press } = await openAt('#menu?pilihan=');
  await fill('Nama', 'Taburan');
  await fill('Nama pilihan 1', 'Kelapa');
  await fill('Nama pilihan 2', 'Wijen');
  await fill('Selisih harga Wijen', '+2.000');
  await press('Tambah pilihan');
  expect(screen.getByLabelText('Nama pilihan 3')).toHaveFocus();
  await user.keyboard('Polos');
  await fill('Selisih harga Polos', '-500');
  await press('Naikkan Polos');
  await press('Simpan');
  await screen.findByText('Taburan disimpan');
  const groups: OptionGroup[] = (await asOwner('GET', 'products')).option_groups;
  const group = groups.find(({ name }) => name === 'Taburan');
  expect(group).toMatchObject({ min: 1, max: 1 });
  expect(group?.choices).toMatchObject([
    { name: 'Kelapa', price: 0, default: true },
    { name: 'Polos', price: -500 },
    { name: 'Wijen', price: 2_000 },
  ]);

  location.hash = klepon;
  await user.click(await screen.findByRole('checkbox', { name: /^Taburan/ }));
  await press('Simpan');
  await screen.findByText(/^Klepon.* disimpan/);
  expect((await shop.product('klepon'))?.option_groups).toEqual([group?._id]);
  location.hash = `#menu?pilihan=${group?._id}`;
  expect(await screen.findByText('Dipakai 1 produk.')).toBeVisible();
  await press('Hapus kelompok');
  expect(screen.getByText(/^1 produk memakainya/)).toBeVisible();
  await press('Ya, hapus kelompok');

  await screen.findByText('Taburan dihapus dari menu');
  expect((await shop.product('klepon'))?.option_groups).toEqual([]);
});

test('what is not changed in a form stays as it is', async () => {
  const choices = [
    { name: 'Wijen', price: -500 },
    { name: 'Kacang', price: 3_000 },
  ];
  const add = async (name: string, min: number, others: object[] = []) =>
    (await asOwner('POST', 'counter/groups', { name, min, max: 2, choices: [...others, ...choices] })).group;
  const optional = await add('Topping', 0);
  const usual = ['Gula', 'Aren'].map((name) => ({ name, price: 0, default: true }));
  const several = await add('Isian', 2, usual);
  await changeElsewhere('klepon', { option_groups: [] });
  const product = await shop.product('klepon');

  for (const [fragment, name] of [
    [klepon, product?.name],
    [`#menu?pilihan=${optional._id}`, 'Topping'],
    [`#menu?pilihan=${several._id}`, 'Isian'],
  ]) {
    const { user, fill, press } = await openAt(`${fragment}`);
    await fill('Nama', `${name} Baru`);
    await press('Simpan');
    await screen.findByText(`${name} Baru disimpan`);
    await user.close();
  }

  expect(await shop.product('klepon')).toEqual({ ...product, name: `${product?.name} Baru` });
  for (const { _id, ...group } of [optional, several])
    expect((await asOwner('GET', `counter/groups/${_id}`)).group).toEqual({
      _id,
      ...group,
      name: `${group.name} Baru`,
    });
});

test('a product takes notes as before after a group was ticked and unticked', async () => {
  const { user } = await openAt('#menu?produk=croissant-mentega');
  await user.click(await screen.findByRole('checkbox', { name: /^Terima catatan/ }));
  // The groups come with the menu.
  for (let count = 0; count < 2; count++) await user.click(await screen.findByRole('checkbox', { name: /^Gula/ }));

  expect(screen.getByRole('checkbox', { name: /^Terima catatan/ })).toBeChecked();
});

test('the rule of a group is chosen in words, and what is wrong is said at the choice', async () => {
  const { user, fill, press } = await openAt('#menu?pilihan=susu');
  await fill('Nama pilihan 2', 'Susu sapi');
  await press('Simpan');
  await waitFor(() => expect(screen.getByLabelText('Nama pilihan 2')).toHaveFocus());
  expect(screen.getByLabelText('Nama pilihan 2')).toHaveAccessibleDescription('"Susu sapi" ditulis dua kali.');

  await fill('Nama pilihan 2', 'Susu oat');
  await user.click(screen.getByRole('radio', { name: 'Bawaan: Susu oat' }));
  await press('Simpan');
  expect(await screen.findByText(/^Harga bawaan "Susu oat" .* dimasukkan ke harga produknya/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ya, simpan' })).toBeVisible();
  await press('Buang perubahan');
  await user.click(screen.getByRole('radio', { name: 'Boleh tidak memilih' }));
  expect(screen.queryByRole('radio', { name: /^Bawaan/ })).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Paling banyak'), '2');
  await press('Simpan');

  await screen.findByText('Susu disimpan');
  expect((await asOwner('GET', 'counter/groups/susu')).group).toMatchObject({ min: 0, max: 2 });
});
