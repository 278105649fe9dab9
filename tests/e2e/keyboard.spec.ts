/** A purchase by keyboard: every step is reached with Tab, and the focus is always visible. */
import type { ElementHandle, Locator, Page } from '@playwright/test';
import menu from '../../server/menu/menu.json' with { type: 'json' };
import { newPerson, products, withOrder } from '../support/customer.ts';
import { untilServed } from '../support/held-requests.ts';
import { expect, test } from '../support/shop-test.ts';

// A phone has no keyboard worth a walk of its own.
test.use({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false });

/** Holds Tab down, or Shift and Tab (`back`), until `goal` has the focus, and expects that the focus is visible at each stop. */
async function tabTo(page: Page, goal: Locator, { back = false } = {}) {
  await goal.waitFor();
  // Found once, because to find it by its role takes more time than a stop; and again if it was replaced.
  let element = await foundAt(goal);
  let focus = await focusFrom(element);
  if (back) await page.keyboard.down('Shift');
  for (let stops = 0; stops < 120; stops++) {
    if (focus.isThere) break;
    await page.keyboard.down('Tab');
    focus = await focusFrom(element);
    if (focus.fault) await expect.poll(async () => (await focusFrom(element)).fault).toBe('');
    if (focus.isGone) {
      element = await foundAt(goal);
      focus = await focusFrom(element);
    }
  }
  for (const key of ['Tab', 'Shift']) await page.keyboard.up(key);
  expect(focus.isThere, `Tab never came to ${goal}`).toBe(true);
}

async function foundAt(goal: Locator) {
  const element = await goal.elementHandle();
  if (!element) throw new Error(`${goal} is not shown`);
  return element;
}

/**
 * Whether the focus is at `goal`, whether that was removed, and why the focus is not visible; empty when it is: outlined, inside the window
 * and not covered (WCAG 2.4.7 and 2.4.11).
 */
const focusFrom = (goal: ElementHandle<SVGElement | HTMLElement>) =>
  goal.evaluate((wanted) => {
    const focused = document.activeElement;
    const faultOf = (one: Element) => {
      const name = one.outerHTML.slice(0, 120);
      const drawn = [one, one.closest('label')].filter((part) => part !== null);
      const hasEdge = drawn.some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      if (!hasEdge) return `${name} has no edge`;
      const { left, top, width, height } = (one.closest('label') ?? one).getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const),
      );
      const seen = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return there && drawn.some((part) => part.contains(there) || there.contains(part));
      });
      return seen ? '' : `${name} is covered`;
    };
    return {
      isThere: focused === wanted,
      isGone: !wanted.isConnected,
      // A heading that a script focuses, as when a form takes the place of the focused button, is no stop.
      fault: focused instanceof HTMLElement && focused.tabIndex >= 0 ? faultOf(focused) : '',
    };
  });

const type = (page: Page, text: string) => page.keyboard.type(text);

async function fill(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await type(page, text);
}

async function press(page: Page, goal: Locator, { key = 'Enter', back = false } = {}) {
  await tabTo(page, goal, { back });
  await page.keyboard.press(key);
}

