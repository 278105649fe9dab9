import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { customer } from './support/page/customer.ts';
import { addToCart, closeTabs, loggedIn, stored, visit } from './support/page/visit.tsx';

async function openCartPanelWithCoffee() {
  const { user } = await customer({}).at('/products');
  await addToCart(user, 'Kopi Tubruk');
  await user.click(await screen.findByRole('button', { name: 'Keranjang, 1 barang' }));
  return { user, panel: await screen.findByRole('dialog', { name: 'Keranjang' }) };
}

test('the search opens during the tap on an iPhone, which shows the keyboard only then, and elsewhere after the button is drawn as pressed', async () => {
  const vendor = vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
  await visit('/about');
  const search = await screen.findByRole('button', { name: 'Cari produk' });

  fireEvent.click(search);
  expect(screen.getByRole('searchbox', { name: 'Cari produk' })).toHaveFocus();
  fireEvent.click(search);
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();

  vendor.mockReturnValue('Google Inc.');
  fireEvent.click(search);
  expect(search).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Cari produk' })).toHaveFocus());
});

test('a second tap on the cart before it is drawn does not close it again', async () => {
  await visit('/about');
  const cart = await screen.findByRole('button', { name: 'Keranjang' });

  fireEvent.click(cart);
  fireEvent.click(cart);
  const panel = await screen.findByRole('dialog', { name: 'Keranjang' });
  await waitFor(() => expect(cart).not.toHaveAttribute('aria-busy'));

  expect(panel).toBeVisible();
});

test('the user icon leads a visitor to the login, and a customer to the dashboard', async () => {
  await visit('/about');
  expect(await screen.findByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/account/login');
  closeTabs();

  await loggedIn('Budi');
  await visit('/about');
  expect(await screen.findByRole('link', { name: 'Akun Budi' })).toHaveAttribute('href', '/account/dashboard');
});

/** Opens the menu's second page, and there a part of the navbar by its button. */
async function openedOnPageTwo(name: string) {
  const user = await visit('/products');
  await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  await user.router.navigate({ to: '/products', search: { page: 2 } });
  const toggle = screen.getByRole('button', { name });
  await user.click(toggle);
  await waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'true'));
  const { history } = user.router;
  const isAt = (href: string) => waitFor(() => expect(user.router.state.location.href).toBe(href));
  const isOpen = (now: boolean) => waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', `${now}`));
  return { user, toggle, history, isAt, isOpen };
}

describe.each(['Keranjang', 'Cari produk', 'Menu'])('%s, opened by its button', (name) => {
  test('is closed by going back, and not opened again by going forward', async () => {
    const { history, isAt, isOpen } = await openedOnPageTwo(name);

    history.back();
    await isOpen(false);
    await isAt('/products?page=2');
    history.forward();
    await isAt('/products?page=2');
    await isOpen(false);
    history.back();

    await isAt('/products');
  });

  test('leaves no history entry when it was closed in another way, however often', async () => {
    const { user, toggle, history, isAt, isOpen } = await openedOnPageTwo(name);
    const close = async () =>
      name === 'Keranjang' ? fireEvent(await screen.findByRole('dialog', { name }), cancel()) : user.click(toggle);

    await close();
    await isOpen(false);
    await user.click(toggle);
    await isOpen(true);
    await close();
    await isOpen(false);
    history.back();

    await isAt('/products');
    history.forward();
    await isAt('/products?page=2');
    await isOpen(false);
  });

  test('is followed by a screen that goes back to the one beneath, and forward again', async () => {
    const { user, history, isAt, isOpen } = await openedOnPageTwo(name);

    await user.router.navigate({ to: '/contact' });
    await isAt('/contact');
    await isOpen(false);
    history.back();
    await isAt('/products?page=2');
    await isOpen(false);
    history.back();
    await isAt('/products');
    history.forward();
    await isAt('/products?page=2');
    history.forward();

    await isAt('/contact');
    await isOpen(false);
  });
});

