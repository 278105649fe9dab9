/** A whole purchase on a page that the browser translates while it runs. */
import { addToCart, cartButton, fromMenuToPayment, loggedIn, orderIsPending, pressPay } from '../support/customer.ts';
import { cut, expect, test } from '../support/shop-test.ts';

/** Replaces every text node, now and later, by elements with a text of their own, as translators do. */
function translate() {
  const replace = (node: Node) => {
    if (/^(SCRIPT|STYLE|TEXTAREA|FONT)$/.test(node.nodeName)) return;
    if (node.nodeType !== Node.TEXT_NODE) {
      for (const child of [...node.childNodes]) replace(child);
      return;
    }
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = node.textContent;
    outer.append(inner);
    node.parentNode?.replaceChild(outer, node);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (document.body?.contains(target) && !/^(SCRIPT|STYLE|TEXTAREA|FONT)$/.test(target.nodeName))
        for (const node of addedNodes) replace(node);
    }
  }).observe(document, { childList: true, subtree: true });
  replace(document.body);
}

test('a customer buys on a translated page, with and without a connection', async ({ page, context, expected }) => {
  expected(cut);
  await loggedIn(page);
  await page.goto('/account/dashboard');
  await page.evaluate(translate);
  await page.getByRole('link', { name: 'Pesan kopi lagi' }).click();
  await addToCart(page, 'Klepon');
  await cartButton(page).click();
  const cart = page.getByRole('dialog', { name: 'Keranjang' });
  await cart.getByRole('button', { name: 'Tambah Klepon' }).click();
  await expect(cart.getByRole('listitem', { name: 'Klepon' })).toContainText('Rp30.000');
  await page.keyboard.press('Escape');
  await fromMenuToPayment(page);
  await context.setOffline(true);
  await expect(page.getByRole('list', { name: 'Pemberitahuan' })).toContainText('Offline');
  await pressPay(page);
  await expect(orderIsPending(page)).toBeVisible();

  await context.setOffline(false);

  await expect(page.getByRole('main')).toContainText(/Pesanan (KT-\S+ )?diterima kedai/);
  await expect(page.getByText('Halaman ini belum bisa dibuka')).toHaveCount(0);
});
