import { expect, test } from 'vitest';
import { handoverRequest } from '#core/handover-request';

test.for([
  [{}, undefined],
  [{ meja: '7' }, { handover: 'dine-in', table: '7' }],
  [{ meja: '07' }, { handover: 'dine-in', table: '7' }],
  [{ meja: ['7', '07'] }, { handover: 'dine-in', table: '7' }],
  [{ meja: '25' }, { refused: 'table', name: '25' }],
  [{ meja: ['3', '4'] }, { refused: 'table', name: '“3, 4”' }],
  [{ meja: ['3', ''] }, { refused: 'table', name: '“3, ”' }],
  [{ meja: ['25', '25'] }, { refused: 'table', name: '25' }],
  [{ meja: '' }, { refused: 'table', name: '' }],
  [
    { meja: '7', layanan: 'drone' },
    { handover: 'dine-in', table: '7' },
  ],
  [
    { meja: '25', layanan: 'pickup' },
    { refused: 'table', name: '25' },
  ],
  [{ layanan: 'pickup' }, { handover: 'pickup' }],
  [{ layanan: ['pickup', 'Pick-Up'] }, { handover: 'pickup' }],
  [{ layanan: 'courier' }, { handover: 'courier' }],
  [{ layanan: 'Delivery' }, { handover: 'courier' }],
  [{ layanan: 'dine in' }, { handover: 'dine-in' }],
  [{ layanan: 'Goceng' }, { handover: 'goceng' }],
  [{ layanan: 'drone' }, { refused: 'service', name: 'drone' }],
  [{ layanan: 'constructor' }, { refused: 'service', name: 'constructor' }],
  [{ layanan: ['pickup', 'courier'] }, { refused: 'service', name: '“pickup, courier”' }],
  [{ layanan: '' }, { refused: 'service', name: '' }],
] as const)('an address with %j asks for %j', ([parameters, request]) => {
  expect(handoverRequest(parameters)).toEqual(request);
});
