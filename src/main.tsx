/** The page: the shop's screens over the device's memory. */
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { revokeEndedSessions } from '#device/session';
import { newRouter } from './routes.tsx';
import { sendCartAtItsMoments } from './state/cart.ts';
import { followWorker } from './state/catalogue.ts';
import { followConnection, onReturn } from './state/connection.ts';
import { followInstall } from './state/install.ts';
import { deliverAtItsMoments } from './state/outbox.ts';
import { keepPrivateLists } from './state/private-lists.ts';
import { mirrorDevice, readDeviceAtom } from './state/stored-atom.ts';
import { registerWorker, reloadForMissingFiles } from './updates.ts';

const store = createStore();
const router = newRouter();

// Before the first request, and before the browser offers to install.
followConnection(store);
followInstall(store);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  </StrictMode>,
);

void mirrorDevice(store).then(() => {
  deliverAtItsMoments(store);
  sendCartAtItsMoments(store);
  keepPrivateLists(store);
  void revokeEndedSessions();
  onReturn(store, () => void revokeEndedSessions());
});
followWorker(store);
registerWorker(store, router);
reloadForMissingFiles(store);

// A page out of the back-forward cache shows what was true when it was left (fault B41).
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void store.set(readDeviceAtom);
});
