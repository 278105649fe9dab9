import { expect, onTestFinished, test } from 'vitest';
import { qrisId, tillId } from '#core/payment';
import { shop as facts } from '#core/shop';
import { up } from '../../server/database/migrations/2026-11-27-ways-to-pay-at-the-shop.ts';
import { bundledMenu } from '../../server/menu/menu-json.ts';
import { onEveryDatabase, onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { anOrder, order } from './order-fixture.ts';
import { openShop, type Shop } from './shop.ts';

/** No digits that occur anywhere else. */
const billingAccount = '8830 1234 4471';

const removed = { removed_at: new Date().toISOString() };
const byQris = anOrder({ paymentMethod: { _id: qrisId, name: 'QRIS', image_url: 'qris.svg' } });

const miniMarkets = async (shop: Shop): Promise<string[]> =>
  (await shop.ask('GET', '/api/mini-markets')).body.data.map(({ _id }: { _id: string }) => _id);

function configureQris() {
  facts.qris = 'checked where the configuration is read';
  onTestFinished(() => void delete facts.qris);
}

onEveryDatabase('ways to pay at the shop', (newHome, _kind, testOnce) => {
  testOnce('are the till, and QRIS only where the shop has a QRIS text', async () => {
    const home = await newHome();
    const before = await openShop(home);
    const menu = await bundledMenu();
    await before.replaceMenu(menu);

    const without = await miniMarkets(before);
    const refused = await order(await before.newCustomer(), byQris);
    configureQris();
    const withText = await miniMarkets(await openShop(home));

    expect(refused.body.error.code).toBe('unknown_payment_method');
    expect(without).toEqual([tillId, 'indomaret', 'alfamart', 'alfamidi']);
    expect(withText).toEqual([tillId, qrisId, 'indomaret', 'alfamart', 'alfamidi']);
  });

  testOnce('keep QRIS through a change of the menu without its text, also one that has removed it before', async () => {
    const home = await newHome();
    const before = await openShop(home);
    await before.replaceMenu(await bundledMenu());
    const rina = await before.newOwner();
    const matcha = { name: 'Matcha', price: 24_000, category: 'Kopi' };
    await rina.ask('POST', '/api/counter/products', { body: matcha });
    configureQris();

    const kept = await miniMarkets(await openShop(home));
    await before.database.updateTable('payment_methods').set(removed).where('id', '=', qrisId).execute();
    const removedBefore = await openShop(home);

    expect(kept).toEqual([tillId, qrisId, 'indomaret', 'alfamart', 'alfamidi']);
    expect(await miniMarkets(removedBefore)).toEqual(kept);
    const placed = await order(await removedBefore.newCustomer(), byQris);
    expect(placed.body.error?.code).not.toBe('unknown_payment_method');

    // An owner's own, from before the shop knew QRIS.
    await before.database.updateTable('payment_methods').set({ kind: 'bank' }).where('id', '=', qrisId).execute();
    const banks = (await (await openShop(home)).ask('GET', '/api/banks')).body.data;
    expect(banks.map(({ _id }: { _id: string }) => _id)).not.toContain(qrisId);
  });

  test("are listed before an existing shop's own, and an owner's change of them stays", async () => {
    configureQris();
    const shop = await openShop(await newHome());
    // As in a shop of an earlier version.
    await shop.changeMenu((transaction) =>
      transaction.deleteFrom('payment_methods').where('id', 'in', [tillId, qrisId]).execute(),
    );
    expect(await miniMarkets(shop)).toEqual(['mini-tepi']);
    const addOnce = () => shop.changeMenu((transaction) => up(transaction as never));
    await addOnce();
    expect(await miniMarkets(shop)).toEqual([tillId, qrisId, 'mini-tepi']);
    await shop.changeMenu((transaction) =>
      transaction.updateTable('payment_methods').set(removed).where('id', '=', tillId).execute(),
    );

    await addOnce();

    expect(await miniMarkets(shop)).toEqual([qrisId, 'mini-tepi']);
  });
});

onSqliteAndLongOnPostgres("the shop's account number in full", (newHome) => {
  test('is only in answers to the customer of an order, repeated ones included', async () => {
    const shop = await openShop(await newHome(), { billingAccount });
    const [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];

    const [placed, again] = [await order(sari, anOrder(), 'a-key'), await order(sari, anOrder(), 'a-key')];
    const list = await sari.ask('GET', '/api/orders');

    expect(placed.body.billing_account).toBe(billingAccount);
    expect(again.text).toBe(placed.text);
    expect(list.body.data[0].billing_account).toBe(billingAccount);
    for (const path of ['/api/products', '/api/banks', '/api/mini-markets', '/api/docs/openapi.json'])
      expect((await shop.ask('GET', path)).text).not.toContain(billingAccount);
    expect((await budi.ask('GET', '/api/orders')).text).not.toContain(billingAccount);
  });
});
