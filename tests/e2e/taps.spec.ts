/** A tap reaches the control it was meant for, and none beneath or beside it. */
import type { Locator, Page } from '@playwright/test';
import { addAddress, cartButton, defaultAddress, products, withCart } from '../support/customer.ts';
import { expect, test } from '../support/shop-test.ts';

/** The middle of a control; tapping there, unlike `tap()`, also works where something else is on top. */
async function middleOf(control: Locator) {
  await expect.poll(() => control.boundingBox()).not.toBeNull();
  const { left, top, width, height } = await control.evaluate((element) => element.getBoundingClientRect());
  return [left + width / 2, top + height / 2] as const;
}

async function swipeUp(page: Page, x: number, y: number) {
  const finger = await page.context().newCDPSession(page);
  for (const [type, moved] of [
    ['touchStart', 0],
    ['touchMove', 40],
    ['touchMove', 120],
  ] as const) {
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: y - moved }] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a tap beside a dialog closes it and presses nothing beneath it', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await withCart(page);
  const add = products(page).first().getByRole('button', { name: 'Add to cart' });
  await add.scrollIntoViewIfNeeded();
  const beneath = await middleOf(add);
  await cartButton(page).tap();
  const panel = page.getByRole('dialog', { name: 'Keranjang' });
  await expect(panel).toBeVisible();

  await page.touchscreen.tap(...beneath);

  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(cartButton(page)).toHaveAccessibleName('Keranjang');
  // The next tap reaches the page again; elsewhere, because at the same place it could be the second one of two.
  await products(page).nth(1).getByRole('button', { name: 'Add to cart' }).tap();
  await expect(cartButton(page)).toHaveAccessibleName('Keranjang, 1 barang');
});

test('a swipe beside a dialog neither closes it nor moves the page beneath it @long', async ({ page }) => {
  await page.goto('/products');
  await page.getByRole('link', { name: 'Lihat detail Kopi Tubruk' }).tap();
  const detail = page.getByRole('dialog', { name: 'Kopi Tubruk' });
  await expect(detail).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Tutup' })).toBeInViewport();

  await swipeUp(page, 195, 140);

  // Two frames, in which anything still pending would happen.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(detail).toBeVisible();
});

test('a close icon pressed twice goes back once, also after going forward again', async ({ page }) => {
  await page.goto('/about');
  await page.goto('/products');
  await page.getByRole('link', { name: 'Lihat detail Kopi Tubruk' }).tap();
  const detail = page.getByRole('dialog', { name: 'Kopi Tubruk' });
  for (const look of ['first', 'again']) {
    await expect(detail).toBeVisible();

    // The second click comes before the browser has gone back for the first.
    await detail.getByRole('button', { name: 'Tutup' }).evaluate((close: HTMLElement) => {
      close.click();
      close.click();
    });

    await expect(detail).toBeHidden();
    await expect(page, look).toHaveURL('/products');
    if (look === 'first') await page.goForward();
  }
});

for (const [screen, width] of [
  ['a phone', 390],
  ['a tablet, with the picture beside the text', 768],
] as const) {
  test(`a card's picture and name open the product, the space beside nothing, on ${screen} @long`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/products');
    const snack = page.getByRole('listitem', { name: 'Klepon' });
    const detail = page.getByRole('dialog', { name: 'Klepon' });
    await snack.scrollIntoViewIfNeeded();
    for (const part of [snack.locator('img'), snack.getByRole('heading')]) {
      await page.touchscreen.tap(...(await middleOf(part)));
      await expect(detail).toBeVisible();
      await detail.getByRole('button', { name: 'Tutup' }).tap();
      await expect(detail).toBeHidden();
    }

    await page.touchscreen.tap(...(await middleOf(snack.getByText('Rp15.000'))));
    await snack.getByRole('button', { name: 'Add to cart' }).tap();

    await expect(page.getByRole('alertdialog')).toContainText('Please Log In first!');
    await expect(detail).toBeHidden();
  });
}

