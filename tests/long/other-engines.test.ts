/** The shop's main purpose in browsers that Playwright cannot drive, once in each (`docs/decisions/tests.md`). */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAt } from '#core/opening';
import { paths } from '#core/routes';
import { newcomer, start } from '../server/running-shop.ts';
import { openCounterShop } from '../support/counter-shop.ts';
import { findEngine, type Tab } from '../support/engines.ts';
import build from '../support/fresh-build.ts';
import { listen } from '../support/listen.ts';
import { reportMissing } from '../support/missing-tools.ts';
import { passOn } from '../support/static-host.ts';
import { tcpProxyTo } from '../support/tcp-proxy.ts';

await build();

/** A shop whose scripts are held back until `letGo`. */
async function withHeldScripts(shop: string) {
  const gate = Promise.withResolvers<void>();
  const server = createServer(async (asked, answer) => {
    if (asked.url?.endsWith('.js')) await gate.promise;
    passOn(asked, answer, new URL(asked.url ?? '/', shop));
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  return { url, letGo: gate.resolve };
}

/** Logs in a customer who was registered as `newcomer`. */
async function logIn(tab: Tab, shop: string, name: string) {
  await tab.goTo(`${shop}/account/login`);
  await tab.type('Email', `${name}@example.com`);
  await tab.type('Password', 'kopi123');
  await tab.press('Log In');
  await tab.reads('Welcome Back, Sari!');
}

for (const name of ['Firefox', 'WebKit'] as const) {
  const open = await findEngine(name);
  if (!open) await reportMissing(`no ${name}: its stories did not run.`);
  describe.skipIf(!open)(`in ${name}`, () => {
    const opened = async () => {
      const tab = (await open?.()) as Tab;
      onTestFinished(tab.close);
      return tab;
    };

    test('a tap before the scripts have loaded takes effect when they have', async () => {
      const shop = await start();
      const { url, letGo } = await withHeldScripts(shop.url);
      const tab = await opened();
      // Where the page is painted before it has loaded, Firefox's load event waits for the scripts.
      await Promise.race([tab.goTo(`${url}/products`), setTimeout(15_000)]);

      await tab.press('Add to cart');
      const busy = await tab.evaluate('document.querySelectorAll("button[aria-busy=true]").length');
      letGo();

      expect(busy).toBe(1);
      await tab.reads('Please Log In first!');
    });

    test('a region that was typed in full is chosen when its field is left', async () => {
      const shop = await start();
      await newcomer(shop, 'sari');
      const tab = await opened();
      await logIn(tab, shop.url, 'sari');
      await tab.goTo(`${shop.url}/account/new-address`);
      await tab.has('[placeholder="Pilih atau ketik provinsi"]');

      await tab.type('Provinsi', 'dki');
      await tab.press('Jalan');

      await tab.has('[placeholder="Pilih atau ketik kabupaten/kota"]');
    });

    test('leaving a page while it is storing something does not block the next page', async () => {
      const shop = await start();
      // Five times, because the first login's writing takes some tens of milliseconds: WebKit used to freeze three pages of five in the
      // middle of it.
      for (const name of ['ani', 'budi', 'citra', 'dewi', 'eka']) {
        await newcomer(shop, name);
        const tab = await opened();
        await logIn(tab, shop.url, name);

        await tab.goTo(`${shop.url}/products`);
        await tab.press('Add to cart');

        await tab.press('Keranjang, 1 barang');
      }
    }, 240_000);

    test('an order that is pressed without a connection reaches the shop by itself, once', async () => {
      const shop = await start();
      const line = await tcpProxyTo(shop.url);
      onTestFinished(line.close);
      const headers = await newcomer(shop, 'sari');
      const tab = await opened();
      await logIn(tab, line.url, 'sari');
      await tab.goTo(`${line.url}/products`);
      await tab.press('Add to cart');
      await tab.press('Pick-Up');
      const opening = startAt(new Date());
      if (opening) await tab.press(`Ya, mulai ${opening.replace(/\S+$/, 'pukul $&')}`);
      await tab.press('Keranjang, 1 barang');
      await tab.press('Checkout');
      await tab.reads('Ringkasan');
      await tab.press('Checkout');
      await tab.press('Pilih metode pembayaran');
      await tab.press('BCA');
      // When the worker is ready, it has stored the shop's files.
      await tab.evaluate('navigator.serviceWorker.ready.then(() => true)');
      line.isCut();

      await tab.press('Bayar');

      await tab.reads('Lihat atau batalkan pesanan yang menunggu');
      for (const path of paths) {
        await tab.goTo(line.url + path);
        const headings = 'document.querySelectorAll("main h1").length';
        await expect.poll(() => tab.evaluate(`[location.pathname, ${headings}]`)).toEqual([path, 1]);
      }
      await tab.goTo(`${line.url}/carts/payment`);
      await tab.reads('Pesanan yang menunggu');
      line.isMended();
      // On the payment screen, and on the menu to which it leads.
      await tab.reads('diterima kedai');
      const { data } = await (await fetch(`${shop.url}/api/orders`, { headers })).json();
      expect(data).toHaveLength(1);
    }, 240_000);

    test('the counter hears of a new order, takes it through its steps, and says when the shop is gone', async () => {
      const shop = await openCounterShop();
      onTestFinished(shop.close);
      const tab = await opened();
      await tab.goTo(`${shop.url}/counter#undangan=${await shop.invite()}`);
      await tab.press('Pakai perangkat ini');
      await tab.has('#column-waiting_payment');

      const number = await shop.order();
      await tab.press('Sudah dibayar');
      await expect.poll(async () => (await shop.seen(number)).status).toBe('paid');
      await shop.change(number, 'paid', 'processing');
      // One column at a time is shown on a phone.
      await tab.press('Dibuat');
      // Until then 'Siap' is only a tab.
      await tab.has('#column-processing article');
      await tab.press('Siap');
      await expect.poll(async () => (await shop.seen(number)).status).toBe('ready');
      await tab.press('Siap');
      await shop.kill();
      await tab.reads('Tidak tersambung ke kedai');
      await tab.press('Selesai');
      await shop.reopen();

      await expect.poll(async () => (await shop.seen(number)).status).toBe('completed');
    }, 240_000);
  });
}
