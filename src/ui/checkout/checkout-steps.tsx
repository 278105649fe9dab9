import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { Icon } from '../../../design/icon.tsx';
import { missingAtom } from '../../state/checkout/checkout.ts';
import { isAtTableAtom } from '../../state/checkout/handover.ts';
import row from '../frame/steps.module.css';
import style from './checkout-steps.module.css';

const steps = [
  { to: '/carts', name: 'Keranjang' },
  { to: '/carts/delivery', name: 'Pengiriman' },
  { to: '/carts/payment', name: 'Pembayaran' },
] as const;

export type CheckoutStep = (typeof steps)[number]['name'];

/** The steps cart, delivery and payment: the current one, the completed ones, and links back. */
export function CheckoutSteps({ at }: { at: CheckoutStep }) {
  const missing = useAtomValue(missingAtom);
  const isAtTable = useAtomValue(isAtTableAtom);
  const current = steps.findIndex(({ name }) => name === at);

  return (
    <nav aria-label="Langkah pesanan" className={style.nav}>
      <ol className={style.steps}>
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
              className={`bold ${style.step} ${isDone ? row.done : index === current ? row.current : ''}`}
              aria-current={index === current ? 'step' : undefined}
            >
              {index < current ? (
                <Link to={to} activeOptions={{ exact: true }} className={`small anywhere ${style.face}`}>
                  {face}
                </Link>
              ) : (
                <span className={`small anywhere ${style.face}`}>{face}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
