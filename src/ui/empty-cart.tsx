import { Link } from '@tanstack/react-router';
import button from './button.module.css';
import { EmptyState } from './empty-state.tsx';

/** Nothing to check out: why, and where to find something (specification §2, decision O11). */
export function EmptyCart() {
  return (
    <EmptyState picture="empty-cart" title="Cart is empty" text="Let's go shopping first" lang="en">
      <Link to="/products" className={button.primary} lang="en">
        Go Products
      </Link>
    </EmptyState>
  );
}
