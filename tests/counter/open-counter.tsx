/** Opens the counter in this page, as `counter/main.tsx` does. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import type { StaffSession } from '#core/counter';
import { shortNumber } from '#core/order-steps';
import { App } from '../../counter/app.tsx';
import { startCounter } from '../../counter/start.ts';
import { forgetBoard } from '../../counter/state/board.ts';
import { clearDevice, write } from '../../counter/state/device.ts';
import { sendChanges } from '../../counter/state/send-changes.ts';
import { sessionAtom } from '../../counter/state/session.ts';
import { isCallDisplay } from '../../counter/ui/location.ts';
import { anOrder } from './board-fixture.ts';
import { fakeShop } from './fake-shop.ts';

declare const happyDOM: { setURL(url: string): void };

const closing: (() => Promise<void>)[] = [];

/** Resolves with the person at the counter. With a session the device is signed in. */
export async function openCounter(
  { url }: { url: string },
  { path = '/counter', session }: { path?: string; session?: StaffSession } = {},
) {
  happyDOM.setURL(`${url}${path}`);
  if (session) await write('session', session);
  const store = createStore();
  const stop = await startCounter(store, { isBoard: !isCallDisplay() });
  const view = render(
    <Provider store={store}>
      <App />
    </Provider>,
  );
  const close = async () => {
    stop();
    view.unmount();
    store.set(sessionAtom, null);
    await sendChanges(store);
    forgetBoard(store);
  };
  closing.push(close);
  return Object.assign(userEvent.setup(), { store, close });
}

/** Opens the counter of a shop with these orders, which a test controls. */
export async function openFake(orders = [anOrder()], path = '', more: Partial<ReturnType<typeof fakeShop>> = {}) {
  const shop = Object.assign(fakeShop(orders), more);
  const session = { staff: { id: 1, name: 'Rina' }, token: 'secret' };
  return { shop, user: await openCounter(shop, { path: `/counter${path}`, session }) };
}

/** Closes every counter and clears the device. To be called after each test. */
export async function closeCounters() {
  cleanup();
  for (const close of closing.splice(0)) await close();
  await clearDevice();
}

/** The card of an order, once it is on the board. */
export const findCard = (number: string) =>
  screen.findByRole('article', { name: new RegExp(`\\b${shortNumber(number)}$`) });

export const column = (name: string) => within(screen.getByRole('region', { name }));
