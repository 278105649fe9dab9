import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PlacedOrder } from '#core/order-contract';
import { qrisWithAmount } from '#core/qris';
import { shop } from '#core/shop';
import { PaymentInstructions } from '../src/ui/orders/payment-instructions.tsx';
import { qrisText } from './core/qris-text.ts';
import { AroundComponent } from './support/page/visit.tsx';

const { drawn } = vi.hoisted(() => ({ drawn: [] as string[] }));
vi.mock('uqr', async (load) => {
  const uqr = await load<typeof import('uqr')>();
  const renderSVG: typeof uqr.renderSVG = (text, ...rest) => {
    drawn.push(text as string);
    return uqr.renderSVG(text, ...rest);
  };
  return { ...uqr, renderSVG };
});

afterEach(() => {
  delete shop.qris;
  drawn.length = 0;
});

const order = (paymentMethod: PlacedOrder['paymentMethod'], more: Partial<PlacedOrder> = {}): PlacedOrder => ({
  order_number: 'KT-261127-7M4Q',
  status: 'waiting_payment',
  totalQty: 1,
  subTotal: 25_000,
  totalShopping: 25_000,
  paymentMethod,
  ...more,
});

const show = (placed: PlacedOrder) => render(<PaymentInstructions order={placed} />, { wrapper: AroundComponent });
const qris = { _id: 'qris', name: 'QRIS', image_url: '' };

test('an order paid by QRIS shows the code with its amount, and what the payment app must show', async () => {
  shop.qris = qrisText();

  show(order(qris));

  const code = await screen.findByRole('img', { name: 'Kode QRIS untuk Rp25.000' });
  expect(code).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,/));
  expect(new Set(drawn)).toEqual(new Set([qrisWithAmount(qrisText(), 25_000)]));
  expect(screen.getByText('KEDAI CONTOH')).toBeVisible();
  expect(screen.queryByText('Rekening')).toBeNull();
  expect(document.body).not.toHaveTextContent(/dibayar|lunas/i);
});

test('LB11 a fee of the code is said beside the amount', async () => {
  shop.qris = qrisText({ '55': '03', '57': '10' });

  show(order(qris));

  expect(await screen.findByText('Rp25.000 ditambah biaya 10%')).toBeVisible();
});

test('LB11 another way is offered for more than apps pay by QRIS', () => {
  shop.qris = qrisText();

  show(order(qris, { totalShopping: 10_000_001 }));

  expect(
    screen.getByText('QRIS hanya sampai Rp10.000.000. Transfer ke rekening ini, atau bayar di kasir.'),
  ).toBeVisible();
  expect(screen.getByText('Rekening')).toBeVisible();
  expect(drawn).toEqual([]);
});

test('an order paid at the till names the number to say there, and no bank', async () => {
  show(order({ _id: 'kasir', name: 'Bayar di kasir', image_url: '' }));

  expect(screen.getByText(/Bayar di kasir dengan nomor/)).toHaveTextContent('Bayar di kasir dengan nomor 7M4Q');
  expect(screen.queryByText('Rekening')).toBeNull();
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull();
});
