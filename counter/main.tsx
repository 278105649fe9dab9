/** Starts the counter (decision W1). */
import '../design/base.css';
import './ui/page.css';
import '../design/primitives.css';
import '../design/button.css';
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { registerWorker } from './register-worker.ts';
import { startCounter } from './start.ts';
import { isCallDisplay } from './ui/location.ts';

const store = createStore();

registerWorker();
void startCounter(store, { isBoard: !isCallDisplay() });
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
);
