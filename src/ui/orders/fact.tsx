import type { ReactNode } from 'react';

interface FactProps {
  name: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A name and its value, in a list of them. */
export const Fact = ({ name, className, children }: FactProps) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
