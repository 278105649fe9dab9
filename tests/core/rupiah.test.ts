import { expect, test } from 'vitest';
import { amountIn, regrouped } from '#core/rupiah';

test('points that a person types must separate thousands, those of the field move with its digits', () => {
  const type = (text: string) => [...text].reduce((before, one) => regrouped(before, before + one), '');

  expect(['15000', '15.000', '1.500.000', '1.5.000', '1.50', '0500', '15.000,00'].map(type)).toEqual([
    '15.000',
    '15.000',
    '1.500.000',
    '1.5.000',
    '1.50',
    '500',
    '15.000,00',
  ]);
  expect(['15.000', 'Rp 15.000', '15000', '', '1.5.000', '15.000,00', '99999999999'].map(amountIn)).toEqual([
    15_000,
    15_000,
    15_000,
    ...Array(4).fill(undefined),
  ]);
  expect(regrouped('15.000', '15.00')).toBe('1.500');
  // The first digit is being corrected.
  expect([regrouped('1.000', '.000'), regrouped('.000', '2.000')]).toEqual(['.000', '2.000']);
});
