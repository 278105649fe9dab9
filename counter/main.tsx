/** Starts the counter (decision W1). */
import '../design/base.css';
import './ui/page.css';
import '../design/primitives.css';
import '../design/button.css';
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { trustedWorker } from '#device/worker-address';
import { App } from './app.tsx';
import { startCounter } from './start.ts';
import { isCallDisplay } from './ui/location.ts';

const store = createStore();

// With it the page opens without a network (decision W20).
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  navigator.serviceWorker
    .register(trustedWorker('/counter-sw.js'), { scope: '/counter' })
    .catch((refusal: unknown) => console.warn('There is no worker', refusal));
void startCounter(store, { isBoard: !isCallDisplay() });
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
);