/** Escape: browsers fire `cancel` on the dialog. */
const cancel = () => new Event('cancel', { cancelable: true });

test('going back closes the search with what was typed into it, but first the product that was opened on top', async () => {
  const user = await visit('/products');
  await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  await user.click(screen.getByRole('button', { name: 'Cari produk' }));
  await user.type(await screen.findByRole('searchbox'), 'klepon{Enter}');
  await waitFor(() => expect(user.router.state.location.href).toBe('/products?search=klepon'));
  await user.click(await screen.findByRole('link', { name: 'Lihat detail Klepon' }));
  const detail = await screen.findByRole('dialog', { name: 'Klepon' });

  user.router.history.back();
  await waitFor(() => expect(detail).not.toBeInTheDocument());
  expect(screen.getByRole('searchbox')).toHaveValue('klepon');
  user.router.history.back();

  await waitFor(() => expect(screen.queryByRole('searchbox')).not.toBeInTheDocument());
  expect(user.router.state.location.href).toBe('/products');
  expect(await screen.findByRole('listitem', { name: 'Kopi Tubruk' })).toBeVisible();
});

test('going back closes a question about the cart panel, then the panel, and deletes nothing', async () => {
  const { user, panel } = await openCartPanelWithCoffee();
  const entry = () => user.router.state.location.state;
  await waitFor(() => expect(entry().panel).toBeDefined());
  const { key: panelEntry } = entry();
  const ask = async () => {
    await user.click(within(panel).getByRole('button', { name: 'Delete All' }));
    const question = await screen.findByRole('alertdialog');
    await waitFor(() => expect(entry().key).not.toBe(panelEntry));
    return { answered: () => waitFor(() => expect(question).not.toBeInTheDocument()), question };
  };
  const { answered } = await ask();

  user.router.history.back();
  await answered();
  expect(panel).toBeInTheDocument();
  for (let i = 0; i < 2; i++) {
    const { question, answered } = await ask();
    await user.click(within(question).getByRole('button', { name: 'Batal' }));
    await answered();
  }
  expect(panel).toBeInTheDocument();
  user.router.history.back();

  await waitFor(() => expect(panel).not.toBeInTheDocument());
  expect(user.router.state.location.pathname).toBe('/products');
  expect(await stored('counter')).toBe(1);
});

test("the phone's menu button leads the keyboard to its first link, and the menu closes when the focus leaves it", async () => {
  const user = await visit('/contact');
  const menu = await screen.findByRole('button', { name: 'Menu' });
  const home = within(screen.getByRole('navigation', { name: 'Utama' })).getByRole('link', { name: 'Home' });

  await user.click(menu);
  expect(menu).toHaveFocus();
  await user.click(menu);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(home).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(menu).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(home).toHaveFocus());
  await user.tab();
  expect(menu).toHaveAttribute('aria-expanded', 'true');

  within(screen.getByRole('main')).getByRole('textbox', { name: 'Name' }).focus();

  await waitFor(() => expect(menu).toHaveAttribute('aria-expanded', 'false'));
});

test('a press beside the cart panel closes it, one that began in it does not', async () => {
  const user = await visit('/about');
  await user.click(await screen.findByRole('button', { name: 'Keranjang' }));
  const panel = await screen.findByRole('dialog', { name: 'Keranjang' });

  // As when text is selected and the mouse button is released outside the panel.
  fireEvent.pointerDown(within(panel).getByRole('link', { name: 'Log In' }));
  fireEvent.click(panel);
  expect(panel).not.toHaveAttribute('aria-busy');
  // Not closed yet: otherwise the rest of the tap would reach the page beneath.
  fireEvent.pointerDown(panel);
  expect(panel).not.toHaveAttribute('aria-busy');

  fireEvent.click(panel);
  // Hidden at once (performance G4).
  expect(panel).toHaveAttribute('aria-busy', 'true');
  await waitFor(() => expect(panel).not.toBeInTheDocument());
});

