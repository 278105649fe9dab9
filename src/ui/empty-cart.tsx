import button from './button.module.css';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';

/** Nothing to check out: why, and where to find something (specification §2, decision O11). */
export function EmptyCart({ title = 'Cart is empty', onLeave }: { title?: string; onLeave?: () => void }) {
  return (
    <EmptyState picture="empty-cart" title={title} text="Let's go shopping first" lang="en">
      <Link to="/products" className={button.primary} lang="en" onClick={onLeave}>
        Go Products
      </Link>
    </EmptyState>
  );
}
