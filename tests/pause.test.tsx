import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { followPause } from '../src/state/checkout/follow-pause.ts';
import { interceptRequests, isOrder, ordersOf } from './support/page/checkout.ts';
import { atPayment, pay } from './support/page/payment-screen.ts';
import { visit } from './support/page/visit.tsx';

const fromKedai = { 'kedai-api': '1' };
const atClock = (moment: number) => {
  const date = new Date(moment);
  return `${date.getHours()}`.padStart(2, '0').concat('.', `${date.getMinutes()}`.padStart(2, '0'));
};

/** The shop pauses for half an hour. */
function pause() {
  const until = Date.now() + 30 * 60_000;
  interceptRequests(async (request, send) => {
    if (new URL(request.url).pathname === '/api/shop')
      return Response.json(
        { now: new Date().toISOString(), pause: { until: new Date(until).toISOString() } },
        { headers: fromKedai },
      );
    if (!isOrder(request)) return send();
    const error = { code: 'paused', message: 'x', until: new Date(until).toISOString() };
    return Response.json({ error }, { status: 409, headers: { ...fromKedai, 'retry-after': '1800' } });
  });
  return atClock(until);
}

test('W12 a customer sees until when the shop has paused, before anything is ordered', async () => {
  const until = pause();
  const { store } = await visit('/products');
  await screen.findByRole('listitem', { name: 'Klepon' });
  followPause(store, (work) => work());

  expect(await screen.findByText(`Kedai jeda sampai ${until}`)).toBeVisible();
});

test('W12 an order that meets the pause is asked about, and waits for its end', async () => {
  const { session, user } = await atPayment();
  await user.click(screen.getByRole('radio', { name: 'BCA' }));
  const until = pause();

  await user.click(pay());

  expect(await screen.findByText(`Kedai jeda sampai ${until}. Kirim setelah itu?`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Kirim setelah itu' }));

  expect(await screen.findByText(`Kedai jeda sampai ${until}. Pesanan ini dikirim sendiri setelah itu.`)).toBeVisible();
  expect(await ordersOf(session)).toEqual([]);
});
