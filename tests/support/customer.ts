/** Actions of a customer on the shop's screens, in the words of specification §2. */
import type { Page } from '@playwright/test';
import type { Session } from '#core/contract';
import { startAt } from '#core/opening';
import { cikini, orderOf } from './order.ts';
import { expect } from './strict-test.ts';

export interface Person {
  fullName: string;
  email: string;
  phoneNumber: string;
  password: string;
}

let people = 0;

/** A person with a new e-mail address, because all tests of one shop share its accounts. */
export function newPerson(fullName = 'Sari'): Person {
  const email = `${fullName.toLowerCase()}.${Date.now()}.${++people}@example.com`;
  return { fullName, email, phoneNumber: '081234567890', password: 'kopi123' };
}

/** Fills in the form of the registration. */
export async function typeRegistration(page: Page, { fullName, email, phoneNumber, password }: Person) {
  await page.getByLabel('Nama lengkap').fill(fullName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Nomor handphone').fill(phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Konfirmasi password', { exact: true }).fill(password);
}

/** Fills in the form of the login, and sends it. */
export async function logInByForm(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Registers and logs in through the screens; ends on the dashboard. `shop` is needed only where the test has no base URL. */
export async function join(page: Page, person: Person, shop = '') {
  const { fullName } = person;
  await page.goto(`${shop}/account/register`);
  await typeRegistration(page, person);
  await page.getByRole('button', { name: 'Sign Up' }).click();

  const welcome = page.getByRole('dialog');
  await expect(welcome.getByText(`Congratulations ${fullName}!`)).toBeInViewport({ ratio: 1 });
  await expect(welcome).toContainText('Your account has been successfully created. Please go to the Log In page.');
  await welcome.getByRole('link', { name: 'Log In' }).click();

  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await logInByForm(page, person);
  await expect(page.getByText(`Welcome Back, ${fullName}!`)).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveURL(/\/account\/dashboard$/);
}

/** Registers a person through the API. */
export async function register(page: Page, person: Person, shop = '') {
  const answer = await page.request.post(`${shop}/api/auth/register`, { data: person });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/**
 * Registers a person and logs them in on this device, through API and storage. Ends on a text of the shop: no screen has been opened, and no
 * worker installed.
 */
export async function loggedIn(page: Page, person = newPerson(), shop = '') {
  await register(page, person, shop);
  await logIn(page, person, shop);
  return person;
}

/** Logs a registered person in on this device in the same way. */
export async function logIn(page: Page, person: Person, shop = '') {
  const session = await sessionOf(page, person, shop);
  await page.goto(`${shop}/api/health`);
  await storeSession(page, session);
}

/** A new session of a registered person, through the API. */
export async function sessionOf(page: Page, { email, password }: Person, shop = ''): Promise<Session> {
  return (await page.request.post(`${shop}/api/auth/login`, { data: { email, password } })).json();
}

/** Stores a session on the device, for the next page that is opened. */
export const storeSession = (page: Page, auth: Session) => store(page, { auth });

/**
 * Stores values on the device, by default under the keys of `src/state/storage/stored-atom.ts`; the page must be of the shop, and no
 * screen of it.
 */
export const store = (page: Page, values: Record<string, unknown>, database = 'kedai') =>
  page.evaluate(
    ({ database, values }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(database, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const storing = opening.result.transaction('keyval', 'readwrite');
          const stored = storing.objectStore('keyval');
          for (const [key, value] of Object.entries(values)) {
            if (value === undefined) stored.delete(key);
            else stored.put(value, key);
          }
          storing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { database, values },
  );

/** The products that the menu shows. */
export const products = (page: Page) => page.getByRole('list', { name: 'Produk' }).getByRole('listitem');

export const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Keranjang/ });

/** Adds one piece of a product to the cart, from the menu as it is filtered now. */
export async function addToCart(page: Page, product: string) {
  const card = page.getByRole('listitem', { name: product });
  await card.getByRole('button', { name: 'Add to cart' }).click();
}

/** The value the device stores under a key; undefined if there is none. */
export const storedValue = <Value>(page: Page, key: string, database = 'kedai') =>
  page.evaluate(
    ({ database, key }) =>
      new Promise<Value>((resolve) => {
        const opening = indexedDB.open(database);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keyval').objectStore('keyval').get(key);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    { database, key },
  );

/** Waits until a product is in the stored cart. The screen shows it earlier, so a test that leaves the page at once must wait for this. */
export const waitForCartItem = (page: Page, product: string) =>
  expect
    .poll(async () => (await storedValue<{ name: string }[] | undefined>(page, 'cart'))?.map(({ name }) => name))
    .toContain(product);

/** Waits until a text is in the stored drafts: what is typed is stored a moment later. */
export const waitForDraft = (page: Page, text: string) =>
  expect.poll(async () => JSON.stringify(await storedValue(page, 'drafts'))).toContain(text);

/** The session token of the customer who is logged in on this page. */
export const tokenOf = async (page: Page) => (await storedValue<{ token: string }>(page, 'auth')).token;

/** What a shop has stored for the customer with this session token. */
export async function askShop(url: string, path: 'orders' | 'carts', token: string) {
  return (await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
}

export const ordersAt = async (url: string, token: string): Promise<number> =>
  (await askShop(url, 'orders', token)).count;

/** Goes from the cart panel through the cart to the delivery screen. */
export async function checkOut(page: Page) {
  await cartButton(page).click();
  await page.getByRole('dialog', { name: 'Keranjang' }).getByRole('link', { name: 'Checkout' }).click();
  // Until it is loaded, the menu's own bar leads to it.
  await expect(page.getByRole('heading', { name: 'Keranjang', level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/carts\/delivery$/);
}

/** Opens the payment screen with `qty` coffees to pick up and everything chosen, through storage: only 'Bayar' is left to press. */
export async function readyToPay(page: Page, shop = '', qty = 1) {
  const list = async (path: string): Promise<{ _id: string; name: string }[]> =>
    (await (await page.request.get(`${shop}/api/${path}`)).json()).data;
  const [products, banks] = [await list('products'), await list('banks')];
  const bank = banks.find(({ name }) => name === 'BCA');
  await page.goto(`${shop}/api/health`);
  await store(page, {
    cart: products.filter(({ name }) => name === 'Kopi Tubruk').map((coffee) => ({ ...coffee, qty })),
    counter: qty,
    // Of an earlier order: what it contains would be taken out of this cart (decision C5).
    ordered: undefined,
    // Agreed to, in case that the shop is closed now.
    handover: { handover: 'pickup', table: '', agreedStart: startAt(new Date()).slice(-5), chosenAt: Date.now() },
    method: `banks/${bank?._id}`,
  });
  await page.goto(`${shop}/carts/payment`);
  await expect(page.getByRole('radio', { name: 'BCA' })).toBeChecked();
}

/** A new customer with these products in the cart, on the menu. */
export async function withCart(page: Page, ...wanted: string[]) {
  const person = await loggedIn(page);
  await page.goto('/products');
  for (const product of wanted) {
    await addToCart(page, product);
    await waitForCartItem(page, product);
  }
  return person;
}

/** A new customer who has pressed 'Bayar', on the menu with the order placed. */
export async function withOrder(page: Page) {
  const person = await loggedIn(page);
  await readyToPay(page);
  await pressPay(page);
  await expect(page).toHaveURL(/\/products$/);
  return person;
}

export const pressPay = (page: Page) => page.getByRole('button', { name: 'Bayar' }).click();

/** The heading that says that the order has not been answered yet. */
export const orderIsPending = (page: Page) =>
  page.getByRole('heading', { name: /Tersimpan di HP|(Toko|Kedai) belum menjawab/ });

/** The same through the screens, from a menu that is open already. */
export async function fromMenuToPayment(page: Page) {
  await agreeToStart(page);
  await addToCart(page, 'Kopi Tubruk');
  await page.getByRole('button', { name: /Pick-Up/ }).click();
  await expect(page.getByRole('button', { name: /Pick-Up/ })).toHaveAttribute('aria-pressed', 'true');
  await checkOut(page);
  await page.getByRole('button', { name: 'Pilih metode pembayaran' }).click();
  await expect(page).toHaveURL(/\/carts\/payment$/);
  await page.getByRole('radio', { name: 'BCA' }).check();
}

/** From now on agrees whenever the shop asks whether an order may begin at its opening: stories run at any time of day. */
export const agreeToStart = (page: Page) =>
  page.addLocatorHandler(page.getByRole('button', { name: /^Ya, mulai/ }), (yes) => yes.click());

interface Destination {
  fullName: string;
  phoneNumber: string;
  fullStreet: string;
  /** Their names, from province to village. */
  regions: [provinsi: string, kabupaten: string, kecamatan: string, kelurahan: string];
}

/** The address that most tests use. */
export const defaultAddress: Destination = {
  fullName: 'Sari Dewi',
  phoneNumber: '081234567890',
  fullStreet: 'Jalan Tepi Situ 7',
  regions: ['Daerah Khusus Ibukota Jakarta', 'Kota Administrasi Jakarta Pusat', 'Menteng', 'Menteng'],
};

/** Saves a new address during checkout; ends on the delivery screen. */
export async function addAddress(page: Page, { fullName, phoneNumber, fullStreet, regions }: Destination) {
  await page.getByRole('link', { name: 'Tambah Alamat Baru' }).click();
  await page.getByLabel('Nama lengkap').fill(fullName);
  await page.getByLabel('Nomor handphone').fill(phoneNumber);
  await page.getByLabel('Jalan').fill(fullStreet);
  await chooseRegions(page, regions);
  await page.getByRole('button', { name: 'Tambah Alamat' }).click();
  await expect(page.getByText('Anda berhasil menambahkan alamat')).toBeVisible();
  await expect(page).toHaveURL(/\/carts\/delivery$/);
}

/** Chooses regions by their names, from the province to the village, in the form of an address. */
export async function chooseRegions(page: Page, names: readonly string[]) {
  for (const [level, name] of names.entries()) {
    const box = page.getByRole('combobox').nth(level);
    await expect(box).toBeEditable();
    await box.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
}

/** Presses 'Bayar', or does `press`, and waits for the message about an accepted order. It is looked for from before: it is shown for 1.5 s. */
export async function payUntilAccepted(page: Page, press = pressPay) {
  const message = page.getByText('Congratulations, you successfully created an order');
  await Promise.all([message.waitFor(), press(page)]);
}

/** Chooses a courier and a payment method, and presses 'Bayar'; ends on the menu with the order placed. */
export async function pay(page: Page, courier: string, method: string) {
  await page.getByRole('radio', { name: courier }).check();
  await page.getByRole('button', { name: 'Pilih metode pembayaran' }).click();
  await expect(page).toHaveURL(/\/carts\/payment$/);
  await page.getByRole('radio', { name: method }).check();
  await payUntilAccepted(page);
  await expect(page).toHaveURL(/\/products$/);
}

/**
 * Gives a registered customer an address, an order and a cart through the API; order and cart have `qty` pieces of each of the menu's first
 * `kinds` products.
 */
export async function seedCustomer(
  page: Page,
  { email, password }: Person,
  {
    fullName = 'Sari Dewi',
    phoneNumber = '+62 812-3456-7890',
    fullStreet = 'Jalan Tepi Situ 7',
    qty = 2,
    kinds = 3,
  } = {},
) {
  const call = async (method: 'get' | 'post' | 'put', path: string, data?: object, token?: string) => {
    const answer = await page.request[method](`/api${path}`, {
      ...(data && { data }),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    expect(answer.ok(), `${path} ${answer.status()}`).toBe(true);
    return answer.json().catch(() => undefined);
  };
  const { token } = await call('post', '/auth/login', { email, password });
  const { data: products } = await call('get', '/products');
  const { data: banks } = await call('get', '/banks');
  const address = { ...cikini, fullName, phoneNumber, fullStreet, kelurahan: '31.71.06.1001' };
  const cart = products.slice(0, kinds).map((product: object) => ({ ...product, qty }));

  await call('post', '/delivery-address', address, token);
  await call('put', '/carts', { items: cart }, token);
  await call('post', '/orders', orderOf(cart, 'mantap', address, banks[0]), token);
}
