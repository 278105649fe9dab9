import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useState } from 'react';
import { cartTotalOf } from '#core/cart';
import type { CounterOrder } from '#core/counter';
import { callNumber } from '#core/order-steps';
import { paymentChoices, tillId } from '#core/payment';
import { grouped, rupiah } from '#core/rupiah';
import { isSendingAtom } from '../state/bell.ts';
import { setOrder } from '../state/known-board.ts';
import { connectionAtom } from '../state/live.ts';
import { missingIn, optionsAtom, sendDraftAtom } from '../state/till.ts';
import { draftAtom, sentOrderAtom } from '../state/till-draft.ts';
import { useChange } from '../state/use-change.ts';
import { Failure } from './failure.tsx';
import style from './till-view.module.css';

const ways = [
  ...paymentChoices({ _id: tillId, name: '' }).map(({ _id, name }) => ({ id: _id, text: name })),
  { id: undefined, text: 'Belum dibayar' },
];

/** The total, the change to give back, and the buttons that send the order. */
export function TillPayment() {
  const store = useStore();
  const { lines } = useAtomValue(draftAtom);
  const options = useAtomValue(optionsAtom);
  const isConnected = useAtomValue(connectionAtom) === 'live';
  const send = useSetAtom(sendDraftAtom);
  const [cash, setCash] = useState('');
  const total = cartTotalOf(lines);
  const given = Number(cash.replace(/\D/g, ''));
  const missing = lines.flatMap((item) => missingIn(item, options.get(item._id) ?? [])?.name ?? []);
  const done = (order: CounterOrder) => {
    const isCash = order.paid_with === tillId;
    store.set(sentOrderAtom, { number: callNumber(order), change: isCash ? Math.max(given - total, 0) : 0 });
  };
  const sending = useChange(async (token, paidWith: string | undefined) => {
    store.set(isSendingAtom, true);
    try {
      const order = await send(token, paidWith);
      setOrder(store, order);
      return order;
    } finally {
      store.set(isSendingAtom, false);
    }
  }, done);

  return (
    <div className={style.payment}>
      <p className={style.total}>
        <span>Total</span>
        <strong>{rupiah(total)}</strong>
      </p>
      <label className={style.cash}>
        <span>Uang diterima</span>
        <input
          type="text"
          inputMode="numeric"
          className={style.field}
          maxLength={14}
          autoComplete="off"
          value={given > 0 ? grouped(given) : cash}
          onChange={({ target }) => setCash(target.value)}
        />
        {given > 0 && (
          <strong role="status" className="figure">
            {given < total ? `Kurang ${rupiah(total - given)}` : `Kembalian ${rupiah(given - total)}`}
          </strong>
        )}
      </label>
      {missing.length > 0 && <p className="notice warn">{`Pilih ${missing[0]} dulu.`}</p>}
      <Failure
        of={sending.failure}
        in={{
          quote_changed: 'Menu baru saja berubah. Periksa lagi, lalu kirim.',
          key_reused: 'Pesanan ini sudah masuk.',
          unknown_place: 'Meja itu tidak ada.',
        }}
      />
      <div className={style.ways}>
        {ways.map(({ id, text }) => (
          <button
            key={text}
            type="button"
            className={id === undefined ? 'secondary tall' : 'primary tall'}
            disabled={!isConnected || sending.isBusy || missing.length > 0}
            onClick={() => void sending.change(id)}
          >
            {id === undefined ? text : `${text} · kirim`}
          </button>
        ))}
      </div>
    </div>
  );
}
