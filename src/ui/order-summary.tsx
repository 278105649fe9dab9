import { type ReactNode, useId } from 'react';
import { rupiah } from '#core/rupiah';
import style from './order-summary.module.css';

/** What it comes to and what to do next: a card beside the content, on a phone a bar that stays in sight. */
export function OrderSummary({
  total,
  totalName,
  action,
  children,
}: {
  /** In rupiah. */
  total: number;
  totalName: string;
  action: ReactNode;
  children: ReactNode;
}) {
  const id = useId();

  return (
    <div className={style.summary}>
      <section aria-labelledby={id} className={style.details}>
        <h2 id={id}>Ringkasan</h2>
        {children}
      </section>
      <div className={style.bar}>
        <p className={style.total}>
          <span>{totalName}</span> <strong aria-live="polite">{rupiah(total)}</strong>
        </p>
        <div className={style.action}>{action}</div>
      </div>
    </div>
  );
}

/** The item total with its count, the shipping cost; undefined while no way of delivery is chosen (specification §2). */
export function OrderCosts({ count, subTotal, fee }: { count: number; subTotal: number; fee: number | undefined }) {
  return (
    <dl className={style.costs}>
      <dt>Total Harga ({count} barang)</dt>
      <dd>{rupiah(subTotal)}</dd>
      <dt>Ongkos Kirim</dt>
      <dd>{fee === undefined ? 'Belum dipilih' : rupiah(fee)}</dd>
    </dl>
  );
}
