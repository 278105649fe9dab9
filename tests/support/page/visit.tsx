/** Opens the real screens on the real server, with this test's own device. */
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider, type Store } from 'jotai';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { inject } from 'vitest';
import type { Session } from '#core/contract';
import { platform } from '#device/platform';
import { storeSession } from '#device/session';
import { disk, read } from '#device/store';
import { storedValuesOn } from '#device/stored-values';
import { keepFocusAfterRemoval } from '../../../design/focus-after-removal.ts';
import { clearMessages } from '../../../design/messages.tsx';
import { createShopRouter } from '../../../src/router.tsx';
import { sendAddressesInBackground } from '../../../src/state/account/pending-addresses.ts';
import { keepPrivateLists } from '../../../src/state/account/private-lists.ts';
import { followClearedDevice } from '../../../src/state/account/session.ts';
import { syncCartInBackground } from '../../../src/state/cart/background-cart-sync.ts';
import { followLiveOrders } from '../../../src/state/checkout/live-orders.ts';
import { deliverInBackground } from '../../../src/state/checkout/outbox.ts';
import { followConnection } from '../../../src/state/connection/connection.ts';
import { isStartedAtom } from '../../../src/state/frame/startup.ts';
import { followInstall } from '../../../src/state/installation/install.ts';
import { isWorkerSettledAtom, keepPrompts } from '../../../src/state/installation/install-prompt.ts';
import { followDevice } from '../../../src/state/storage/stored-atom.ts';
import { newDevice } from './devices.ts';

// Once for all tabs, because they share one document and one focus.
export const letFocusGo = keepFocusAfterRemoval();

/**
 * Opens `address` (path and search parameters) in a new tab on this test's device; resolves with the user who types and taps. Without its background
 * it is as long as that file has not come.
 */
export async function visit(address: string, { hasBackground = true } = {}) {
  const store = createStore();
  const user = userEvent.setup();
  leaving.push(followConnection(store), keepPrompts(store), followInstall(store));
  store.set(isWorkerSettledAtom, true);
  const router = await openPage(store, address);
  leaving.push(await followDevice(store));
  if (hasBackground)
    leaving.push(
      deliverInBackground(store),
      syncCartInBackground(store),
      sendAddressesInBackground(store),
      keepPrivateLists(store),
      followLiveOrders(store),
      followClearedDevice(store),
    );
  /** Fills in an empty field at once, as from the clipboard: typing would render the form for each letter. */
  const fill = async (field: HTMLElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  return Object.assign(user, { router, store, fill });
}

/** The state of a page on this test's device, without its screens. */
export async function openState() {
  const store = createStore();
  leaving.push(await followDevice(store));
  return store;
}

/** A customer with a tab that `visit` opened. */
export type Customer = Awaited<ReturnType<typeof visit>>;

/** Presses 'Add to cart' on a product's card. */
export async function addToCart(user: Pick<Customer, 'click'>, name: string) {
  const card = await screen.findByRole('listitem', { name });
  await user.click(within(card).getByRole('button', { name: 'Add to cart' }));
}

/** Fills in the form of the login, and sends it. */
export async function logInAs(user: Customer, email: string, password = 'kopi123') {
  await user.fill(await screen.findByRole('textbox', { name: 'Email' }), email);
  await user.fill(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log In' }));
}

/** Writes as another tab of which no tab has heard yet. */
export const { change: changeUnheard } = storedValuesOn(disk, 'unheard');

/** Tells all tabs of this device that another one, or the worker, has changed these keys. */
export function tellTabs(changed: string[]) {
  const other = new BroadcastChannel('kedai');
  other.postMessage({ changed });
  other.close();
}

/** Opens the page at an address as `main.tsx` does, with a history of its own. */
export async function openPage(store: Store, address: string) {
  const router = createShopRouter({ history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  store.set(isStartedAtom, true);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
}

/** What a component of the page needs around it, without a screen. */
export const AroundComponent = ({ store, children }: { store?: Store; children: ReactNode }) => (
  <Provider {...(store && { store })}>
    <RouterContextProvider router={createShopRouter({ history: createMemoryHistory() })}>
      {children}
    </RouterContextProvider>
  </Provider>
);

const leaving: (() => void)[] = [];

// The real one, because a test may fake timers.
const { setImmediate } = globalThis;
const { fetch: reachShop } = platform;

let hangUp = Promise.withResolvers<Response>();
platform.fetch = (request) => Promise.race([reachShop(request).then(arrived), hangUp.promise]);

/** Resolves once all of its body is here: none of it arrives after `endRequests`, in the next test, or while a fake clock goes on. */
export async function arrived(response: Response) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await response.clone().arrayBuffer();
  return response;
}

/** Closes every tab, which ends its requests; the device keeps its data. */
export function closeTabs() {
  cleanup();
  for (const stop of leaving.splice(0)) stop();
  endRequests();
}

function endRequests() {
  // A 502, because it says nothing about the shop.
  hangUp.resolve(new Response(null, { status: 502 }));
  hangUp = Promise.withResolvers();
}

/** Closes every tab and gives the next test a new device. */
export async function leave() {
  closeTabs();
  clearMessages();
  await new Promise(setImmediate);
  // Also those that the end of the first has caused: each may hold a lock that the next test needs.
  endRequests();
  newDevice();
}

/** The value that the device stores under `key`. */
export const stored = async (key: string): Promise<unknown> => (await read({ [key]: v.unknown() }))[key];

/** Logs a new customer of the running shop in on this device. */
export async function loggedIn(fullName = 'Sari'): Promise<Session> {
  const session: Session = await (await fetch(`${inject('customersUrl')}/${encodeURIComponent(fullName)}`)).json();
  await storeSession(session);
  return session;
}
