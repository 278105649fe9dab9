import { Link } from '@tanstack/react-router';
import style from './checkout-steps.module.css';
import { Icon } from './icon.tsx';

const steps = [
  { step: 'cart', to: '/carts', name: 'Keranjang' },
  { step: 'delivery', to: '/carts/delivery', name: 'Pengiriman' },
  { step: 'payment', to: '/carts/payment', name: 'Pembayaran' },
] as const;

export type CheckoutStep = (typeof steps)[number]['step'];

/** Cart, delivery, payment: where the customer stands, and the way back to what is done. */
export function CheckoutSteps({ at }: { at: CheckoutStep }) {
  const current = steps.findIndex(({ step }) => step === at);

  return (
    <nav aria-label="Langkah pesanan">
      <ol className={style.steps}>
        {steps.map(({ step, to, name }, index) => (
          <li key={step} className={style.step} aria-current={index === current ? 'step' : undefined}>
            {index < current ? (
              <Link to={to} className={style.done}>
                <span className={style.mark}>
                  <Icon name="check" size={16} />
                </span>
                {name}
              </Link>
            ) : (
              <span className={index === current ? style.current : style.ahead}>
                <span className={style.mark} aria-hidden="true">
                  {index + 1}
                </span>
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
