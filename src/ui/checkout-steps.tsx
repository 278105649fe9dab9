import style from './checkout-steps.module.css';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

const steps = [
  { to: '/carts', name: 'Keranjang' },
  { to: '/carts/delivery', name: 'Pengiriman' },
  { to: '/carts/payment', name: 'Pembayaran' },
] as const;

export type CheckoutStep = (typeof steps)[number]['name'];

/** Cart, delivery, payment: where the customer stands, and the way back to what is done. */
export function CheckoutSteps({ at }: { at: CheckoutStep }) {
  const current = steps.findIndex(({ name }) => name === at);

  return (
    <nav aria-label="Langkah pesanan">
      <ol className={style.steps}>
        {steps.map(({ to, name }, index) => {
          const face = (
            <>
              <span className={style.mark} aria-hidden="true">
                {index < current ? <Icon name="check" size={16} /> : index + 1}
              </span>
              {name}
            </>
          );

          return (
            <li key={name} className={style.step} aria-current={index === current ? 'step' : undefined}>
              {index < current ? (
                <Link to={to} className={style.done}>
                  {face}
                </Link>
              ) : (
                <span className={index === current ? style.current : style.ahead}>{face}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
