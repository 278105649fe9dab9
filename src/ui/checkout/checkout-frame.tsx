import type { ReactNode } from 'react';
import type { Session } from '#core/contract';
import type { Handover } from '#core/shop';
import type { IconName } from '../../../design/icon.tsx';
import { CustomerOnly } from '../account/customer-only.tsx';
import { Form } from '../forms/form.tsx';
import style from './checkout-frame.module.css';
import { type CheckoutStep, CheckoutSteps } from './checkout-steps.tsx';

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
