/** Histories written down because random ones hit upon them too rarely. */
import { type History, historyOf } from './schedule.ts';

export const written: Record<string, History> = {
  'another customer logs in while an order is looked for at a plain host, and the receipt of one like it goes':
    historyOf(1259),
  'what was agreed to again after days turns out to be what was accepted a moment ago': historyOf(9868),
  'the old price is back, and an order at it comes late, after the new one was agreed to': {
    host: 'kedai',
    locks: true,
    steps: [
      { do: 'order', tab: 0, ticks: 40 },
      { do: 'price', to: 11_000 },
      { do: 'press again', tab: 1, ticks: 40 },
      { do: 'agree', tab: 0, ticks: 60 },
      { do: 'price', to: 10_000 },
      { do: 'late arrivals' },
    ],
    fates: ['late'],
  },
  'another customer logs in while a cart is being brought to the shop': {
    host: 'kedai',
    locks: false,
    steps: [
      { do: 'add to cart', tab: 0, ticks: 20 },
      { do: 'sync cart', tab: 1, refresh: true, ticks: 9 },
      { do: 'log in', tab: 0, name: 'budi', ticks: 12 },
      { do: 'sync cart', tab: 0, refresh: true, ticks: 40 },
    ],
    fates: ['slow', 'slow', 'slow', 'slow'],
  },
  'an order that was lost is not taken for another of the same worth whose receipt is gone': {
    host: 'plain',
    locks: true,
    steps: [
      { do: 'order', tab: 0, ticks: 40 },
      { do: 'order', tab: 0, ticks: 40 },
      { do: 'log out', tab: 0, ticks: 30 },
      { do: 'log in', tab: 0, name: 'sari', ticks: 30 },
      { do: 'deliver', tab: 0, all: true, ticks: 40 },
    ],
    fates: ['arrive', 'lost on the way'],
  },
};