test('Delete All in the cart panel asks first, then says that it is done', async () => {
  const { user, panel } = await openCartPanelWithCoffee();
  await user.click(within(panel).getByRole('button', { name: 'Delete All' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Are you sure want to delete all this product?');

  await user.click(within(question).getByRole('button', { name: 'Batal' }));
  expect(within(panel).getByRole('listitem')).toHaveTextContent('Kopi Tubruk');

  await user.click(within(panel).getByRole('button', { name: 'Delete All' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, delete it!' }));
  // Inside the panel, which covers the page.
  expect(await within(panel).findByText('Deleted!')).toBeVisible();
  expect(within(panel).getByText('Your product has been deleted')).toBeVisible();
  expect(await within(panel).findByText('Cart is Empty')).toBeVisible();
});

test('title, description and address for search engines follow the screen', async () => {
  const user = await visit('/products');
  const tag = (name: string) => document.head.querySelector(`[name='${name}'], [rel='${name}']`);
  await waitFor(() => expect(document.title).toBe('Menu · Kedai Kopi Tepi'));
  expect(tag('canonical')).toHaveAttribute('href', `${location.origin}/products`);

  await user.click(await screen.findByRole('link', { name: 'Log In' }));

  await screen.findByRole('heading', { name: 'Log In' });
  expect(document.title).toBe('Log In · Kedai Kopi Tepi');
  expect(tag('robots')).toHaveAttribute('content', 'noindex');
  expect(tag('canonical')).toBeNull();

  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'About' }));

  await screen.findByRole('heading', { level: 1, name: /About/ });
  expect(document.title).toBe('About Us · Kedai Kopi Tepi');
  expect(tag('robots')).toBeNull();
  expect(tag('description')?.getAttribute('content')).toContain('Kedai Kopi Tepi');
});

test('a screen reader is told what is added to the cart, not what was already in it', async () => {
  await openCartPanelWithCoffee();
  expect(await screen.findByText('1 barang di keranjang')).toHaveRole('status');

  closeTabs();
  const user = await visit('/products');
  const coffee = await screen.findByRole('listitem', { name: 'Kopi Tubruk' });
  await screen.findByRole('button', { name: 'Keranjang, 1 barang' });
  expect(screen.queryByText('1 barang di keranjang')).toBeNull();

  await user.click(within(coffee).getByRole('button', { name: 'Add to cart' }));
  expect(await screen.findByText('2 barang di keranjang')).toHaveRole('status');
});

test("adding from a product's detail closes it, and is said on the page", async () => {
  const { user } = await customer({}).at('/products');
  await user.click(await screen.findByRole('link', { name: 'Lihat detail Klepon' }));
  const detail = await screen.findByRole('dialog', { name: 'Klepon' });

  await user.click(within(detail).getByRole('button', { name: 'Add to cart' }));

  await waitFor(() => expect(detail).not.toBeInTheDocument());
  expect(screen.getByText('Klepon masuk keranjang', { selector: '[aria-live] *' })).toBeVisible();
  expect(await stored('cart')).toMatchObject([{ _id: 'klepon', qty: 1 }]);
});

test('going to another screen moves the focus to its heading', async () => {
  const user = await visit('/');

  await user.click(await screen.findByRole('link', { name: 'Log In' }));

  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Log In' })).toHaveFocus());
});

test('Escape closes the dialog on top, not the search beneath it', async () => {
  const user = await visit('/products');
  await user.click(await screen.findByRole('button', { name: 'Cari produk' }));
  await user.click((await screen.findAllByRole('link', { name: /^Lihat detail/ }))[0] as HTMLElement);
  await screen.findByRole('dialog');

  await user.keyboard('{Escape}');

  expect(screen.getByRole('searchbox', { name: 'Cari produk', hidden: true })).toBeInTheDocument();
});
