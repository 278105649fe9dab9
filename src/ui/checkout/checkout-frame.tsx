import { Link } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useId } from 'react';
import type { Session } from '#core/contract';
import { grouped, rupiah } from '#core/rupiah';
import { type Handover, shop } from '#core/shop';
import { Icon, type IconName } from '../../../design/icon.tsx';
import { cartCountAtom, subTotalAtom } from '../../state/cart/cart.ts';
import { missingAtom, totalAtom } from '../../state/checkout/checkout.ts';
import { chooseHandoverAtom, handoverAtom, isAtTableAtom, tableAtom } from '../../state/checkout/handover.ts';
import { CustomerOnly } from '../account/customer-only.tsx';
import { Rolling } from '../cart/rolling.tsx';
import { Field } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import row from '../frame/steps.module.css';
import style from './checkout-frame.module.css';
import stepStyle from './checkout-steps.module.css';
import summaryStyle from './order-summary.module.css';
import tableStyle from './table-field.module.css';

interface CheckoutFrameProps {
  step: CheckoutStep;
  title: string;
  children: (session: Session) => ReactNode;
}

/** The frame of the checkout screens: the steps, the heading, and the content, which only a customer sees (decision F1). */
export function CheckoutFrame({ step, title, children }: CheckoutFrameProps) {
  return (
    <main className={style.frame}>
      <CheckoutSteps at={step} />
      <h1 className={style.title}>{title}</h1>
      <CustomerOnly>{children}</CustomerOnly>
    </main>
  );
}

interface CheckoutColumnsProps {
  summary: ReactNode;
  submit?: () => void;
  children: ReactNode;
}

/**
 * The content and its summary, which is next to it or a bar at the bottom of a phone; both are one form if there is a
 * `submit`.
 */
export function CheckoutColumns({ summary, submit, children }: CheckoutColumnsProps) {
  const columns = (
    <>
      <div className="stack gap-5 top">{children}</div>
      {summary}
    </>
  );

  return submit ? (
    <Form noValidate className={style.columns} submit={submit}>
      {columns}
    </Form>
  ) : (
    <div className={style.columns}>{columns}</div>
  );
}

/**
 * Moves the focus to the part that is missing. Waits until the reason has been rendered, since that may replace the
 * focused element.
 */
export const pointTo = (selector: string) =>
  queueMicrotask(() => document.querySelector<HTMLElement>(selector)?.focus());

export const handoverIcons: Record<Handover['kind'], IconName> = { courier: 'bike', pickup: 'bag', 'dine-in': 'table' };

/** A titled part of a checkout screen. */
export function CheckoutPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card roomy">
      <h2 className={style.partTitle}>{title}</h2>
      {children}
    </section>
  );
}

const steps = [
  { to: '/carts', name: 'Keranjang' },
  { to: '/carts/delivery', name: 'Pengiriman' },
  { to: '/carts/payment', name: 'Pembayaran' },
] as const;

type CheckoutStep = (typeof steps)[number]['name'];

/** The steps cart, delivery and payment: the current one, the completed ones, and links back. */
function CheckoutSteps({ at }: { at: CheckoutStep }) {
  const missing = useAtomValue(missingAtom);
  const isAtTable = useAtomValue(isAtTableAtom);
  const current = steps.findIndex(({ name }) => name === at);

  return (
    <nav aria-label="Langkah pesanan" className={stepStyle.nav}>
      <ol className={stepStyle.steps}>
        {steps.map(({ to, name }, index) => {
          // A URL opens a later step even if something is missing for it.
          const isDone = index < current && (index > 0 ? !missing : missing !== 'items');
          const face = (
            <>
              <span className={row.mark} aria-hidden="true">
                {isDone ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <span>{name === 'Pengiriman' && isAtTable ? 'Meja' : name}</span>
            </>
          );

          return (
            <li
              key={name}
              className={`bold ${stepStyle.step} ${isDone ? row.done : index === current ? row.current : ''}`}
              aria-current={index === current ? 'step' : undefined}
            >
              {index < current ? (
                <Link to={to} activeOptions={{ exact: true }} className={`small anywhere ${stepStyle.face}`}>
                  {face}
                </Link>
              ) : (
                <span className={`small anywhere ${stepStyle.face}`}>{face}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

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
    <div className={action ? summaryStyle.summary : summaryStyle.aside}>
      <section aria-labelledby={id} className={`card stack ${summaryStyle.details}`}>
        <h2 id={id}>Ringkasan</h2>
        {children}
      </section>
      <div className={`row wrap apart foot ${summaryStyle.bar}`}>
        <p className={`soft small ${summaryStyle.total}`}>
          <span>{totalName}</span>{' '}
          <strong aria-live="polite" className="large figure">
            <Rolling value={total} format={rupiah} />
          </strong>
        </p>
        {action && <div className={summaryStyle.action}>{action}</div>}
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

/** The number of the customer's table; typing it chooses dine-in (decision O13). `isMissing`: it is needed and was asked for. */
export function TableField({ isMissing, onType }: { isMissing: boolean; onType?: () => void }) {
  const table = useAtomValue(tableAtom);
  const choose = useSetAtom(chooseHandoverAtom);

  return (
    <div id="table" className={tableStyle.table}>
      <Field
        label="Nomor meja"
        hint={`Tertulis di meja Anda, 1 sampai ${shop.tables}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        // It may be the only field of the form that sends the order, which Enter would do.
        enterKeyHint="done"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
        value={table}
        error={isMissing ? `Isi nomor meja terlebih dahulu, 1 sampai ${shop.tables}` : undefined}
        onChange={({ target }) => {
          onType?.();
          void choose({ handover: 'dine-in', table: target.value.trim() });
        }}
      />
    </div>
  );
}
