import { useAtomValue } from 'jotai';
import type { CounterOrder } from '#core/counter';
import { callNumber } from '#core/order-steps';
import { shop } from '#core/shop';
import { Sprite } from '../../design/sprite.tsx';
import { boardAtom } from '../state/board.ts';
import { shopClockAtom } from '../state/clock.ts';
import { connectionAtom } from '../state/live.ts';
import style from './call-display.module.css';
import { LastContact } from './connection-bar.tsx';
import { timeOf } from './time.ts';

/** How long a number is shown before it is dimmed as not fetched, in ms. */
const dimAfter = 10 * 60_000;
/** And before it disappears, in ms. */
const hideAfter = 30 * 60_000;

/** The screen for the shop's customers: the numbers of what is being made and what is ready, nothing else, and no control. */
export function CallDisplay() {
  const orders = useAtomValue(boardAtom)?.orders ?? [];
  const isHeard = useAtomValue(connectionAtom) === 'live';
  const now = useAtomValue(shopClockAtom);

  return (
    <main className={style.screen}>
      <header className="row apart across">
        <h1 className="row">
          <Sprite name="logo" size={56} />
          <span>{shop.title}</span>
        </h1>
        <p className={`heavy ${style.clock}`}>{timeOf(now, now)}</p>
      </header>
      <Numbers title="Dibuat" orders={orders.filter(({ status }) => status === 'processing')} />
      <Numbers isReady title="Siap" orders={orders.filter(({ status }) => status === 'ready')} />
      {!isHeard && (
        <div role="alert" className={`heavy text-center alarm across ${style.deaf}`}>
          <p>Layar ini tidak tersambung. Silakan tanya di kasir.</p>
          <LastContact />
        </div>
      )}
    </main>
  );
}

interface NumbersProps {
  title: string;
  orders: readonly CounterOrder[];
  isReady?: boolean;
}

function Numbers({ title, orders, isReady = false }: NumbersProps) {
  const now = useAtomValue(shopClockAtom);
  const ageOf = ({ changed_at }: CounterOrder) => now - Date.parse(changed_at);
  // The newest first: what does not fit is hidden.
  const shown = orders
    .filter((order) => !isReady || ageOf(order) < hideAfter)
    .toSorted((one, other) => ageOf(one) - ageOf(other));

  return (
    <section aria-label={title} className={isReady ? `${style.column} good ${style.ready}` : style.column}>
      <h2>{title}</h2>
      <p className={style.hint}>{isReady ? 'Silakan ambil' : 'Mohon tunggu'}</p>
      <ul aria-live="polite" className={`wrap ${style.numbers}`}>
        {shown.map((order) => (
          <li
            key={order.order_number}
            className={`heavy crema ${style.number}`}
            data-dimmed={(isReady && ageOf(order) >= dimAfter) || undefined}
          >
            {callNumber(order)}
          </li>
        ))}
      </ul>
    </section>
  );
}
