import { useStore } from 'jotai';
import { useId, useState } from 'react';
import type { CounterOrder } from '#core/counter';
import { normalised } from '#core/normalised';
import { rupiah } from '#core/rupiah';
import { paymentOf, wayNameOf } from '../state/payment.ts';
import { changeStatus } from '../state/send-changes.ts';
import style from './cancel-order.module.css';

/** The reasons that are asked for most. */
const readyReasons = ['Stok habis', 'Permintaan pelanggan', 'Tidak dibayar', 'Kedai sudah tutup'];

/** Cancels an order with a reason, which the customer is told. */
export function CancelOrder({ order, close }: { order: CounterOrder; close: () => void }) {
  const store = useStore();
  const name = useId();
  const [chosen, setChosen] = useState<string>();
  const [own, setOwn] = useState('');
  const reason = normalised(chosen ?? own);

  return (
    <form
      method="post"
      className="stack gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!reason) return;
        close();
        changeStatus(store, order, 'cancelled', reason);
      }}
    >
      {paymentOf(order) === 'paid' && (
        <p className="notice bad bold">{`Sudah dibayar (${wayNameOf(order)}): ${rupiah(order.total)} harus dikembalikan.`}</p>
      )}
      <fieldset className="stack gap-2">
        <legend className="soft">Alasan, yang dibaca pelanggan</legend>
        {readyReasons.map((one) => (
          <label key={one} className={`row control ${style.reason}`}>
            <input type="radio" name={name} checked={chosen === one} onChange={() => setChosen(one)} />
            <span>{one}</span>
          </label>
        ))}
        <label className="stack gap-1">
          <span>Alasan lain</span>
          <input
            type="text"
            className="control"
            maxLength={200}
            value={own}
            autoComplete="off"
            onChange={({ target }) => {
              setChosen(undefined);
              setOwn(target.value);
            }}
          />
        </label>
      </fieldset>
      <button type="submit" className="danger tall" disabled={!reason}>
        Batalkan pesanan
      </button>
    </form>
  );
}
