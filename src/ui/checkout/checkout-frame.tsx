import type { ReactNode } from 'react';
import { Form } from '../forms/form.tsx';
import style from './checkout-frame.module.css';
import { type CheckoutStep, CheckoutSteps } from './checkout-steps.tsx';

/** What the screens between the cart and the payment have in common: the steps, one heading, room for what follows. */
export function CheckoutFrame({ step, title, children }: { step: CheckoutStep; title: string; children: ReactNode }) {
  return (
    <main className={style.frame}>
      <CheckoutSteps at={step} />
      <h1 className={style.title}>{title}</h1>
      {children}
    </main>
  );
}

/**
 * The content and, beside it or as a bar at the bottom of a phone, its summary; together one form where there is
 * something to `submit`.
 */
export function CheckoutColumns({
  summary,
  submit,
  children,
}: {
  summary: ReactNode;
  submit?: () => void;
  children: ReactNode;
}) {
  const columns = (
    <>
      <div className={style.content}>{children}</div>
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
 * Moves the focus to what is missing. Waits until the reason has been rendered, since that may replace the focused
 * element.
 */
export const pointTo = (selector: string) =>
  queueMicrotask(() => document.querySelector<HTMLElement>(selector)?.focus());

/** One titled part of a checkout screen. */
export function CheckoutPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.part}>
      <h2 className={style.partTitle}>{title}</h2>
      {children}
    </section>
  );
}