test('a new customer joins, has a coffee delivered and sees the order, by keyboard alone', async ({ page }) => {
  const sari = newPerson();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Langsung ke isi' })).toBeFocused();
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Log In' }));
  await press(page, page.getByRole('link', { name: 'Sign Up' }));

  await fill(page, 'Nama lengkap', sari.fullName);
  await fill(page, 'Email', sari.email);
  await fill(page, 'Nomor handphone', sari.phoneNumber);
  await fill(page, 'Password', sari.password);
  await fill(page, 'Konfirmasi password', sari.password);
  await press(page, page.getByRole('button', { name: 'Sign Up' }));
  await press(page, page.getByRole('dialog').getByRole('link', { name: 'Log In' }));

  await expect(page).toHaveTitle(/^Log In/);
  await fill(page, 'Email', sari.email);
  await fill(page, 'Password', sari.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/dashboard$/);

  await press(page, page.getByRole('link', { name: 'Pesan kopi lagi' }));
  await press(page, page.getByRole('link', { name: 'Kopi Hitam', exact: true }));
  await expect(page.getByRole('heading', { name: 'Kopi Hitam', exact: true })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Cari produk' }), { back: true });
  await expect(page.getByRole('searchbox')).toBeFocused();
  await type(page, 'tubruk');
  await expect(products(page)).toHaveCount(1);
  const coffee = page.getByRole('listitem', { name: 'Kopi Tubruk' });
  await press(page, coffee.getByRole('link', { name: 'Lihat detail Kopi Tubruk' }));
  // Its form takes the place of the first button.
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Add to cart' }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(coffee.getByRole('link')).toBeFocused();
  await press(page, coffee.getByRole('button', { name: 'Add to cart' }));

  const cart = page.getByRole('banner').getByRole('button', { name: 'Keranjang, 2 barang' });
  await expect(cart).toBeVisible();
  await press(page, cart);
  await press(page, page.getByRole('dialog', { name: 'Keranjang' }).getByRole('link', { name: 'Checkout' }));
  await expect(page).toHaveTitle(/^Keranjang/);
  await press(page, page.getByRole('main').getByRole('link', { name: 'Checkout' }));

  await expect(page).toHaveTitle(/^Pengiriman/);
  await press(page, page.getByRole('link', { name: 'Tambah Alamat Baru' }));
  await fill(page, 'Nama lengkap', 'Sari Dewi');
  await fill(page, 'Nomor handphone', sari.phoneNumber);
  await fill(page, 'Jalan', 'Jalan Tepi Situ 7');
  for (const [level, typed] of ['dki', 'pusat', 'menteng', 'menteng'].entries()) {
    const box = page.getByRole('combobox').nth(level);
    await expect(box).toBeEditable();
    await tabTo(page, box);
    await type(page, typed);
    await expect(box).toHaveAttribute('aria-activedescendant', /.+/);
    await page.keyboard.press('Enter');
    await expect(box).toHaveAttribute('aria-expanded', 'false');
  }
  await press(page, page.getByRole('button', { name: 'Tambah Alamat' }));

  await expect(page).toHaveURL(/\/carts\/delivery$/);
  await tabTo(page, page.getByRole('radio', { name: 'Goceng' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Mantap' })).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Pilih metode pembayaran' }));

  await expect(page).toHaveTitle(/^Pembayaran/);
  await press(page, page.getByRole('radio', { name: 'BCA' }), { key: 'Space' });
  await press(page, page.getByRole('button', { name: 'Bayar' }));

  const placed = page.getByRole('region', { name: /^Pesanan KT-/ });
  await expect(placed).toBeVisible();
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Akun Sari' }), { back: true });
  await press(page, page.getByRole('navigation', { name: 'Akun' }).getByRole('link', { name: 'Pemesanan' }));
  await expect(page.getByRole('row', { name: /Menunggu pembayaran/ })).toContainText('Rp37.000');
});

test('turning to another page of the menu moves the focus to its first product', async ({ page }) => {
  await page.goto('/products');

  for (const [name, search, product] of [
    ['Halaman 2', '?page=2', menu.products[10]],
    ['Halaman berikutnya', '?page=3', menu.products[20]],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).press('Enter');

    await expect(page).toHaveURL(`/products${search}#menu`);
    const heading = page.getByRole('heading', { name: 'Semua menu' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    const first = products(page).first();
    // A prerendered page has only its first ten products; the others may still be on their way.
    await expect(first.getByRole('heading')).toHaveText(product?.name ?? '');
    await page.keyboard.press('Tab');
    await expect(first.locator(':focus')).toBeVisible();
    await expect(first).toBeInViewport();
  }
});

test('a focused category or tag is scrolled into view completely', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/products');
  await tabTo(page, page.getByRole('link', { name: 'All', exact: true }));

  const choices = page.getByRole('region', { name: /^(Kategori|Tag)$/ }).getByRole('link');
  for (const choice of await choices.all()) {
    await tabTo(page, choice);
    await expect(choice).toBeInViewport({ ratio: 1 });
  }
});

test('no line about an order, and no strip, covers the focused control', async ({ page, expected }) => {
  expected(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await withOrder(page);
  await untilServed(page);
  await page.context().setOffline(true);

  for (const height of process.env.LONG ? [320, 844] : [844]) {
    await page.setViewportSize({ width: 390, height });
    await page.reload();
    await expect(page.getByRole('list', { name: 'Pemberitahuan' })).toContainText('Offline');
    await expect(page.getByRole('button', { name: 'Cara bayar' })).toBeVisible();

    await tabTo(page, page.getByRole('contentinfo').getByRole('link', { name: 'Facebook' }));
  }
});
