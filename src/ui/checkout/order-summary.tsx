import { useAtomValue } from 'jotai';
import { type ReactNode, useId } from 'react';
import { grouped, rupiah } from '#core/rupiah';
import { cartCountAtom, subTotalAtom } from '../../state/cart/cart.ts';
import { totalAtom } from '../../state/checkout/checkout.ts';
import { handoverAtom } from '../../state/checkout/handover.ts';
import { Rolling } from '../cart/rolling.tsx';
import style from './order-summary.module.css';

interface OrderSummaryProps {
  /** In rupiah. */
  total: number;
  totalName: string;
  action?: ReactNode;
  children: ReactNode;
}

/**
 * The sum and the next step: a card next to the content, or a bar at the bottom of a phone. Without an `action` it is only
 * information, and is not shown on a phone.
 */
export function OrderSummary({ total, totalName, action, children }: OrderSummaryProps) {
  const id = useId();

  return (
    <div className={action ? style.summary : style.aside}>
      <section aria-labelledby={id} className={`card stack ${style.details}`}>
        <h2 id={id}>Ringkasan</h2>
        {children}
      </section>
      <div className={`row wrap apart foot ${style.bar}`}>
        <p className={`soft small ${style.total}`}>
          <span>{totalName}</span>{' '}
          <strong aria-live="polite" className="large figure">
            <Rolling value={total} format={rupiah} />
          </strong>
        </p>
        {action && <div className={style.action}>{action}</div>}
      </div>
    </div>
  );
}

interface CostsProps {
  totalName?: string;
  /** The next step. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The costs that are known from the cart and the chosen handover. */
export function CostsSoFar({ totalName = 'Total Belanja', action, children }: CostsProps) {
  const count = useAtomValue(cartCountAtom);
  const subTotal = useAtomValue(subTotalAtom);
  const total = useAtomValue(totalAtom);
  const handover = useAtomValue(handoverAtom);
  if (count === 0) return null;

  return (
    <OrderSummary total={total} totalName={totalName} action={action}>
      <dl className="stack gap-2 figure">
        <div className="wrap apart">
          <dt className="soft anywhere">{`Total Harga (${grouped(count)} barang)`}</dt>
          <dd>{rupiah(subTotal)}</dd>
        </div>
        <div className="wrap apart">
          <dt className="soft anywhere">Ongkos Kirim</dt>
          <dd>{handover ? rupiah(handover.fee) : 'Belum dipilih'}</dd>
        </div>
      </dl>
      {children}
    </OrderSummary>
  );
}
