import { useAtomValue, useStore } from 'jotai';
import { useState } from 'react';
import { cartTotalOf } from '#core/cart';
import { callNumber } from '#core/order-steps';
import { paymentChoices, tillId } from '#core/payment';
import { amountIn, grouped, regrouped, rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { useChange } from '../state/calls.ts';
import { connectionAtom } from '../state/live.ts';
import { faultAtom, sendDraft } from '../state/till.ts';
import { draftAtom, sentOrderAtom } from '../state/till-draft.ts';
import { Failure, NoAmount } from './listing-state.tsx';
import style from './till-view.module.css';

const ways = [
  ...paymentChoices({ _id: tillId, name: '' }).map(({ _id, name }) => ({ id: _id, text: name })),
  { id: undefined, text: 'nanti' },
];

/** What people give for a total: the next round sums above it. */
const roundSumsOf = (total: number) => [
  ...new Set([10_000, 50_000, 100_000].map((note) => Math.ceil((total + 1) / note) * note)),
];

/** The total, the change to give back, and the buttons that send the order. */
export function TillPayment() {
  const store = useStore();
  const { lines, table } = useAtomValue(draftAtom);
  const isConnected = useAtomValue(connectionAtom) === 'live';
  const [cash, setCash] = useState('');
  const total = cartTotalOf(lines);
  const typed = amountIn(cash);
  const given = typed ?? 0;
  const isShort = (cash !== '' && typed === undefined) || (given > 0 && given < total);
  const faultOf = useAtomValue(faultAtom);
  const isNowhere = table === undefined && !shop.pickUp;
  const [fault] = [...lines.flatMap((item) => faultOf(item) ?? []), ...(isNowhere ? ['Pilih meja dulu.'] : [])];
  const sending = useChange(async (token, paidWith: string | undefined) => {
    const order = await sendDraft(store, token, paidWith);
    const isCash = order.paid_with === tillId;
    store.set(sentOrderAtom, { number: callNumber(order), change: isCash ? Math.max(given - total, 0) : 0 });
  });

  return (
    <>
      <div className="stack gap-2">
        <label className="row wrap apart">
          <span>Uang diterima</span>
          <input
            inputMode="numeric"
            className={`control ${style.cash}`}
            maxLength={14}
            autoComplete="off"
            value={cash}
            onChange={({ target }) => setCash(regrouped(cash, target.value))}
          />
        </label>
        <div className={`stack gap-1 ${style.notes}`}>
          {[total, ...roundSumsOf(total)].map((sum) => (
            <button
              key={sum}
              type="button"
              className={style.chip}
              aria-pressed={given === sum}
              onClick={() => setCash(given === sum ? '' : grouped(sum))}
            >
              {sum === total ? 'Uang pas' : grouped(sum)}
            </button>
          ))}
        </div>
      </div>
      <div className={`stack gap-2 foot ${style.send}`}>
        <div className="wrap apart large">
          <p>
            <span>Total</span> <strong>{rupiah(total)}</strong>
          </p>
          {cash && typed === undefined && <NoAmount />}
          {given > 0 && (
            <p role="status" className={`heavy ${isShort ? 'error' : 'ok'}`}>
              {`${isShort ? 'Kurang' : 'Kembalian'} ${rupiah(Math.abs(given - total))}`}
            </p>
          )}
        </div>
        {fault && <p className="notice warn">{fault}</p>}
        <Failure
          of={sending.failure}
          in={{
            quote_changed: 'Menu baru saja berubah. Periksa lagi, lalu kirim.',
            unknown_place: 'Meja itu tidak ada.',
            order_in_progress: 'Pesanan ini sedang disimpan. Coba lagi sebentar lagi.',
          }}
        />
        <div className={`wrap gap-1 ${style.ways}`}>
          {ways.map(({ id, text }) => (
            <button
              key={text}
              type="button"
              className={id === tillId ? 'primary tall' : 'secondary tall'}
              disabled={!isConnected || sending.isBusy || fault !== undefined || (id === tillId && isShort)}
              onClick={() => void sending.change(id)}
            >
              {`Bayar ${id === tillId ? text.toLowerCase() : text}`}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}
