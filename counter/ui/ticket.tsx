import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { callNumber } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { paymentOf, wayNameOf } from '../state/order.ts';
import { ticketAtom } from '../state/send-changes.ts';
import { LineText } from './line-text.tsx';
import style from './ticket.module.css';
import { timeOf } from './time.ts';

/** The kitchen ticket, on rolls of 58 and 80 mm: nothing else is printed while it is rendered, and the screen does not show it. */
export function Ticket() {
  const [ticket, setTicket] = useAtom(ticketAtom);

  useEffect(() => {
    if (!ticket) return;
    const finish = () => setTicket(undefined);
    addEventListener('afterprint', finish);
    // After the tap was painted: on some computers everything stands still until the dialog of the printer is closed.
    const printing = setTimeout(() => {
      window.print();
      // Some browsers have no `afterprint`: the next touch is after it.
      addEventListener('pointerdown', finish);
      addEventListener('keydown', finish);
    });
    return () => {
      for (const type of ['afterprint', 'pointerdown', 'keydown']) removeEventListener(type, finish);
      clearTimeout(printing);
    };
  }, [ticket, setTicket]);

  if (!ticket) return null;
  const { order, isReprint } = ticket;
  const { order_number: number, handover, destination, recipient, phone, lines, total } = order;
  const money = { due: 'BELUM DIBAYAR', paid: 'LUNAS', free: 'GRATIS', refund: 'HARUS DIKEMBALIKAN', none: '' }[
    (order.refunded ? undefined : paymentOf(order)) ?? 'none'
  ];
  const createdAt = Date.parse(order.created_at);

  // Outside the app's element, so that nothing else is printed.
  return createPortal(
    <article aria-hidden="true" className={style.ticket}>
      {isReprint && <p className={`heavy ${style.reprint}`}>CETAK ULANG</p>}
      <p className={`heavy ${style.number}`}>{callNumber(order)}</p>
      <p className={`heavy ${style.destination}`}>{handover.byCourier ? handover.name : destination}</p>
      {recipient && <p className={`two-lines ${style.typed}`}>{`a.n. ${recipient}`}</p>}
      {handover.byCourier && <p className={style.typed}>{`Alamat: ${destination}`}</p>}
      {phone && <p className={`two-lines ${style.typed}`}>{`HP: ${phone}`}</p>}
      <ul className={style.lines}>
        {lines.map((line) => (
          <li key={line.product} className={style.line}>
            <LineText line={line} />
          </li>
        ))}
      </ul>
      <p>{`${rupiah(total)} · ${wayNameOf(order)}`}</p>
      {money && <p className="heavy">{money}</p>}
      <p>{`${number} · ${timeOf(createdAt || 0, 0)}`}</p>
      <p>{shop.shortTitle}</p>
    </article>,
    document.body,
  );
}