test('the second tap of two does not reach what the first one opened or uncovered', async ({ page }) => {
  await withCart(page, 'Kopi Tubruk');
  await page.goto('/carts');
  const line = page.getByRole('listitem', { name: 'Kopi Tubruk' });
  const bin = line.getByRole('button', { name: 'Hapus Kopi Tubruk' });
  const question = page.getByRole('alertdialog', { name: 'Are you sure want to delete this product?' });
  const no = question.getByRole('button', { name: 'Batal' });
  // Until then its buttons are elsewhere.
  const hasSlidIn = () =>
    question.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
  await bin.click();
  await hasSlidIn();
  const answers = {
    yes: await middleOf(question.getByRole('button', { name: 'Yes, delete it!' })),
    no: await middleOf(no),
  };
  await no.click();

  // Once outside the question, once where its answer will be.
  for (const place of [await middleOf(bin), answers.yes]) {
    await moveTo(bin, place);
    await page.mouse.dblclick(...place);
    await expect(question).toBeVisible();
    await no.click();
    await expect(question).toBeHidden();
  }
  await moveTo(line.getByRole('button', { name: 'Tambah Kopi Tubruk' }), answers.no);
  await bin.click();
  await expect(question).toBeVisible();
  await hasSlidIn();
  await page.mouse.dblclick(...answers.no);

  await expect(question).toBeHidden();
  await expect(line.getByLabel('Jumlah Kopi Tubruk')).toHaveText('1');
});

/** Moves a control to where it would be on a page scrolled accordingly. */
const moveTo = (control: Locator, [x, y]: readonly [number, number]) =>
  control.evaluate(
    (button, [left, top]) =>
      void Object.assign(button.style, {
        position: 'fixed',
        left: `${left}px`,
        top: `${top}px`,
        translate: '-50% -50%',
      }),
    [x, y] as const,
  );

test('the button that leads to a missing choice is not hidden beneath the bar @long', async ({ page }) => {
  await withCart(page, 'Kopi Tubruk');
  await page.goto('/carts/delivery');
  await page.getByText('Goceng').tap();

  await page.getByRole('button', { name: 'Pilih metode pembayaran' }).tap();

  const mend = page.getByRole('link', { name: 'Pilih Alamat' });
  await expect(mend).toBeFocused();
  const [x, y] = await middleOf(mend);
  expect(await mend.evaluate((link, at) => link.contains(document.elementFromPoint(...at)), [x, y] as const)).toBe(
    true,
  );
});

test('the address that was just added or chosen is scrolled into view @long', async ({ page }) => {
  await withCart(page, 'Kopi Tubruk');
  await page.goto('/carts/delivery');
  const isInSight = async () => {
    await expect(page).toHaveURL(/\/carts\/delivery$/);
    // It gets the focus after the page was scrolled to it.
    await expect(page.locator('#address')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Alamat pengiriman' })).toBeInViewport({ ratio: 1 });
    const [x, y] = await middleOf(page.getByText(defaultAddress.fullStreet));
    expect(await page.evaluate((at) => document.elementFromPoint(...at)?.textContent, [x, y] as const)).toContain(
      defaultAddress.fullStreet,
    );
  };

  await addAddress(page, defaultAddress);
  await isInSight();

  await page.getByRole('link', { name: 'Pilih Alamat' }).tap();
  await page.getByRole('button', { name: /Dipakai sekarang/ }).tap();
  await isInSight();
});

test("adding from a product's detail closes it once, for two taps, and returns to the card @long", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await withCart(page);
  const eye = page.getByRole('link', { name: 'Lihat detail Kopi Tubruk' });
  await eye.tap();
  const detail = page.getByRole('dialog', { name: 'Kopi Tubruk' });
  await expect(detail.getByLabel(/^Catatan/)).toBeVisible();
  await expect(detail.getByRole('heading', { name: 'Kopi Tubruk' })).toBeFocused();
  // Observed from before the tap, because the flying picture is removed after half a second.
  await page.evaluate(() => {
    const flight = new Promise((begun) => {
      new MutationObserver((changes, watching) => {
        const [flying] = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        if (!(flying instanceof HTMLElement)) return;
        watching.disconnect();
        begun(Math.round(Math.abs(flying.getBoundingClientRect().y - Number.parseFloat(flying.style.top))));
      }).observe(document.body, { childList: true });
    });
    Object.assign(globalThis, { flight });
  });

  const add = await middleOf(detail.getByRole('button', { name: 'Add to cart' }));
  await page.mouse.dblclick(...add);

  expect(await page.evaluate(() => (globalThis as unknown as { flight: Promise<number> }).flight)).toBe(0);
  await expect(detail).toBeHidden();
  await expect(page).toHaveURL('/products');
  await expect(eye).toBeFocused();
  await expect(page.getByText('Kopi Tubruk masuk keranjang')).toBeVisible();
  await expect(cartButton(page)).toHaveAccessibleName('Keranjang, 1 barang');
});
